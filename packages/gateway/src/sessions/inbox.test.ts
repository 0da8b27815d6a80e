import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { kindsOf, openTestSessions, type TestSessions } from '../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import type { PersonActor } from '../people/people.ts'

/** A session whose agent is busy, with three messages waiting: two of Ann's, then one of Bob's. */
async function busySession() {
  const world = await openTestSessions()
  const ann = (await world.signedIn('ann', 'member')).actor
  const bob = (await world.signedIn('bob', 'member')).actor
  const admin = (await world.signedIn('alma', 'admin')).actor
  const id = await world.chat(ann, { visibility: 'team' })
  const gate = Promise.withResolvers<void>()
  world.model.script({ type: 'wait', until: gate.promise }, 'busy')
  await world.say(ann, id, 'begin')
  await world.breathe()
  const first = await world.say(ann, id, 'one')
  const second = await world.say(ann, id, 'two')
  const third = await world.say(bob, id, 'three')
  return { world, ann, bob, admin, id, go: gate.resolve, first, second, third }
}

const queued = async (world: TestSessions, actor: PersonActor, id: string) =>
  (await world.store.read((r) => world.sessions.queue(r, actor, id))).map(({ text }) => text)

const asked = (world: TestSessions) =>
  world.model.requests.at(-1)?.messages.map((message) => (message.role === 'tool' ? '' : message.text))

test('[SES9] the author edits what waits; others do not', async () => {
  const { world, ann, bob, admin, id, go, first } = await busySession()
  await using _ = world
  const edit = (actor: PersonActor, text: string) =>
    world.store.tx((t) => world.sessions.editQueued(t, actor, id, first.eventId, text))
  await edit(ann, 'one, better')
  await assert.rejects(() => edit(bob, 'mine now'), refusedWith('not_allowed'))
  await assert.rejects(() => edit(admin, 'mine now'), refusedWith('not_allowed'))
  assert.deepEqual(await queued(world, bob, id), ['one, better', 'two', 'three'])
  go()
  await world.work()
  assert.deepEqual(asked(world), ['begin', 'busy', 'one, better', 'two', 'three'])
  await assert.rejects(() => edit(ann, 'too late'), refusedWith('not_queued'))
  const edited = (await world.log(id)).find(({ kind }) => kind === 'message.edited')
  assert.deepEqual(edited?.payload, { messageId: first.eventId, text: 'one, better' })
})

test('[SES9] author or admin cancels what waits', async () => {
  const { world, ann, bob, admin, id, go, first, third } = await busySession()
  await using _ = world
  const cancel = (actor: PersonActor, eventId: string) =>
    world.store.tx((t) => world.sessions.cancelQueued(t, actor, id, eventId))
  await assert.rejects(() => cancel(bob, first.eventId), refusedWith('not_allowed'))
  await cancel(ann, first.eventId)
  await cancel(admin, third.eventId)
  await assert.rejects(() => cancel(ann, first.eventId), refusedWith('not_queued'))
  go()
  await world.work()
  assert.deepEqual(asked(world), ['begin', 'busy', 'two'])
  const messages = (await world.timeline(id)).filter(({ kind }) => kind === 'message.user')
  assert.deepEqual(messages.at(-1)?.payload['cancelled'], { by: 'alma', why: 'admin' })
})

test('[SES9] any participant reorders what waits', async () => {
  const { world, ann, bob, id, go, first, third } = await busySession()
  await using _ = world
  const viewer = (await world.signedIn('vera', 'viewer')).actor
  const move = (actor: PersonActor, eventId: string, position: number) =>
    world.store.tx((t) => world.sessions.moveQueued(t, actor, id, eventId, position))
  await move(ann, third.eventId, 0)
  assert.deepEqual(await queued(world, ann, id), ['three', 'one', 'two'])
  await move(bob, first.eventId, 99)
  assert.deepEqual(await queued(world, ann, id), ['three', 'two', 'one'])
  await assert.rejects(() => move(viewer, first.eventId, 0), refusedWith('not_allowed'))
  go()
  await world.work()
  assert.deepEqual(asked(world), ['begin', 'busy', 'three', 'two', 'one'])
})

test('[SES9] what waits is bounded, and the answer says what to do', async () => {
  await using world = await openTestSessions({ runTwiceShare: 0 })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  world.model.script({ type: 'wait', until: new Promise(() => undefined) })
  await world.say(actor, id, 'begin')
  await world.breathe()
  for (let i = 0; i < limits.queuedMessagesMax; i++) await world.say(actor, id, `message ${i}`)
  await assert.rejects(() => world.say(actor, id, 'one too many'), refusedWith('limit_reached'))
  await world.say(actor, id, 'a note still fits', { mode: 'note' })
  assert.equal((await queued(world, actor, id)).length, limits.queuedMessagesMax)
})

test('[I24] whatever happens to the queue, the log has no hole and reads the same from anywhere', async () => {
  const { world, ann, id, go, first, second } = await busySession()
  await using _ = world
  await world.store.tx((t) => world.sessions.editQueued(t, ann, id, first.eventId, 'edited'))
  await world.store.tx((t) => world.sessions.moveQueued(t, ann, id, second.eventId, 0))
  await world.store.tx((t) => world.sessions.cancelQueued(t, ann, id, first.eventId))
  go()
  await world.work()
  const log = await world.log(id)
  assert.deepEqual(
    log.map(({ seq }) => seq),
    log.map((_event, i) => i + 1),
  )
  for (const [i, event] of log.entries()) {
    assert.ok(i === 0 || event.createdAt >= log[i - 1]!.createdAt)
    const rest = await world.store.read((r) => world.sessions.logAfter(r, id, i, 1_000))
    assert.deepEqual(rest, log.slice(i))
  }
  assert.ok(kindsOf(log).includes('queue.reordered'))
})

test('[SES6] [SES10] a title follows the message that gave it, so that redacting leaves no word of either text', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  const { eventId } = await world.say(actor, id, 'The password is tulip')
  await world.store.tx((t) => world.sessions.editQueued(t, actor, id, eventId, 'Plan the week'))
  const title = async () => (await world.store.read((r) => world.sessions.find(r, actor, id))).title
  assert.equal(await title(), 'Plan the week')
  await world.store.tx((t) => world.sessions.redact(t, actor, id, eventId))
  assert.equal(await title(), '')
})
