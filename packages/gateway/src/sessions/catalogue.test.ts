import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { openTestSessions, type TestSessions } from '../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import type { PersonActor } from '../people/people.ts'

const find = (world: TestSessions, actor: PersonActor, id: string) =>
  world.store.read((r) => world.sessions.find(r, actor, id))
const list = (world: TestSessions, actor: PersonActor, more = {}, page = { limit: 50 }) =>
  world.store.read((r) => world.sessions.list(r, actor, more, page))

async function threePeople(world: TestSessions) {
  const ann = (await world.signedIn('ann', 'member')).actor
  const bob = (await world.signedIn('bob', 'member')).actor
  const boss = (await world.signedIn('boss', 'owner')).actor
  return { ann, bob, boss }
}

test('[SES7] a private session is there for its participants alone, whatever the role of others', async () => {
  await using world = await openTestSessions()
  const { ann, bob, boss } = await threePeople(world)
  const id = await world.chat(ann, { participants: ['bob'] })
  assert.deepEqual(
    (await find(world, bob, id)).participants.map(({ handle }) => handle),
    ['ann', 'bob'],
  )
  for (const attempt of [
    () => find(world, boss, id),
    () => world.say(boss, id, 'let me in'),
    () => world.store.tx((t) => world.sessions.stop(t, boss, id)),
    () => world.store.tx((t) => world.sessions.archive(t, boss, id)),
    () => world.store.tx((t) => world.sessions.change(t, boss, id, { title: 'mine' })),
    () => world.store.read((r) => world.sessions.timeline(r, boss, id, { limit: 1 })),
    () => world.store.read((r) => world.sessions.queue(r, boss, id)),
    () => world.store.tx((t) => world.sessions.markRead(t, boss, id, 1)),
  ]) {
    await assert.rejects(attempt, refusedWith('not_found'))
  }
  assert.equal(await world.store.read((r) => world.sessions.mayRead(r, boss, id)), false)
  assert.deepEqual((await list(world, boss)).items, [])
  assert.equal((await list(world, bob)).items.length, 1)
})

test('[SES7] a team session is read by everyone and written in by every member; a viewer only reads', async () => {
  await using world = await openTestSessions()
  const { ann, bob } = await threePeople(world)
  const viewer = (await world.signedIn('vera', 'viewer')).actor
  const id = await world.chat(ann, { visibility: 'team' })
  assert.equal((await find(world, viewer, id)).id, id)
  await world.say(bob, id, 'hello')
  await assert.rejects(() => world.say(viewer, id, 'hello'), refusedWith('not_allowed'))
  await assert.rejects(() => world.chat(viewer), refusedWith('not_allowed'))
})

test('[CNV5] only whoever opened a private session lets others in; anyone may leave', async () => {
  await using world = await openTestSessions()
  const { ann, bob } = await threePeople(world)
  const id = await world.chat(ann, { participants: ['bob'] })
  const change = (actor: PersonActor, input: object) =>
    world.store.tx((t) => world.sessions.change(t, actor, id, input))
  await assert.rejects(() => change(bob, { visibility: 'team' }), refusedWith('not_allowed'))
  await assert.rejects(
    () => change(bob, { participants: ['ann', 'bob', 'boss'] }),
    refusedWith('not_allowed'),
  )
  await change(bob, { participants: ['ann'] })
  await assert.rejects(() => find(world, bob, id), refusedWith('not_found'))
  await assert.rejects(() => change(ann, { participants: ['nobody'] }), refusedWith('bad_input'))
  await assert.rejects(() => change(ann, { participants: ['bob'] }), refusedWith('bad_input'))
  assert.equal((await change(ann, { visibility: 'team' })).visibility, 'team')
  assert.equal((await find(world, bob, id)).visibility, 'team')
  const audited = await world.store.read((r) => world.people.listAudit(r, world.operator, { limit: 10 }))
  assert.ok(audited.items.some(({ action }) => action === 'session.disclose'))
})

test('[SES7] who loses a session is looked at again at once', async () => {
  await using world = await openTestSessions()
  const { ann } = await threePeople(world)
  const id = await world.chat(ann, { participants: ['bob'] })
  const changed: string[] = []
  world.sessions.feed.listen({
    appended: () => undefined,
    delta: () => undefined,
    reset: () => undefined,
    listed: () => undefined,
    accessChanged: (sessionId) => changed.push(sessionId),
    personAppended: () => undefined,
  })
  await world.store.tx((t) => world.sessions.change(t, ann, id, { participants: ['ann'] }))
  assert.deepEqual(changed, [id])
})

test('[SES7] a change names the version it was made on, or is refused', async () => {
  await using world = await openTestSessions()
  const { ann } = await threePeople(world)
  const id = await world.chat(ann)
  const before = await find(world, ann, id)
  const renamed = await world.store.tx((t) =>
    world.sessions.change(t, ann, id, { title: 'Deploy' }, before.version),
  )
  assert.equal(renamed.title, 'Deploy')
  await assert.rejects(
    () => world.store.tx((t) => world.sessions.change(t, ann, id, { title: 'Other' }, before.version)),
    refusedWith('changed_meanwhile'),
  )
  await world.say(ann, id, 'a first message does not rename what a person named')
  assert.equal((await find(world, ann, id)).title, 'Deploy')
})

test('[CNV1] a session is found by id and by key in any letter case', async () => {
  await using world = await openTestSessions()
  const { ann } = await threePeople(world)
  const id = await world.chat(ann)
  const { key } = await find(world, ann, id)
  assert.match(key, /^agent:main:web:[0-9a-f-]{36}$/)
  assert.equal((await find(world, ann, key.toUpperCase())).id, id)
  await assert.rejects(() => find(world, ann, 'agent:main:web:nope'), refusedWith('not_found'))
})

test('[CNV1] an agent that does not exist is refused with the nearest that does', async () => {
  await using world = await openTestSessions()
  const { ann } = await threePeople(world)
  await assert.rejects(
    () => world.chat(ann, { agentId: 'mian' }),
    (error: unknown) =>
      refusedWith('unknown_agent')(error) &&
      (error as { issues: { nearest?: string }[] }).issues[0]?.nearest === 'main',
  )
})

test('[SES7] the list is in the order of activity, in pages, with filters', async () => {
  await using world = await openTestSessions()
  const { ann, bob } = await threePeople(world)
  const made: SessionId[] = []
  for (let i = 0; i < 7; i++) {
    world.clock.advance(1_000)
    made.push(
      await world.chat(i % 2 === 0 ? ann : bob, {
        visibility: i % 3 === 0 ? 'team' : 'private',
        title: `Number ${i}`,
      }),
    )
  }
  world.clock.advance(1_000)
  await world.say(ann, made[0]!, 'newest activity')
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list(world, ann, {}, { limit: 2, ...(cursor !== undefined && { cursor }) })
    seen.push(...page.items.map(({ title }) => title))
    cursor = page.next
  } while (cursor !== undefined)
  assert.deepEqual(seen, ['Number 0', 'Number 6', 'Number 4', 'Number 3', 'Number 2'])
  const titled = await list(world, ann, { text: 'NUMBER 4' })
  assert.deepEqual(
    titled.items.map(({ title }) => title),
    ['Number 4'],
  )
  assert.equal((await list(world, ann, { agent: 'other' })).items.length, 0)
  await world.store.tx((t) => world.sessions.archive(t, ann, made[4]!))
  assert.equal((await list(world, ann)).items.length, 4)
  assert.deepEqual(
    (await list(world, ann, { state: 'archived' })).items.map(({ title }) => title),
    ['Number 4'],
  )
  await assert.rejects(
    () => list(world, ann, {}, { limit: 2, cursor: 'x' } as never),
    refusedWith('bad_cursor'),
  )
})

test('[CNV7] an archived session stays readable and takes nothing more', async () => {
  await using world = await openTestSessions()
  const { ann } = await threePeople(world)
  const id = await world.chat(ann)
  world.model.script({ type: 'wait', until: new Promise(() => undefined) })
  await world.say(ann, id, 'hello')
  await world.breathe()
  await world.store.tx((t) => world.sessions.archive(t, ann, id))
  await world.work()
  assert.equal((await find(world, ann, id)).state, 'archived')
  assert.equal((await world.timeline(id)).at(-1)?.payload['outcome'], 'cancelled')
  await assert.rejects(() => world.say(ann, id, 'still there?'), refusedWith('session_archived'))
})

test('[CNV4] a fresh session takes the key; an archived old one names it', async () => {
  await using world = await openTestSessions()
  const { ann } = await threePeople(world)
  const id = await world.chat(ann, { participants: ['bob'] })
  const { key } = await find(world, ann, id)
  const fresh = await world.store.tx((t) => world.sessions.renew(t, ann, id))
  assert.equal((await find(world, ann, key)).id, fresh.id)
  assert.deepEqual(
    fresh.participants.map(({ handle }) => handle),
    ['ann', 'bob'],
  )
  assert.equal((await find(world, ann, id)).successorId, fresh.id)
  await world.say(ann, id, 'the old one still hears')
  await world.store.tx((t) => world.sessions.archive(t, ann, id))
  await assert.rejects(
    () => world.say(ann, id, 'and now?'),
    (error: unknown) => refusedWith('session_archived')(error) && (error as Error).message.includes(fresh.id),
  )
})

test('[SES1] what a session is stands in columns; a key that says otherwise changes nothing', async () => {
  await using world = await openTestSessions()
  const { ann } = await threePeople(world)
  const key = 'agent:other:subagent:1234:subagent:5678'
  const opened = await world.store.tx((t) =>
    world.sessions.open(t, ann, { agentId: 'main', key, visibility: 'private' }),
  )
  const { id, agentId, kind, depth, parentId } = await find(world, ann, key)
  assert.deepEqual(
    { id, agentId, kind, depth, parentId },
    {
      id: opened.id,
      agentId: 'main',
      kind: 'chat',
      depth: 0,
      parentId: null,
    },
  )
})
