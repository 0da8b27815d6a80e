import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConnection } from '../../foundation/database/connection.ts'
import { migrate } from '../../foundation/database/migrate.ts'
import { readMigrations } from '../../foundation/database/real-migrations.ts'
import { openTestSessions, type TestSessions } from '../../../test-support/open-test-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { queries } from './usage-tables.ts'

const priced = {
  agents: { list: [{ id: 'main' }, { id: 'thrifty', model: 'local/unpriced' }] },
  models: {
    providers: {
      local: {
        kind: 'openai-compatible',
        baseUrl: 'http://127.0.0.1:9/v1',
        models: [{ id: 'priced', cost: { input: 2, output: 4 } }, { id: 'unpriced' }],
      },
    },
  },
} as const

async function hours(world: TestSessions) {
  const rows = await world.store.read((r) =>
    r.all(queries.selectFrom('usage_hours').selectAll().orderBy('hour')),
  )
  return rows.map((row) => ({ ...row }))
}

const refusal = { type: 'failed', error: { kind: 'refused', message: 'No.' } } as const

test('[USG1] a turn is counted under its hour, its first author, agent and model, with what it cost', async () => {
  await using world = await openTestSessions({ agents: priced })
  const ann = await world.signedIn('ann', 'member')
  const bob = await world.signedIn('bob', 'member')
  const id = await world.chat(ann.actor, { visibility: 'team' })
  const gate = Promise.withResolvers<void>()
  world.model.script({ type: 'wait', until: gate.promise }, 'one')
  await world.say(ann.actor, id, 'first')
  await world.breathe()
  await world.say(bob.actor, id, 'second')
  await world.say(ann.actor, id, 'third')
  gate.resolve()
  await world.work()
  const hour = Date.UTC(2026, 0, 5, 9)
  const both = { hour, agent_id: 'main', model: 'local/priced', turns: 1, unpriced_turns: 0 }
  const used = { input_tokens: 10, output_tokens: 5, cached_tokens: 0, cost_micros: 40 }
  assert.deepEqual(
    new Set(await hours(world)),
    new Set([
      { ...both, ...used, person_id: ann.person.id },
      { ...both, ...used, person_id: bob.person.id },
    ]),
    'the second turn is of whoever wrote the first of its two messages',
  )

  world.clock.advance(3_600_000)
  await world.say(ann.actor, id, 'an hour later')
  await world.work()
  await world.say(ann.actor, id, 'and again')
  await world.work()
  const [, , later] = await hours(world)
  assert.equal(later?.hour, hour + 3_600_000)
  assert.deepEqual([later?.turns, later?.input_tokens, later?.cost_micros], [2, 20, 80])
})

test('[USG1] turns that fail or are stopped count with what they used until then', async () => {
  await using world = await openTestSessions({
    agents: priced,
  })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script(toolCall('look'))
  world.model.script(refusal)
  await world.say(actor, id, 'fails after a step')
  await world.work()
  world.model.script(refusal)
  await world.say(actor, id, 'fails at once')
  await world.work()
  world.model.script('begun', { type: 'wait', until: new Promise(() => {}) })
  await world.say(actor, id, 'is stopped')
  while (world.model.running === 0) await world.breathe()
  await world.store.tx((t) => world.sessions.stop(t, actor, id))
  await world.work()
  const rows = await hours(world)
  assert.equal(rows.length, 1)
  assert.deepEqual(
    [rows[0]?.turns, rows[0]?.input_tokens, rows[0]?.cost_micros, rows[0]?.unpriced_turns],
    [3, 10, 40, 0],
  )
})

test('[USG1] a turn whose price nobody knows is counted apart; one that no model answered cost nothing', async () => {
  await using world = await openTestSessions({ agents: priced })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor, { agentId: 'thrifty' })
  await world.say(actor, id, 'hello')
  await world.work()
  world.model.script(refusal)
  await world.say(actor, id, 'refused')
  await world.work()
  const [row] = await hours(world)
  assert.deepEqual(
    [row?.model, row?.turns, row?.unpriced_turns, row?.cost_micros],
    ['local/unpriced', 2, 1, 0],
  )
})

test('[USG1] a crash in the middle of a turn counts it once, when it has ended', async () => {
  await using world = await openTestSessions({ agents: priced })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script('half', { type: 'wait', until: new Promise(() => {}) })
  await world.say(actor, id, 'hello')
  while (world.model.running === 0) await world.breathe()
  assert.deepEqual(await hours(world), [])
  await world.crash()
  await world.work()
  const [row, ...more] = await hours(world)
  assert.deepEqual([row?.turns, row?.input_tokens, more.length], [1, 10, 0])
})

test('[USG1] redacting the message afterwards changes nothing of it', async () => {
  await using world = await openTestSessions({ agents: priced })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  const { eventId } = await world.say(actor, id, 'hello')
  await world.work()
  const before = await hours(world)
  await world.store.tx((t) => world.sessions.redact(t, actor, id, eventId))
  await world.work()
  assert.deepEqual(await hours(world), before)
})

test('[USG1] [OPS5] the upgrade counts the turns that ended before it, by the same rules', () => {
  const db = openConnection(':memory:')
  const all = readMigrations()
  const quiet = { nowMs: 1, backup: () => undefined }
  migrate(
    db,
    all.filter(({ version }) => version < 6),
    quiet,
  )
  db.exec(`
    insert into people (id, handle, name, role, state, version, created_at, updated_at, search_text, preferences)
    values ('per_a', 'ann', 'Ann', 'member', 'active', 1, 0, 0, '', '{}');
    insert into sessions (id, key, key_owner, is_current, agent_id, kind, depth, state, title, title_from,
      search_text, visibility, seq, queued, input_tokens, output_tokens, cached_tokens, version, created_at,
      updated_at, active_at)
    values ('ses_1', 'k', '', 1, 'main', 'chat', 0, 'idle', '', 'none', '', 'team', 9, 0, 0, 0, 0, 1, 0, 0, 0);
    insert into session_events (session_id, seq, id, kind, is_row, actor_kind, actor_id, actor_name, caused_by,
      payload, created_at)
    values
      ('ses_1', 1, 'evt_1', 'message.user', 1, 'person', 'per_a', 'Ann', null, '{}', 0),
      ('ses_1', 2, 'evt_2', 'turn.started', 1, 'system', null, 'Heddle', 'evt_1', '{}', 0),
      ('ses_1', 3, 'evt_3', 'message.user', 1, 'guest', 'gst_1', 'Gus', null, '{}', 0),
      ('ses_1', 4, 'evt_4', 'turn.started', 1, 'system', null, 'Heddle', 'evt_3', '{}', 0);
    insert into turns (id, session_id, state, is_attempted, crashes, troubles, failures, step, started_seq, model,
      input_tokens, output_tokens, cached_tokens, cost_micros, started_at, ended_at)
    values
      ('trn_1', 'ses_1', 'succeeded', 0, 0, 0, 0, 1, 2, 'a/b', 10, 5, 1, 7, 0, 3600001),
      ('trn_2', 'ses_1', 'failed', 0, 0, 0, 0, 1, 2, 'a/b', 10, 5, 0, null, 0, 7199999),
      ('trn_3', 'ses_1', 'failed', 0, 0, 0, 0, 0, 2, 'a/b', 0, 0, 0, null, 0, 7200000),
      ('trn_4', 'ses_1', 'succeeded', 0, 0, 0, 0, 2, 4, 'a/b', 1, 1, 0, 3, 0, 7200000),
      ('trn_5', 'ses_1', 'running', 0, 0, 0, 0, 2, 4, 'a/b', 1, 1, 0, 3, 0, null);
  `)
  migrate(db, all, quiet)
  const columns = 'person_id, hour, turns, input_tokens, cached_tokens, cost_micros, unpriced_turns'
  const rows = db.all(`select ${columns} from usage_hours order by person_id, hour`, []) as object[]
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      ['', 7_200_000, 1, 1, 0, 3, 0],
      ['per_a', 3_600_000, 2, 20, 1, 7, 1],
      ['per_a', 7_200_000, 1, 0, 0, 0, 0],
    ],
  )
})
