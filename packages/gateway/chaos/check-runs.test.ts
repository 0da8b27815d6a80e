// The eyes of the rounds of sub-agents: each thing that they are there to see is done to a healthy database, and seen.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { announceSkip } from '@heddle/contract'
import { spawn, spawning } from '../test-support/spawning-sessions.ts'
import { checkRuns } from './check-runs.ts'
import { inspect } from './inspect-database.ts'
import { createSpawnLedger } from './spawn-ledger.ts'
import type { PlannedEnd, PlannedSpawn } from './spawn-plan.ts'

/** What is said of one that says something and one that skips, after that was done to the database. */
async function complaintsAfter(harm: string): Promise<string[]> {
  await using place = await spawning()
  place.play('root', [spawn('talk', { label: 'talk' }), spawn('skip', { label: 'skip' })])
  place.play('skip', [announceSkip])
  await place.say('Go.')
  await place.settle()
  const path = join(place.world.folder, 'heddle.db')
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.exec(harm)
  database.close()
  const ledger = createSpawnLedger()
  ledger.roots.push({ id: place.id, isStopAsked: false })
  const plan = {
    spawns: [planned('talk', 'says'), planned('skip', 'skips')],
    inOneAnswer: true,
    waitId: null,
  }
  ledger.said.push({ sessionId: place.id, clientMessageId: 'm1', plan, isAcknowledged: true })
  return inspect(path, (looked) => checkRuns(looked, ledger))
}

function planned(id: string, end: PlannedEnd): PlannedSpawn {
  return { id, end, mode: 'run', cleanup: 'keep', below: null }
}

test('[SUB10] the rounds have nothing against sub-agents that were announced and heard once', async () => {
  assert.deepEqual(await complaintsAfter(''), [])
})

const copyEvent = (kind: string, payload = 'payload') => `
  insert into session_events (session_id, seq, id, kind, is_row, actor_kind, actor_name, turn_id, payload, created_at)
  select session_id, (select max(seq) + 1 from session_events m where m.session_id = e.session_id), id || 'x', kind,
    is_row, actor_kind, actor_name, turn_id, ${payload}, created_at
  from session_events e where kind = '${kind}' order by seq limit 1;`

const seen: Record<string, [string, RegExp]> = {
  'one that is announced twice': [copyEvent('subagent.finished'), /announced 2 times/],
  'one that is not announced': [
    `delete from session_events where kind = 'subagent.finished'`,
    /announced 0 times/,
  ],
  'one that is announced as something else than it was': [
    `update runs set state = 'failed' where label = 'talk'`,
    /is failed, and was announced as success/,
  ],
  'one that ended as it could not': [
    `update runs set state = 'cancelled' where label = 'talk';
      update session_events set payload = json_set(payload, '$.status', 'cancelled') where kind = 'subagent.finished'`,
    /ended as cancelled, and says/,
  ],
  'one of which nobody heard': [
    `update session_events set payload = json_set(payload, '$.messages', json('[]')) where kind = 'turn.started'`,
    /talk\) \[SUB10\] was heard 0 times/,
  ],
  'one that was heard twice': [
    `${copyEvent('turn.started', `json_object('messages', json_array((select finished_event_id from runs where label = 'talk')))`)}`,
    /heard 2 times/,
  ],
  'one that skipped and was heard all the same': [
    `${copyEvent('turn.started', `json_object('messages', json_array((select finished_event_id from runs where label = 'skip')))`)}`,
    /skip\) \[SUB10\] was heard 1 times/,
  ],
  'one that is still at work': [
    `update runs set ended_at = null, state = 'running' where label = 'talk'`,
    /is still running/,
  ],
  'one that was spawned twice': [`update runs set label = 'talk'`, /talk was spawned 2 times/],
  'one that nobody asked for': [
    `update runs set label = 'other' where label = 'talk'`,
    /asked for by nobody/,
  ],
  'one that was accepted and is gone': [
    `delete from runs where label = 'talk'`,
    /was accepted for .*, and is not there/,
  ],
  'one that has no destination': [`delete from completions`, /has 0 destinations/],
  'one whose session is still open': [
    `update sessions set state = 'idle' where kind = 'subagent'`,
    /has ended, and its session is idle/,
  ],
  'one that nothing will archive': [
    `delete from work where kind = 'sessions.archive-subagent'`,
    /has 0 archive timers/,
  ],
}
for (const [what, [harm, complaint]] of Object.entries(seen)) {
  test(`[I2] [SUB10] the rounds see ${what}`, async () => {
    assert.match((await complaintsAfter(harm)).join('\n'), complaint)
  })
}
