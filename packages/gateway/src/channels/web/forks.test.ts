// Forking, choosing a model and what needs someone, over HTTP.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type ListedSessionJson, type WholeSessionJson } from '@heddle/contract'
import { type KnownPerson, knownPerson } from '../../../test-support/known-person.ts'
import { openTestDoor } from '../../../test-support/open-test-door.ts'

async function openHouse() {
  const house = await openTestDoor()
  const kim = await knownPerson(house, 'kim', 'member')
  const lou = await knownPerson(house, 'lou', 'member')
  const id = await house.chat(kim.actor, { visibility: 'team' })
  await house.say(kim.actor, id, 'Name a boat')
  await house.work()
  const events = await house.timeline(id)
  const fork = (who: KnownPerson, body: object, headers: Record<string, string> = {}) =>
    house.ask('POST', `/sessions/${id}/fork`, { headers: { ...who.headers, ...headers }, body })
  return { house, kim, lou, id, events, fork, [Symbol.asyncDispose]: () => house.close() }
}

test('[SES10] a fork is made once for its key, and what is said in it is answered there', async () => {
  await using all = await openHouse()
  const { house, lou, id, events, fork } = all
  const input = { eventId: events[0]!.eventId, body: 'Name a dog' }
  const made = await fork(lou, input, { 'Idempotency-Key': 'f1' })
  assert.equal(made.status, 201)
  const session: WholeSessionJson = made.body
  assert.deepEqual(session.forkedFrom, { sessionId: id, eventId: input.eventId })
  assert.deepEqual(
    [session.visibility, session.createdBy, session.queued],
    ['private', lou.actor.personId, 1],
  )
  const again = await fork(lou, input, { 'Idempotency-Key': 'f1' })
  assert.deepEqual([again.status, again.body.id], [201, session.id])
  await house.work()
  const timeline = await house.ask('GET', `/sessions/${session.id}/timeline`, { headers: lou.headers })
  const texts = timeline.body.items.map(({ payload }: { payload: { text?: string } }) => payload.text)
  assert.deepEqual(texts.filter(Boolean).slice(1), ['Name a dog', 'You said: Name a dog'])
})

test('[SES10] [API11] what is wrong with a fork is said by its field', async () => {
  await using all = await openHouse()
  const { lou, events, fork } = all
  const field = async (body: object) => {
    const { status, body: answer } = await fork(lou, body)
    return [status, answer.error.issues[0].field]
  }
  const { eventId } = events.at(-1)!
  assert.deepEqual(await field({}), [400, 'eventId'])
  assert.deepEqual(await field({ eventId: 'evt_none' }), [404, 'eventId'])
  assert.deepEqual(await field({ eventId, body: 'x' }), [400, 'eventId'])
  assert.deepEqual(await field({ eventId: events[0]!.eventId, body: ' ' }), [400, 'body'])
  assert.deepEqual(await field({ eventId, attachments: ['fil_x'] }), [400, 'attachments'])
})

test('[SES10] of a fork whose new message is refused nothing is left', async () => {
  await using all = await openHouse()
  const { house, lou, events, fork } = all
  const refused = await fork(lou, { eventId: events[0]!.eventId, body: 'look', attachments: ['fil_none'] })
  assert.equal(refused.body.error.code, 'unknown_file')
  const mine = await house.ask('GET', '/sessions', { headers: lou.headers })
  assert.equal(mine.body.items.length, 1)
})

test('[SES10] [ATT1] in a fork files can be sent without words, and files without a message are refused by their field', async () => {
  await using all = await openHouse()
  const { house, lou, events, fork } = all
  const file = await house.upload(lou.actor, 'a plan', { name: 'plan.txt' })
  const { eventId } = events[0]!
  const made = await fork(lou, { eventId, body: '', attachments: [file.id] })
  assert.equal(made.status, 201)
  const said = (await house.timeline(made.body.id)).find(({ kind }) => kind === 'message.user')
  const names = ((said?.payload['attachments'] ?? []) as { name: string }[]).map(({ name }) => name)
  assert.deepEqual(names, ['plan.txt'])
  const field = async (body: object) => (await fork(lou, body)).body.error.issues[0].field
  assert.equal(await field({ eventId, body: '' }), 'body')
  assert.equal(await field({ eventId, body: '', attachments: [] }), 'body')
  assert.equal(await field({ eventId, body: 'a\0b', attachments: [file.id] }), 'body')
  assert.equal(await field({ eventId, attachments: [file.id] }), 'attachments')
})

test('[SES10] [OPS6] whoever forks too often waits, and others do not', async () => {
  await using all = await openHouse()
  const { house, kim, lou, events, fork } = all
  const input = { eventId: events[0]!.eventId }
  const most = limits.forksPerMinutePerPersonMax
  for (let i = 0; i < most; i++) assert.equal((await fork(lou, input)).status, 201)
  const refused = await fork(lou, input)
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'too_many_requests'])
  assert.match(refused.body.error.message, /forked 30 times/)
  assert.equal((await fork(kim, input)).status, 201)
  house.clock.advance(60_000)
  assert.equal((await fork(lou, input)).status, 201)
})

test('[SES11] [SES13] the model of a session and its place in the archive are changed like its title', async () => {
  await using all = await openHouse()
  const { house, kim, lou, id } = all
  const patch = (who: KnownPerson, body: object) =>
    house.ask('PATCH', `/sessions/${id}`, { headers: who.headers, body })
  assert.equal((await patch(kim, { model: 'demo/demo' })).body.model, 'demo/demo')
  const unknown = await patch(kim, { model: 'demo/dem' })
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'unknown_model'])
  assert.deepEqual(unknown.body.error.issues[0].nearest, 'demo/demo')
  assert.equal((await patch(kim, { model: null })).body.model, null)
  assert.equal((await patch(kim, { archived: true })).body.state, 'archived')
  assert.equal((await patch(lou, { archived: false })).status, 403)
  assert.equal((await patch(kim, { archived: false })).body.state, 'idle')
})

test('[SES12] a list says what is unread and how the last turn ended, and shows only what needs me if asked to', async () => {
  await using all = await openHouse()
  const { house, kim, lou, id } = all
  const list = async (who: KnownPerson, query = '') => {
    const { body } = await house.ask('GET', `/sessions${query}`, { headers: who.headers })
    const items: ListedSessionJson[] = body.items
    return items.map((item) => [item.id, item.unread, item.readSeq, item.lastOutcome])
  }
  assert.deepEqual(await list(kim), [[id, true, 0, 'succeeded']])
  assert.deepEqual(await list(kim, '?needs=me'), [[id, true, 0, 'succeeded']])
  assert.deepEqual(await list(lou, '?needs=me'), [])
  const { body } = await house.ask('PUT', `/sessions/${id}/read`, { headers: kim.headers, body: { seq: 99 } })
  assert.deepEqual(await list(kim), [[id, false, body.seq, 'succeeded']])
  assert.deepEqual(await list(kim, '?needs=me'), [])
  const wrong = await house.ask('GET', '/sessions?needs=you', { headers: kim.headers })
  assert.equal(wrong.body.error.issues[0].field, 'needs')
})
