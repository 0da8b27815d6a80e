import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { openTestSessions, type TestSessions } from '../../test-support/open-test-sessions.ts'
import { toolCall } from '../../test-support/scripted-model.ts'
import { held, spawn, spawning, withRules } from '../../test-support/spawning-sessions.ts'
import { toolOf } from '../../test-support/tool-of.ts'
import type { Actor, PersonActor } from '../people/people.ts'
import type { SessionFilter } from './sessions.ts'

async function open() {
  const world = await openTestSessions()
  const ann = (await world.signedIn('ann', 'member')).actor
  const bob = (await world.signedIn('bob', 'member')).actor
  const ask = async (actor: PersonActor, id: SessionId, text = 'please') => {
    await world.say(actor, id, text)
    await world.work()
    world.clock.advance(1_000)
  }
  return { world, ann, bob, ask }
}

const list = (
  world: TestSessions,
  actor: PersonActor,
  filter = {},
  page: { limit: number; cursor?: string } = { limit: 50 },
) => world.store.read((r) => world.sessions.list(r, actor, filter, page))
const needs = async (world: TestSessions, actor: PersonActor) =>
  (await list(world, actor, { needs: 'me' })).items.map(({ id }) => id)
const read = async (world: TestSessions, actor: PersonActor, id: SessionId, seq = 1_000) =>
  world.store.tx((t) => world.sessions.markRead(t, actor, id, seq))
const unread = async (world: TestSessions, actor: PersonActor, id: SessionId) => {
  const item = (await list(world, actor)).items.find((one) => one.id === id)
  const listed = await world.store.read((r) => world.sessions.listed(r, actor, id))
  assert.deepEqual(listed, item)
  return item?.unread
}

test('[SES12] a session is unread for whoever has not seen what others and agents did; not for who wrote last', async () => {
  const { world, ann, bob, ask } = await open()
  await using _ = world
  const id = await world.chat(ann, { participants: ['bob'] })
  assert.equal(await unread(world, ann, id), false)
  await world.say(ann, id, 'a note', { mode: 'note' })
  assert.deepEqual([await unread(world, ann, id), await unread(world, bob, id)], [false, true])
  const { seq } = await read(world, bob, id)
  assert.equal(await unread(world, bob, id), false)
  assert.equal((await list(world, bob)).items[0]?.readSeq, seq)
  await ask(bob, id)
  assert.deepEqual([await unread(world, ann, id), await unread(world, bob, id)], [true, true])
  await read(world, ann, id)
  await world.say(bob, id, 'one', { mode: 'note' })
  await world.say(ann, id, 'two', { mode: 'note' })
  // Her own word hides nothing of what he said before it.
  assert.equal(await unread(world, ann, id), true)
  assert.equal((await list(world, ann)).items[0]?.lastOutcome, 'succeeded')
})

test('[SES12] what the team may read and one never opened is no news; once opened, it is', async () => {
  const { world, ann, bob, ask } = await open()
  await using _ = world
  const id = await world.chat(bob, { visibility: 'team' })
  await ask(bob, id)
  assert.equal(await unread(world, ann, id), false)
  // Whoever opened it takes part in it.
  assert.equal(await unread(world, bob, id), true)
  await read(world, ann, id)
  await ask(bob, id)
  assert.equal(await unread(world, ann, id), true)
})

test('[SES12] what needs me: a turn ended where I take part and I have not read since, the newest end first', async () => {
  const { world, ann, bob, ask } = await open()
  await using _ = world
  const mine = await world.chat(ann)
  const shared = await world.chat(bob, { participants: ['ann'] })
  const team = await world.chat(bob, { visibility: 'team' })
  await ask(ann, mine)
  await ask(bob, shared)
  await ask(bob, team)
  // She wrote nothing in the team's; it does not wait for her.
  assert.deepEqual(await needs(world, ann), [shared, mine])
  await ask(ann, team)
  assert.deepEqual(await needs(world, ann), [team, shared, mine])
  assert.deepEqual(await needs(world, bob), [team, shared])
  await read(world, ann, shared)
  assert.deepEqual(await needs(world, ann), [team, mine])
  // Reading a part is not enough; and what one says oneself is no answer.
  await read(world, ann, mine, 2)
  await world.say(ann, mine, 'a note', { mode: 'note' })
  assert.deepEqual(await needs(world, ann), [team, mine])
  const one = await list(world, ann, { needs: 'me' }, { limit: 1 })
  const two = await list(world, ann, { needs: 'me' }, { limit: 1, cursor: one.next! })
  assert.deepEqual([one.items[0]?.id, two.items[0]?.id, two.next], [team, mine, undefined])
  await assert.rejects(() => list(world, ann, {}, { limit: 1, cursor: one.next! }), { code: 'bad_cursor' })
})

test('[SES12] a failed turn needs me, one that was stopped does not, nor does an archived session', async () => {
  const { world, ann, ask } = await open()
  await using _ = world
  const id = await world.chat(ann)
  world.model.script({ type: 'failed', error: { kind: 'refused', message: 'No.' } })
  await ask(ann, id)
  assert.deepEqual(await needs(world, ann), [id])
  assert.equal((await list(world, ann)).items[0]?.lastOutcome, 'failed')
  world.model.script({ type: 'wait', until: new Promise(() => {}) })
  await world.say(ann, id, 'again')
  await world.breathe()
  await world.store.tx((t) => world.sessions.stop(t, ann, id))
  await world.work()
  assert.deepEqual(await needs(world, ann), [])
  await ask(ann, id)
  assert.deepEqual(await needs(world, ann), [id])
  await world.store.tx((t) => world.sessions.archive(t, ann, id))
  assert.deepEqual(await needs(world, ann), [])
})

test('[SES12] [SES7] a session that one may no longer see needs nobody', async () => {
  const { world, ann, bob, ask } = await open()
  await using _ = world
  const change = (id: SessionId, input: object) =>
    world.store.tx((t) => world.sessions.change(t, bob, id, input))
  const shared = await world.chat(bob, { participants: ['ann'] })
  const team = await world.chat(bob, { visibility: 'team' })
  await ask(ann, shared)
  await ask(ann, team)
  assert.deepEqual(await needs(world, ann), [team, shared])
  await change(shared, { participants: ['bob'] })
  await change(team, { visibility: 'private' })
  assert.deepEqual(await needs(world, ann), [])
  await ask(bob, team)
  await change(team, { visibility: 'team' })
  assert.deepEqual(await needs(world, ann), [])
})

test('[SUB14] [SES7] sub-agents stand below their session: in a list of those, and where something is searched for', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  const { world, ann, id } = scene
  scene.play('root', [spawn('plan the garden'), spawn('count the seeds')])
  scene.play('plan the garden', [spawn('dig the garden')])
  await scene.say('A garden, please')
  await scene.settle()
  const [plan, count] = [await scene.run('plan the garden'), await scene.run('count the seeds')]
  const dig = await scene.run('dig the garden')
  for (const visibility of ['private', 'team'] as const) {
    await world.store.tx((t) => world.sessions.change(t, ann, id, { visibility }))
    for (const actor of [ann, world.operator]) {
      const ids = async (filter: SessionFilter) =>
        (await world.store.read((r) => world.sessions.list(r, actor, filter, { limit: 50 }))).items
          .map((one) => one.id)
          .toSorted()
      assert.deepEqual(await ids({}), [id])
      assert.deepEqual(await ids({ parent: id }), [plan.sessionId, count.sessionId].toSorted())
      assert.deepEqual(await ids({ parent: id, state: 'over' }), [plan.sessionId, count.sessionId].toSorted())
      assert.deepEqual(await ids({ parent: id, text: 'seeds' }), [count.sessionId])
      assert.deepEqual(await ids({ parent: plan.sessionId }), [dig.sessionId])
      assert.deepEqual(await ids({ parent: dig.sessionId }), [])
      assert.deepEqual(await ids({ text: 'garden' }), [id, plan.sessionId, dig.sessionId].toSorted())
      const told = await world.store.read((r) => world.sessions.listed(r, actor, plan.sessionId))
      assert.equal(told, undefined, 'no list of sessions hears of it')
      assert.equal((await world.store.read((r) => world.sessions.listed(r, actor, id)))?.id, id)
    }
  }
  const page = await list(world, ann, { parent: id }, { limit: 1 })
  const next = await list(world, ann, { parent: id }, { limit: 1, cursor: page.next! })
  assert.deepEqual([page.items.length, next.items.length, next.next], [1, 1, undefined])
  assert.notEqual(page.items[0]?.id, next.items[0]?.id)
})

test('[SUB14] [SES12] [AGT6] a session needs me while a call of a sub-agent below it waits for a word, seen or not', async () => {
  await using scene = await spawning({
    ...withRules({ maxSpawnDepth: 2 }),
    toolOrigins: [toolOf({ name: 'send', policy: 'ask' })],
  })
  const { world, ann, id } = scene
  const gate = held('The letter is sent.')
  scene.play('root', [spawn('plan')], ['It is on its way.'])
  scene.play('plan', [spawn('write')])
  scene.play('write', [toolCall('send', {})], gate.answer)
  const told = new Set<string>()
  world.sessions.feed.listen({ listed: (one) => void told.add(one) })
  await scene.say('Write to them')
  await scene.pass()
  assert.ok(told.has(id), 'whoever looks at a list hears of it')
  const asks = async () => (await list(world, ann)).items[0]?.approvalsBelow
  assert.deepEqual([await needs(world, ann), await asks()], [[id], 1])
  await read(world, ann, id)
  assert.deepEqual(await needs(world, ann), [id], 'having seen it does not settle it')
  const { items } = await world.store.read((r) =>
    world.sessions.listApprovals(r, ann, { state: 'pending' }, { limit: 9 }),
  )
  assert.deepEqual(
    items.map(({ sessionId }) => sessionId),
    [(await scene.run('write')).sessionId],
  )
  await world.store.tx((t) => world.sessions.decideApproval(t, ann, items[0]!.id, { decision: 'once' }))
  await scene.pass()
  assert.deepEqual([await needs(world, ann), await asks()], [[], 0])
  gate.go()
  await scene.settle()
  assert.deepEqual(await needs(world, ann), [id], 'and again once the answer is there')
})

test('[SUB14] [SES12] what a word below was wanted for does not hide an end that nobody has seen', async () => {
  await using scene = await spawning({ toolOrigins: [toolOf({ name: 'send', policy: 'ask' })] })
  const { world, ann, id } = scene
  scene.play('root', [spawn('write')], ['It is on its way.'])
  scene.play('write', [toolCall('send', {})])
  await scene.say('Write to them')
  await scene.settle()
  await world.store.tx((t) => world.sessions.stop(t, ann, id))
  await scene.settle()
  assert.equal((await list(world, ann)).items[0]?.approvalsBelow, 0)
  assert.deepEqual(await needs(world, ann), [id], 'its own answer still waits to be read')
  await read(world, ann, id)
  assert.deepEqual(await needs(world, ann), [])
})

test('[SUB14] [SES12] a sub-agent needs me, and is unread, where I spoke to it myself; nobody else', async () => {
  await using scene = await spawning()
  const { world, ann, id } = scene
  const bob = (await world.signedIn('bob', 'member')).actor
  await world.store.tx((t) => world.sessions.change(t, ann, id, { participants: ['ann', 'bob'] }))
  scene.play('root', [spawn('stay', { mode: 'session' })])
  await scene.say('go')
  await scene.settle()
  const stay = (await scene.run('stay')).sessionId
  await read(world, ann, id)
  await read(world, bob, id)
  const isUnread = async (actor: PersonActor) => (await list(world, actor, { parent: id })).items[0]?.unread
  assert.deepEqual([await needs(world, ann), await needs(world, bob)], [[], []])
  assert.deepEqual([await isUnread(ann), await isUnread(bob)], [false, false])
  await world.say(ann, stay, 'And what about tomorrow?')
  await scene.settle()
  assert.deepEqual([await needs(world, ann), await needs(world, bob)], [[stay], []])
  assert.deepEqual([await isUnread(ann), await isUnread(bob)], [true, false])
})

/** How SQLite carries out what a list asks about sessions. */
async function planOfList(world: TestSessions, actor: Actor, filter: object): Promise<string[]> {
  const asked: string[] = []
  const reader = {
    async all(query: { compile(): { sql: string; parameters: readonly unknown[] } }) {
      const { sql, parameters } = query.compile()
      if (sql.includes('"sessions"."search_text"')) asked.push(sql)
      return world.store.read((r) => r.all({ compile: () => ({ sql, parameters }) as never }))
    },
  }
  const one = async (query: never) => (await reader.all(query))[0]
  await world.sessions.list({ ...reader, one } as never, actor, filter, { limit: 20 })
  const steps: string[] = []
  for (const sql of asked) {
    const plan = await world.store.read((r) =>
      r.all<{ detail: string }>({
        compile: () => ({ sql: `explain query plan ${sql}`, parameters: [] }) as never,
      }),
    )
    steps.push(...plan.map(({ detail }) => detail))
  }
  return steps
}

const plans: [string, { as?: 'operator' } & SessionFilter, string[]][] = [
  ['what needs me', { needs: 'me' }, ['sessions_that_wait']],
  ['all sessions', {}, ['sessions_of_team_top', 'sessions_of_person_top']],
  ['archived ones', { state: 'archived' }, ['sessions_of_team_top_archived', 'sessions_of_person_top']],
  ['the sub-agents of one', { parent: 'ses_1' }, ['sessions_by_parent']],
  ['everything there is', { as: 'operator' }, ['sessions_by_activity_top']],
]

for (const [what, { as, ...filter }, indexes] of plans) {
  test(`[SES12] [SUB14] a page of ${what} is read from an index, however many sessions and sub-agents there are`, async () => {
    const { world, ann } = await open()
    await using _ = world
    const steps = await planOfList(world, as === 'operator' ? world.operator : ann, filter)
    for (const index of indexes) {
      assert.ok(
        steps.some((step) => step.includes(`INDEX ${index} `) || step.endsWith(`INDEX ${index}`)),
        steps.join('\n'),
      )
    }
    const reads = steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step))
    // In the order of an index, from where the page begins.
    assert.deepEqual(
      reads.filter((step) => !/^SCAN \S+ USING INDEX \w+_top\w*$/.test(step)),
      [],
      steps.join('\n'),
    )
  })
}
