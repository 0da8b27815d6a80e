// Follows one message through the log of its session: waits for the turn that takes it, tells the text of that turn as
// it comes, and knows when it is over. What is said in several steps is one text here, with an empty line between.
//
// What has been told cannot be taken back. A text that begins anew is therefore told again only when it is complete.

import type { EventId, EventPayloads, TurnId } from '@heddle/contract'
import type { LogEvent, TextDelta } from '../../../sessions/sessions.ts'
import type { AnswerEnd, AnswerWatch } from './answer-source.ts'
import { fromTurnFailure, OpenAiError } from './openai-error.ts'

export interface FollowedTurn {
  /** In the order of the log. */
  take(event: LogEvent): void
  takeDelta(delta: TextDelta): void
  takeReset(reset: { eventId: EventId; attempt: number }): void
}

interface ToldText {
  told: string
  attempt: number
  /** Began anew after something of it had been told. */
  isVoid: boolean
}

export function followTurn(
  messageId: EventId,
  watch: AnswerWatch,
  onEnd: (end: AnswerEnd) => void,
): FollowedTurn {
  let turnId: TurnId | null = null
  let model = ''
  let isOver = false
  const texts = new Map<EventId, ToldText>()
  const whole = { 'message.agent': '', reasoning: '' }

  function end(how: AnswerEnd): void {
    if (isOver) return
    isOver = true
    onEnd(how)
  }

  function tell(eventId: EventId, kind: TextDelta['kind'], text: string, attempt: number): void {
    if (text === '') return
    const known = texts.get(eventId)
    const isNext = known === undefined && whole[kind] !== ''
    const added = isNext ? `\n\n${text}` : text
    whole[kind] += added
    if (known === undefined) texts.set(eventId, { told: text, attempt, isVoid: false })
    else known.told += text
    if (kind === 'reasoning') watch.onReasoning(added)
    else watch.onText(added)
  }

  function takeDelta({ eventId, kind, attempt, offset, text }: TextDelta): void {
    if (isOver || turnId === null) return
    const known = texts.get(eventId)
    if (known !== undefined && known.attempt !== attempt) known.isVoid = true
    const toldLength = known?.told.length ?? 0
    // What was missed in between comes with the complete text.
    if (known?.isVoid || offset > toldLength) return
    tell(eventId, kind, text.slice(toldLength - offset), attempt)
  }

  function takeWhole({ eventId, kind, payload }: LogEvent): void {
    const { text = '', state, attempt = 0 } = payload as Partial<EventPayloads['message.agent']>
    if (state === 'dropped' || (kind !== 'message.agent' && kind !== 'reasoning')) return
    const told = texts.get(eventId)?.told ?? ''
    if (text.startsWith(told)) {
      tell(eventId, kind, text.slice(told.length), attempt)
      return
    }
    texts.delete(eventId)
    tell(eventId, kind, text, attempt)
  }

  function finish(payload: EventPayloads['turn.finished'], seq: number): void {
    if (payload.outcome === 'cancelled') {
      end({ kind: 'failed', error: cancelled(payload.by) })
      return
    }
    const { inputTokens, outputTokens, cachedTokens } = payload.usage
    end({
      kind: 'answered',
      text: whole['message.agent'],
      reasoning: whole.reasoning,
      toolCalls: [],
      finish: 'stop',
      usage: { inputTokens, outputTokens, cachedTokens },
      model,
      seq,
    })
  }

  /** The payloads are what this program wrote under each kind. */
  function take(event: LogEvent): void {
    if (isOver) return
    const { kind, payload } = event
    if (kind === 'turn.started' || kind === 'message.taken') {
      const { messages } = payload as Pick<EventPayloads['turn.started'], 'messages'>
      if (messages.includes(messageId)) turnId = event.turnId
      if (kind === 'turn.started') model = (payload as EventPayloads['turn.started']).model
      return
    }
    if (kind === 'message.cancelled') {
      const { messageId: which, by } = payload as EventPayloads['message.cancelled']
      if (which === messageId) end({ kind: 'failed', error: cancelled(by) })
      return
    }
    // A message that is redacted while it waits is never taken.
    if (kind === 'event.redacted' && turnId === null) {
      const { targetId, by } = payload as EventPayloads['event.redacted']
      if (targetId === messageId) end({ kind: 'failed', error: cancelled(by) })
      return
    }
    if (turnId === null || event.turnId !== turnId) return
    if (kind === 'message.agent' || kind === 'reasoning') takeWhole(event)
    else if (kind === 'turn.finished') finish(payload as EventPayloads['turn.finished'], event.seq)
    else if (kind === 'turn.failed') {
      const { reason, message, retryAfterMs } = payload as EventPayloads['turn.failed']
      end({ kind: 'failed', error: fromTurnFailure(reason, message, retryAfterMs) })
    }
  }

  return {
    take,
    takeDelta,
    takeReset({ eventId }) {
      const known = texts.get(eventId)
      if (known !== undefined) known.isVoid = true
    },
  }
}

function cancelled(by: string | undefined): OpenAiError {
  const who = by === undefined ? '' : ` by ${by}`
  return new OpenAiError(`It was stopped${who} before it was answered.`, { status: 409, code: 'cancelled' })
}
