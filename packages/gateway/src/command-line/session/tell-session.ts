// A session in words for a terminal: the head that stands above its events, and its row in a list.

import type { SessionJson, WholeSessionJson } from '@heddle/contract'
import { tellTime } from '../tell-time.ts'
import { bold, dim, type Words } from '../terminal.ts'

export function tellSession(session: WholeSessionJson): Words[][] {
  const { usage } = session
  const waits = session.queued === 0 ? '' : `, ${tellCount(session.queued, 'message waits', 'messages wait')}`
  const asks = session.openApprovals
  const calls = asks === 0 ? '' : `, ${tellCount(asks, 'call waits', 'calls wait')} for approval`
  return [
    [dim('title'), bold(session.title)],
    [dim('key'), session.key],
    [dim('id'), session.id],
    [dim('agent'), session.agentId],
    ...(session.parentId === null ? [] : [[dim('sub-agent of'), session.parentId]]),
    ...(session.model === null ? [] : [[dim('model'), session.model]]),
    [dim('state'), `${session.state}${calls}${waits}`],
    [dim('people'), tellPeople(session)],
    [
      dim('model tokens'),
      `${usage.inputTokens} in (${usage.cachedTokens} cached), ${usage.outputTokens} out`,
    ],
    [dim('cost'), tellCost(usage.costMicros)],
    [dim('began'), tellTime(session.createdAt, '')],
    [dim('active'), tellTime(session.activeAt, '')],
    ...(session.forkedFrom === null ? [] : [[dim('forked from'), tellSource(session.forkedFrom)]]),
    ...(session.successorId === null ? [] : [[dim('continued in'), session.successorId]]),
  ]
}

function tellSource({ sessionId, eventId }: NonNullable<SessionJson['forkedFrom']>): string {
  return `${sessionId} at ${eventId}`
}

function tellCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

export const sessionColumns = ['id', 'agent', 'state', 'active', 'key', 'title'].map(dim)

export function sessionRow(session: SessionJson): Words[] {
  return [
    session.id,
    session.agentId,
    session.openApprovals > 0 ? 'needs approval' : session.state,
    tellTime(session.activeAt, ''),
    session.key,
    bold(session.title),
  ]
}

export function tellPeople({ visibility, participants }: WholeSessionJson): string {
  if (visibility === 'team') return 'the team'
  return participants.length === 0 ? 'nobody' : participants.map(({ handle }) => `@${handle}`).join(', ')
}

/** In the currency of the price list, which has no name. */
export function tellCost(micros: number | null): string {
  return micros === null ? 'unknown' : (micros / 1_000_000).toFixed(4)
}
