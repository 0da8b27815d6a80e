// I24 at rest: whoever followed a session holds its log, and makes of it the timeline that everybody reads. Who may not
// read gets nothing.

import { Refusal, type SessionId } from '@heddle/contract'
import type { PersonActor } from '../../../src/people/people.ts'
import type { LogEvent } from '../../../src/sessions/session-values.ts'
import type { Rows } from '../../invariants/invariant.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import type { Breaches } from '../../watch/breach.ts'
import type { SessionsNode } from '../sessions-node.ts'
import type { Follower } from './follower.ts'
import { fingerprintRow, replayLog } from './replay-log.ts'

const operator = { kind: 'operator', name: 'world' } as const

export async function compareFollowers(
  node: SessionsNode,
  followers: readonly Follower[],
  random: SeededRandom,
  breaches: Breaches,
): Promise<void> {
  for (const { sessionId, shown, isShutOut } of followers) {
    if (sessionId === undefined || isShutOut) continue
    const log = await node.store.read((r) => node.sessions.logAfter(r, sessionId, 0, 100_000))
    assertSame('log', sessionId, shown.map(entry), log.map(entry), breaches)
    const timeline = await readTimeline(node, sessionId, random)
    const rows = timeline.map(fingerprintRow)
    assertSame('timeline', sessionId, replayLog(shown).map(fingerprintRow), rows, breaches)
    assertSame('timeline from the log', sessionId, replayLog(log).map(fingerprintRow), rows, breaches)
  }
}

/** Each person sees their own and the team's sessions, and of the others nothing. */
export async function compareAccess(
  node: SessionsNode,
  people: readonly PersonActor[],
  rows: Rows,
  breaches: Breaches,
): Promise<void> {
  for (const { id, visibility } of rows<{ id: SessionId; visibility: string }>(
    'select id, visibility from sessions',
  )) {
    const listed = rows<{ id: string }>(
      'select person_id as id from session_participants where session_id = ?',
      [id],
    )
    for (const actor of people) {
      const mayRead = visibility === 'team' || listed.some((row) => row.id === actor.personId)
      const does = await node.store
        .read((r) => node.sessions.timeline(r, actor, id, { limit: 1 }))
        .then(
          () => true,
          (error: unknown) => {
            if (error instanceof Refusal && error.code === 'not_found') return false
            throw error
          },
        )
      if (does !== mayRead) {
        breaches.report('access', `${actor.handle} ${does ? 'reads' : 'cannot read'} the ${visibility} ${id}`)
      }
    }
  }
}

function entry({ seq, eventId, kind, place }: LogEvent): string {
  return `${seq} ${eventId} ${kind} ${place}`
}

/** Forwards or backwards, in pages of any size. */
async function readTimeline(node: SessionsNode, id: SessionId, random: SeededRandom): Promise<LogEvent[]> {
  const limit = random.between(1, 40)
  const isForward = random.chance(0.5)
  const events: LogEvent[] = []
  for (;;) {
    const input = isForward
      ? { after: events.at(-1)?.place ?? 0, limit }
      : { ...(events[0] && { before: events[0].place }), limit }
    const page = await node.store.read((r) => node.sessions.timeline(r, operator, id, input))
    if (isForward) events.push(...page.events)
    else events.unshift(...page.events)
    if (!page.more) return events
  }
}

function assertSame(
  what: string,
  sessionId: string,
  held: readonly string[],
  there: readonly string[],
  breaches: Breaches,
): void {
  const at = there.findIndex((one, i) => one !== held[i])
  if (at < 0 && held.length === there.length) return
  const i = at < 0 ? there.length : at
  breaches.report(
    'I24',
    `a follower of ${sessionId} holds another ${what}: ${held[i]} instead of ${there[i]}`,
  )
}
