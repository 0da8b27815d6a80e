// What the status region says about an entry of the log: the end of a turn or a sub-agent, and what others write or decide. Nothing for
// what is only caught up with after a break. A question that waits for the reader is said elsewhere, louder.

import type { EventJson } from '@heddle/contract'
import { strings } from '../../strings.ts'
import { settledOfEvent } from '../approvals/asked-call.ts'
import { readRunRef, readTold } from './subagents/read-run.ts'

const freshMs = 20_000

export function chooseSentence(
  event: EventJson,
  agentName: string,
  me: string,
  /** By the server's clock, which also wrote the entry's time. */
  now: number,
  title = strings.session.untitled,
): string | undefined {
  if (Math.abs(now - Date.parse(event.createdAt)) > freshMs) return undefined
  const words = strings.session.said
  switch (event.kind) {
    case 'turn.finished':
      if (event.payload.outcome !== 'cancelled') return words.finished(agentName)
      // Whoever stopped it was told so where they pressed.
      return event.payload.by === me ? undefined : words.stopped(agentName)
    case 'turn.failed':
      return words.failed(agentName)
    case 'message.user':
      return event.actor.id === me ? undefined : words.wrote(event.actor.name)
    case 'reply.posted':
      return event.actor.id === me ? undefined : words.replied(event.actor.name, title)
    case 'approval.decided':
      return event.actor.id === me ? undefined : decidedWords(event)
    case 'subagent.finished':
      return finishedWords(event)
    default:
      return undefined
  }
}

/**
 * Whether the inbox may tell that it mentions the reader. Of a reply the server has said whom it names; of a message only
 * the server knows.
 */
export function mayName({ kind, payload, truncated }: EventJson, handle: string): boolean {
  if (kind === 'reply.posted') return listIn(payload.reply, 'mentions').includes(handle)
  return kind === 'message.user' && (truncated === true || String(payload.text ?? '').includes('@'))
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return Array.isArray(list) ? list : []
}

function finishedWords(event: EventJson): string | undefined {
  const { isSkipped, status } = readTold(event)
  const { said, statuses } = strings.subagents
  return isSkipped ? undefined : said.finished(readRunRef(event).name, statuses[status])
}

function decidedWords(event: EventJson): string {
  const { outcome, by } = settledOfEvent(event)
  return strings.approvals.card.outcomes[outcome](by)
}
