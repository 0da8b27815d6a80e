// Taking back what was said in a tree of sub-agents, and looking for what is left of it anywhere.

import assert from 'node:assert/strict'
import type { SessionId } from '@heddle/contract'
import type { LogEvent } from '../src/sessions/sessions.ts'
import { queries } from '../src/sessions/sessions-tables.ts'
import type { Spawning } from './spawning-sessions.ts'

/** By an admin who was let in; what follows by durable work has not happened yet. */
type Redacting = Pick<Spawning, 'world' | 'ann' | 'id' | 'settle'>

export async function redactOne(scene: Redacting, sessionId: SessionId, event: LogEvent | undefined) {
  const { world, ann, id } = scene
  const admin = (await world.signedIn(`admin${event?.eventId}`, 'admin')).actor
  await world.store.tx((t) => world.sessions.change(t, ann, id, { visibility: 'team' }))
  assert.ok(event)
  await world.store.tx((t) => world.sessions.redact(t, admin, sessionId, event.eventId))
}

export async function redact(scene: Redacting, sessionId: SessionId, event: LogEvent | undefined) {
  await redactOne(scene, sessionId, event)
  await scene.settle()
}

/** Every table of the room in which something is kept as text, in one string. */
export async function everything({ world }: Spawning): Promise<string> {
  const tables = [
    'session_events',
    'runs',
    'sessions',
    'session_inbox',
    'approvals',
    'session_drafts',
    'turn_steps',
  ] as const
  const all = []
  for (const table of tables) {
    all.push(await world.store.read((r) => r.all(queries.selectFrom(table).selectAll())))
  }
  return JSON.stringify(all)
}
