// Forking: at some entry of a timeline, as it is or with other words in place of a message. What the fork begins with is
// held against what stands in the other session, in the transaction that made it.

import type { SessionId } from '@heddle/contract'
import type { Tx } from '../../../src/foundation/database/store.ts'
import type { LogEvent } from '../../../src/sessions/sessions.ts'
import type { SessionsNode } from '../sessions-node.ts'
import { type Act, type ActScene, makeText, pickSession } from './scene.ts'

/** Few, as the sessions that they are forked from. */
const sessionsMax = 7
const rowsMax = 500
const logMax = 10_000

export const fork: Act = async (scene) => {
  const { actor, random, truth, sometimes, breaches } = scene
  const sessionId = pickSession(scene)
  if (!sessionId || truth.sessions.length >= sessionsMax) return
  const seen = await scene.ask({
    what: `looks for a place to fork ${sessionId}`,
    serve: (node) => node.store.read((r) => node.sessions.timeline(r, actor, sessionId, { limit: 20 })),
  })
  if (seen.kind !== 'done' || seen.value.events.length === 0) return
  const point = random.pick(seen.value.events)
  const text = point.kind === 'message.user' && random.chance(0.5) ? makeText(scene, 'instead') : undefined
  await scene.ask({
    what: `forks ${sessionId} at ${point.eventId}`,
    serve: (node) =>
      node.store.tx(async (t) => {
        const input = { sessionId, eventId: point.eventId, text }
        const { id } = await node.routing.forkChat(t, actor, input)
        return { id, complaint: await compare(node, t, scene, sessionId, id, point, text !== undefined) }
      }),
    acknowledge({ id, complaint }) {
      if (complaint !== undefined) breaches.report('SES10', `${id}, a fork of ${sessionId}: ${complaint}`)
      truth.sessions.push(id)
      truth.acknowledged.add(`fork ${id}`)
      sometimes.saw('a session was forked')
      if (text !== undefined) sometimes.saw('a message was said in other words in a fork')
      if (seen.value.events.some(({ isRedacted }) => isRedacted)) {
        sometimes.saw('a fork took along what was redacted')
      }
    },
  })
}

async function compare(
  node: SessionsNode,
  t: Tx,
  { actor }: ActScene,
  from: SessionId,
  to: SessionId,
  point: LogEvent,
  isReplaced: boolean,
): Promise<string | undefined> {
  const source = await node.sessions.find(t, actor, from)
  const there = await node.sessions.timeline(t, actor, from, { limit: rowsMax })
  const here = await node.sessions.timeline(t, actor, to, { limit: rowsMax })
  if (there.more) return undefined
  const log = await node.sessions.logAfter(t, from, 0, logMax)
  const isBefore = isReplaced ? heardBefore(log, point) : ({ place }: LogEvent) => place <= point.place
  const past = there.events.filter(
    (event) =>
      isBefore(event) &&
      (event.turnId === null || event.turnId !== source.turnId) &&
      event.payload['state'] !== 'streaming',
  )
  // The first says that it is a fork, and the last may be what was said in it.
  const copies = here.events.slice(1, isReplaced ? -1 : undefined)
  const [expected, found] = [past, copies].map((events) => events.filter(isNoCall).map(told))
  if (expected?.join('\n') === found?.join('\n')) return undefined
  return `begins with\n${found?.join('\n')}\ninstead of\n${expected?.join('\n')}`
}

/** Whether the agent had come to it when it heard that message: messages count where turns took them. */
function heardBefore(log: readonly LogEvent[], point: LogEvent): (event: LogEvent) => boolean {
  const takenBy = ({ kind, payload }: LogEvent) =>
    kind === 'turn.started' || kind === 'message.taken' ? (payload['messages'] as string[]) : []
  const taking = log.find((event) => takenBy(event).includes(point.eventId))
  const end = taking?.seq ?? point.place
  const together = taking ? takenBy(taking) : [point.eventId]
  const own = together.indexOf(point.eventId)
  const heard = new Set(log.filter(({ seq }) => seq < end).flatMap(takenBy))
  for (const id of together.slice(0, own)) heard.add(id)
  return ({ kind, place, eventId }) => {
    if (place >= end) return false
    if (kind !== 'message.user' || heard.has(eventId)) return true
    return place < point.place && !together.includes(eventId)
  }
}

/** A call that had no result yet is left out. */
const isNoCall = ({ kind }: LogEvent) => kind !== 'tool.call' && kind !== 'tool.result'

function told({ kind, actor, createdAt, isRedacted, payload }: LogEvent): string {
  const { text, state, mode, cancelled } = payload
  return JSON.stringify([kind, actor.id, createdAt, isRedacted, text, state, mode, cancelled])
}
