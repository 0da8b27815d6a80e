import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { openTestSessions, type TestSessions } from '../../test-support/open-test-sessions.ts'
import type { PersonActor } from '../people/people.ts'

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

test('[SES12] a page of what needs me is read from an index, however many sessions there are', async () => {
  const { world, ann } = await open()
  await using _ = world
  let asked = ''
  const reader = {
    async all(query: { compile(): { sql: string; parameters: readonly unknown[] } }) {
      const { sql, parameters } = query.compile()
      if (sql.includes('session_attendance')) asked = sql
      return world.store.read((r) => r.all({ compile: () => ({ sql, parameters }) as never }))
    },
  }
  const one = async (query: never) => (await reader.all(query))[0]
  await world.sessions.list({ ...reader, one } as never, ann, { needs: 'me' }, { limit: 20 })
  const plan = await world.store.read((r) =>
    r.all<{ detail: string }>({
      compile: () => ({ sql: `explain query plan ${asked}`, parameters: [] }) as never,
    }),
  )
  const steps = plan.map(({ detail }) => detail)
  assert.ok(
    steps.some((step) => step.includes('sessions_that_wait')),
    steps.join('\n'),
  )
  assert.ok(!steps.some((step) => /^SCAN|TEMP B-TREE/.test(step)), steps.join('\n'))
})
