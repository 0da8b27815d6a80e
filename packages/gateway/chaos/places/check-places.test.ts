// The eyes of the rounds of places: each thing that they are there to see is done to a healthy house, or to what its platform
// remembers, and seen.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import type { Platform } from '@heddle/emulators/loopback/platform'
import { type HearingHouse, openHearingHouse } from '../../test-support/hearing-house.ts'
import { spawn } from '../../test-support/spawning-sessions.ts'
import { inspect } from '../inspect-database.ts'
import { checkArrivals } from './check-arrivals.ts'
import { checkBindings } from './check-bindings.ts'
import { checkConduct } from './check-conduct.ts'
import { checkDeliveries } from './check-deliveries.ts'
import { createPlaceLedger, type PlaceLedger } from './place-ledger.ts'

interface Scene {
  h: HearingHouse
  platform: Platform
  ledger: PlaceLedger
  /** The thread of the sub-agent. */
  thread: string
}

/** Somebody has a sub-agent spawned with a thread of its own, and one without; then they go on in the thread. */
async function openScene(): Promise<Scene> {
  const h = await openHearingHouse({ toolOrigins: [] })
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: true }
  const { user } = await h.member('kim')
  const long = 'It is woven, and that is a long story. '.repeat(120)
  const answers = [[spawn('weave', { label: 'looms', thread: true, mode: 'run' })], ['Somebody is on it.']]
  h.model.respond(({ system }) => (/^\{"task":/m.test(system) ? [long] : (answers.shift() ?? ['Yes?'])))
  const { platform } = h
  const ledger = createPlaceLedger(0, 0)
  const say = async (conversationId: string, text: string) => {
    const { id } = platform.say(user.id, conversationId, text)
    ledger.said.push({ id, conversationId, author: 'kim', text, fate: 'heard', at: h.clock.wall() })
    for (let i = 0; i < 4; i++) {
      await h.settle()
      h.clock.advance(limits.announceTogetherMs)
    }
    await h.settle()
  }
  await say(h.general, `${h.mention} weave it`)
  await say(h.general, `${h.mention} /subagents spawn main Dig.`)
  const thread = [...platform.state.conversations.values()].find(({ kind }) => kind === 'thread')?.id ?? ''
  await say(thread, 'In which colour?')
  await say(thread, '/unfocus')
  return { h, platform, ledger, thread }
}

async function complaintsAfter(harm: { sql?: string; act?(scene: Scene): void }): Promise<string> {
  const scene = await openScene()
  await using h = scene.h
  harm.act?.(scene)
  const path = join(h.folder, 'heddle.db')
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.exec(harm.sql ?? '')
  database.close()
  const { platform, ledger } = scene
  const complaints = inspect(path, (looked) => [
    ...checkDeliveries(looked, platform, ledger),
    ...checkArrivals(looked, platform, ledger),
    ...checkBindings(looked, platform, ledger),
    ...checkConduct(platform, ledger, []),
  ])
  return complaints.join('\n')
}

test('[I3] [I6] [I10] [BND1] [I20] [I30] the rounds have nothing against a house in which all went well', async () => {
  assert.equal(await complaintsAfter({}), '')
})

const told = `cause like 'completion:%' and part = 1`
/** The first message of ours there with that in its text. */
const ours = ({ platform }: Scene, words: string) => {
  const found = platform.visible().find(({ author, text }) => author.isBot && text.includes(words))
  assert.ok(found, words)
  return found
}

const seen: Record<string, [harm: Parameters<typeof complaintsAfter>[0], complaint: RegExp]> = {
  'an announcement that is there twice': [
    {
      act(scene) {
        const copy = ours(scene, 'It is woven')
        scene.platform.state.messages.set('999', { ...copy, id: '999' })
      },
    },
    /\[I6\] completion:.*can be seen 2 times/,
  ],
  'an announcement that nobody can see': [
    { act: (scene) => scene.platform.remove(ours(scene, 'It is woven').id) },
    /\[I6\] completion:.*can be seen 0 times/,
  ],
  'an announcement that was never put on record': [
    { sql: `delete from deliveries where cause like 'completion:%'` },
    /\[I3\] run_\w+ was told 0 times/,
  ],
  'an announcement that was withdrawn, and is told nowhere else': [
    { sql: `update deliveries set state = 'withdrawn', reason = 'undone' where cause like 'completion:%'` },
    /\[I3\] run_\w+ was told 0 times/,
  ],
  'an announcement that was to be changed into something, and that is gone': [
    { sql: `update deliveries set kind = 'edit', state = 'withdrawn', reason = 'undone' where ${told}` },
    /\[I3\] run_\w+ was told 0 times/,
  ],
  'an announcement that its place refused and that nobody told elsewhere': [
    {
      sql: `update deliveries set state = 'rejected', reason = 'place_refused',
          cause = (select 'turn:' || last_turn_id from runs where 'completion:' || id = cause)
        where ${told} and exists (select 1 from completions c
          where 'completion:' || c.run_id = cause and c.destination = 'bound')`,
    },
    /\[RTE7\] run_\w+ was refused in .*, and was not decided again/,
  ],
  'an announcement that was lost with its run': [{ sql: `delete from completions` }, /has 0 destinations/],
  'a message that is believed to be rejected, and stands there': [
    { sql: `update deliveries set state = 'rejected' where ${told}` },
    /is rejected .*can be seen 1 times/,
  ],
  'a message that is known by another id': [
    { sql: `update deliveries set platform_id = '100' where cause like 'turn:%'` },
    /\[DLV7\] turn:/,
  ],
  'a message that stands in another conversation': [
    {
      act: (scene) => {
        ours(scene, 'Yes?').conversationId = scene.h.general
      },
    },
    /\[I17\] turn:.*belongs into/,
  ],
  'an answer in a place that is not its turn’s': [
    { sql: `update turn_replies set conversation = 'loopback/main/elsewhere'` },
    /\[I17\] turn:.*another's/,
  ],
  'an answer that was never sent': [
    { sql: `delete from deliveries where cause like 'turn:%'` },
    /\[I3\] trn_\w+ was to be answered/,
  ],
  'an answer that was withdrawn': [
    { sql: `update deliveries set state = 'withdrawn', reason = 'undone' where cause like 'turn:%'` },
    /\[I3\] trn_\w+ was to be answered/,
  ],
  'an answer of which only the beginning was told': [
    { sql: `update deliveries set text = substr(text, 1, 2) where cause like 'turn:%'` },
    /\[I3\] trn_\w+ is told in part/,
  ],
  'parts out of order': [
    {
      sql: `update deliveries set platform_id = '1' where cause like 'completion:%' and part = 2`,
    },
    /\[DLV2\] completion:.*too early/,
  ],
  'a part that is missing and not spoken of': [
    { sql: `update deliveries set state = 'gave_up' where ${told}` },
    /\[I9\] part 2 of completion:.*does not say/,
  ],
  'a part that is not there at all': [
    { sql: `delete from deliveries where cause like 'completion:%' and part = 2` },
    /\[I9\] completion:.* has \d of \d parts/,
  ],
  'something that was left unknown': [
    { sql: `update deliveries set state = 'unknown' where ${told}` },
    /left unknown/,
  ],
  'a message that never came in': [
    { sql: `delete from arrivals where message_id is not null` },
    /\[I1\] never came in/,
  ],
  'a message that was taken by two turns': [
    {
      sql: `insert into session_events (session_id, seq, id, kind, is_row, actor_kind, actor_name, payload, created_at)
        select session_id, 9999, id || 'x', kind, is_row, actor_kind, actor_name, payload, created_at
        from session_events where kind = 'turn.started' and payload like '%evt_%' order by id limit 1`,
    },
    /\[I10\] \w+ was taken or cancelled 2 times/,
  ],
  'two events that became one message': [
    { sql: `update arrivals set message_id = (select min(message_id) from arrivals)` },
    /\[I10\] \w+ stands for \d events/,
  ],
  'one that may not speak and was heard': [
    {
      act({ ledger }) {
        for (const said of ledger.said) said.fate = 'nothing'
      },
    },
    /\[I18\] came in/,
  ],
  'messages that changed places': [
    {
      sql: `update arrivals set message_seq = 1000 - message_seq, session_id = 'one', conversation_id = 'one'`,
    },
    /\[REV4\] \d+ came too early/,
  ],
  'two bindings of one conversation': [
    {
      sql: `drop index bindings_at_place; update bindings set status = 'active';
        insert into bindings select id || 'x', channel, account_id, conversation_id, parent_conversation_id, place_kind,
          session_id, session_key, agent_id, target_kind, status, bound_by, bound_by_name, label, run_id, is_opened, idle_ms,
          max_age_ms, bound_at, last_activity_at, ended_at, end_reason, ended_by, look_at from bindings`,
    },
    /\[I16\] .* has 2 bindings in force/,
  ],
  'a session that was continued twice': [
    {
      sql: `update sessions set is_current = 0, key = 'one', continues_id = (select max(continues_id) from sessions)
        where kind = 'subagent'`,
    },
    /\[I19\] .* is continued by \d sessions/,
  ],
  'something heard by a binding that had ended': [
    { sql: `update arrivals set reason = 'bound', created_at = 9e15` },
    /\[I20\] \d+ was heard by a binding/,
  ],
  'something answered by a binding that had ended': [
    { sql: `update turn_replies set destination = 'bound', created_at = 9e15` },
    /\[I20\] trn_\w+ was answered by a binding/,
  ],
  'two farewells': [
    {
      sql: `drop index deliveries_once;
        update deliveries set cause = (select max(cause) from deliveries where cause like 'farewell:%')
        where cause like 'intro:%'`,
    },
    /\[BND5\] farewell:\w+ was said 2 times/,
  ],
  'a thread that nothing is bound to': [{ sql: `delete from bindings` }, /\[BND10\] is bound to nothing/],
  'a message above a thread that was given up': [
    { sql: `update deliveries set state = 'gave_up' where kind = 'open'` },
    /\[BND10\] is gave_up, and its message stands there/,
  ],
  'two messages above a thread': [
    {
      act(scene) {
        const anchor = ours(scene, 'speaks in this thread')
        scene.platform.state.messages.set('999', { ...anchor, id: '999' })
      },
    },
    /\[F13\] has 2 messages above it/,
  ],
  'a request before its time': [
    {
      act({ platform }) {
        for (const request of platform.truth.requests) request.isEarly = request.kind === 'send'
      },
    },
    /\[I30\] send in \d+ came early/,
  ],
  'two requests at a time in a conversation': [
    {
      act({ platform }) {
        const [first, second] = platform.truth.requests.filter(({ kind }) => kind === 'send')
        assert.ok(first && second)
        second.conversationId = first.conversationId
        second.isBeside = true
        first.endedAt = second.at + 10_000
      },
    },
    /\[I5\] send in \d+ came beside another/,
  ],
  'too many that were refused': [
    {
      act({ platform }) {
        const [one] = platform.truth.requests
        assert.ok(one)
        for (let i = 0; i < 2 * limits.refusedRequestsMax + 1; i++)
          platform.truth.begin(one, one.at).status = 403
      },
    },
    /\[I30\] \d+ requests were refused/,
  ],
}
for (const [what, [harm, complaint]] of Object.entries(seen)) {
  test(`[I3] [I6] [I20] the rounds see ${what}`, async () => {
    assert.match(await complaintsAfter(harm), complaint)
  })
}
