// While an agent writes, what it has written so far is shown in a place outside that wants that: a message once there is
// enough of it or a moment has passed, then edits of it, never more than one on its way (DLV5). All of it lives in memory:
// what a crash leaves unfinished is completed by the answer itself, which is edited into the same message.

import {
  announceSkip,
  type ConversationRef,
  type EventId,
  placeName,
  type SessionId,
  settledStates,
  type TurnId,
} from '@heddle/contract'
import type { Delivery, Persona } from '../../delivery/delivery.ts'
import type { Cancel } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { LogEvent } from '../../sessions/sessions.ts'
import type { AccountRules } from '../place-rules.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { choosePersona } from './choose-persona.ts'
import { findOutsidePlace } from './find-place.ts'
import { nameSpeaker } from './name-speaker.ts'
import { isBegun, replyCause } from './say-for-turn.ts'
import { decideReply } from './send-turn-reply.ts'

export interface ReplyStreams {
  stop(): void
}

interface Stream {
  sessionId: SessionId
  turnId: TurnId
  eventId: EventId
  /** Undefined until it is known, and for what is not shown while it is written. */
  shown: Shown | undefined
  toldChars: number
  /** The last that was put into the outbox. */
  lastCause: string | undefined
  timer: Cancel | undefined
  isFlushing: boolean
  /** What was said before is still on its way. */
  isHeldUp: boolean
}

interface Shown {
  place: ConversationRef
  persona: Persona
  rules: AccountRules['streaming']
}

export function streamReplies(deps: RoutingRoom, onTrouble: (error: unknown) => void): ReplyStreams {
  const { store, clock, sessions } = deps
  const streams = new Map<EventId, Stream>()
  let isStopped = false

  function forget(stream: Stream): void {
    stream.timer?.()
    streams.delete(stream.eventId)
  }

  function begin(sessionId: SessionId, { eventId, turnId }: LogEvent): void {
    if (turnId === null || isStopped) return
    const nothing = {
      shown: undefined,
      toldChars: 0,
      lastCause: undefined,
      timer: undefined,
      isFlushing: false,
      isHeldUp: false,
    }
    const stream: Stream = { sessionId, turnId, eventId, ...nothing }
    streams.set(eventId, stream)
    // Only then: most places are not shown what is not finished.
    findShown(deps, stream)
      .then((shown) => {
        if (shown === undefined) return forget(stream)
        stream.shown = shown
        flushSoon(stream)
      })
      .catch((error: unknown) => giveUp(stream, error))
  }

  function giveUp(stream: Stream, error: unknown): void {
    forget(stream)
    onTrouble(error)
  }

  function flushSoon(stream: Stream): void {
    if (stream.shown === undefined || !streams.has(stream.eventId)) return
    const isEnough = lengthOf(stream) - stream.toldChars >= stream.shown.rules.coalesceChars
    if (isEnough && !stream.isFlushing && !stream.isHeldUp) flush(stream)
    else flushLater(stream, stream.shown)
  }

  function flushLater(stream: Stream, { rules }: Shown): void {
    stream.timer ??= clock.timer(rules.coalesceIdleMs, () => flush(stream))
  }

  function lengthOf({ sessionId, eventId }: Stream): number {
    const text = look(sessionId, eventId)
    return text === undefined ? 0 : text.offset + text.text.length
  }

  function look(sessionId: SessionId, eventId: EventId) {
    return sessions.streaming(sessionId).find((one) => one.eventId === eventId)
  }

  function flush(stream: Stream): void {
    stream.timer?.()
    stream.timer = undefined
    stream.isHeldUp = false
    const text = look(stream.sessionId, stream.eventId)
    // Of a very long one only the end is at hand: the rest comes with the answer.
    if (text === undefined || text.offset > 0) return forget(stream)
    if (stream.isFlushing || text.text.length === stream.toldChars || isPerhapsSkip(text.text)) return
    stream.isFlushing = true
    store
      .tx((t) => say(deps, t, stream, text.text))
      .then((outcome) => {
        stream.isFlushing = false
        if (outcome === 'over') return forget(stream)
        stream.isHeldUp = outcome === 'later'
        if (outcome === 'later') return stream.shown && flushLater(stream, stream.shown)
        stream.toldChars = text.text.length
        stream.lastCause = outcome.cause
        if (lengthOf(stream) > stream.toldChars) flushSoon(stream)
      })
      .catch((error: unknown) => giveUp(stream, error))
  }

  sessions.feed.listen({
    appended(sessionId, events) {
      for (const event of events) {
        if (event.kind === 'text.started' && event.payload['kind'] === 'message.agent')
          begin(sessionId, event)
        else if (event.kind === 'message.agent') {
          const stream = streams.get(event.eventId)
          if (stream) forget(stream)
        }
      }
    },
    delta(_, { eventId }) {
      const stream = streams.get(eventId)
      if (stream) flushSoon(stream)
    },
  })

  return {
    stop() {
      isStopped = true
      for (const stream of streams.values()) forget(stream)
    },
  }
}

async function findShown(deps: RoutingRoom, stream: Stream): Promise<Shown | undefined> {
  return deps.store.read(async (r) => {
    const turn = await deps.sessions.readTurn(r, stream.turnId)
    if (turn === undefined) return undefined
    const { choice, binding } = await decideReply(deps, r, turn)
    const place = 'conversation' in choice ? await findOutsidePlace(r, choice.conversation) : undefined
    const rules = place && deps.placeRules.account(place.channel, place.accountId)?.streaming
    if (place === undefined || rules?.mode !== 'edit') return undefined
    const session = await deps.sessions.see(r, { kind: 'system' }, stream.sessionId)
    return { place, rules, persona: choosePersona(deps, place, nameSpeaker(session, binding)) }
  })
}

/** `later`: what was said before is still on its way. `over`: the turn is, or has another place; its answer is told by others. */
async function say(
  deps: RoutingRoom,
  t: Tx,
  stream: Stream,
  text: string,
): Promise<'later' | 'over' | { cause: string }> {
  const { turnId, sessionId, eventId, shown, lastCause } = stream
  const turn = await deps.sessions.readTurn(t, turnId)
  if (shown === undefined || (turn?.state !== 'running' && turn?.state !== 'waiting')) return 'over'
  const { place, persona } = shown
  // Meanwhile its binding may have ended, or another place be the one where it is told (I20).
  if ((await decideReply(deps, t, turn)).toldAt !== placeName(place)) return 'over'
  if (lastCause !== undefined) {
    const last = await deps.deliveries.readByCause(t, lastCause)
    if (last.some(wasRefused)) return 'over'
    if (last.some(({ state }) => !settledStates.includes(state))) return 'later'
  }
  const target = replyCause(turnId)
  const said = { sessionId, eventId, place, persona, text }
  if (!(await isBegun(deps.deliveries, t, turnId, place))) {
    await deps.deliveries.enqueue(t, { kind: 'message', cause: target, ...said })
    return { cause: target }
  }
  const cause = `${target}:${eventId}:${text.length}`
  await deps.deliveries.enqueue(t, { kind: 'edit', cause, target, ifRefused: 'let_be', ...said })
  return { cause }
}

function wasRefused({ state, reason }: Delivery): boolean {
  return state === 'rejected' || state === 'gave_up' || (state === 'withdrawn' && reason === 'refused')
}

/** It may become the word that posts nothing. */
function isPerhapsSkip(text: string): boolean {
  return announceSkip.startsWith(text.trim())
}
