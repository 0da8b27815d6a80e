import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { type HearingHouse, openHearingHouse } from '../../../test-support/hearing-house.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import type { ModelPart } from '../../agents/model.ts'
import type { PersonActor } from '../../people/people.ts'

async function open() {
  const h = await openHearingHouse({ toolOrigins: [] })
  const { actor, user } = await h.member('kim')
  const answers: (ModelPart | string)[][] = []
  h.model.respond(() => answers.shift() ?? ['Yes?'])
  const say = async (userId: string, place: string, text: string) => {
    h.platform.say(userId, place, text)
    await h.settle()
  }
  return { h, actor, user, answers, say }
}

/** Another account of theirs, in its own direct messages. */
async function linkAnother(h: HearingHouse, actor: PersonActor) {
  const user = h.guest('kim, elsewhere')
  const account = { channel: 'loopback', accountId: 'main', platformId: user.id, name: 'kim, elsewhere' }
  const guestId = await h.store.tx(async (t) => {
    const { code } = await h.people.offerLink(t, actor)
    const { id } = await h.people.rememberGuest(t, account)
    await h.people.useCode(t, { kind: 'guest', guestId: id, name: 'kim', admitted: {} }, code)
    return id
  })
  await h.settle()
  return { user, guestId }
}

test('[AGT8] [PPL4] [SES7] an account that is theirs no more is written to no more, whatever others they have there', async () => {
  const { h, actor, user, answers, say } = await open()
  await using _ = h
  const other = await linkAnother(h, actor)
  const [dm, left] = [h.dmWith(user.id), h.dmWith(other.user.id)]
  await say(other.user.id, left, 'hello from there')
  await say(user.id, dm, 'hello from here')
  await h.store.tx((t) => h.people.removeLinks(t, actor, { id: other.guestId }))
  const before = h.read(left).length
  const personal = await h.store.tx((t) => h.routing.openPersonal(t, actor, 'main'))
  answers.push([toolCall('message', { action: 'send', text: 'A secret.' })], ['Sent.'])
  await h.say(actor, personal.id, 'write to me')
  await h.settle()
  assert.equal(h.read(left).length, before)
  assert.equal(h.read(dm).at(-1), 'Heddle: A secret.')
  await h.store.tx((t) => h.people.removeLinks(t, actor, {}))
  await h.say(actor, personal.id, 'and now?')
  await h.settle()
  const names = h.model.requests.at(-1)?.tools.map(({ name }) => name)
  assert.equal(names?.includes('message'), false, 'there is nothing left to write into')
})

test('[AGT8] [PPL4] nor is it by what goes on in its direct messages where a sub-agent ended', async () => {
  const { h, actor, user, answers, say } = await open()
  await using _ = h
  const web = await h.chat(actor)
  const page = { channel: 'web', accountId: actor.personId, conversationId: web }
  answers.push(['Found.'])
  const { sessionId: childId } = await h.store.tx((t) =>
    h.routing.spawn(t, actor, { conversation: page, sessionId: web }, { task: 'Look.' }),
  )
  await h.settle()
  const dm = h.dmWith(user.id)
  await say(user.id, dm, `/focus ${childId}`)
  await say(user.id, dm, 'go on')
  const place = { channel: 'loopback', accountId: 'main', conversationId: dm }
  const bound = await h.store.read((r) => h.routing.bindings.resolveByConversation(r, place))
  assert.ok(bound && bound.sessionId !== childId)
  const offered = () => h.model.requests.at(-1)?.tools.some(({ name }) => name === 'message')
  assert.equal(offered(), true)
  await h.store.tx((t) => h.people.removeLinks(t, actor, {}))
  const before = h.read(dm).length
  await h.say(actor, bound.sessionId, 'write to me')
  await h.settle()
  assert.deepEqual([offered(), h.read(dm).length], [false, before])
})

test('[BND4] [PPL4] nor does what they bound to its direct messages hold', async () => {
  const { h, actor, say } = await open()
  await using _ = h
  const other = await linkAnother(h, actor)
  const left = h.dmWith(other.user.id)
  const id = await h.chat(actor)
  await say(other.user.id, left, `/focus ${id}`)
  await h.store.tx((t) => h.people.removeLinks(t, actor, { id: other.guestId }))
  const place = { channel: 'loopback', accountId: 'main', conversationId: left }
  assert.equal(await h.store.read((r) => h.routing.bindings.resolveByConversation(r, place)), undefined)
})

test('[AGT8] [DLV5] a thread is opened also with a text that is too long for one message', async () => {
  const { h, user, answers, say } = await open()
  await using _ = h
  const text = Array.from({ length: 400 }, (_, i) => `line ${i} of what is to be said`).join('\n')
  answers.push([toolCall('message', { action: 'thread-create', threadName: 'aside', text })], ['Opened.'])
  await say(user.id, h.general, `${h.mention} open one`)
  const thread = [...h.platform.state.conversations.values()].find(({ name }) => name === 'aside')
  assert.ok(thread)
  const above = h.read(h.general).filter((line) => line.includes('line 0 of'))
  assert.equal(above.length, 1)
  assert.match(h.read(thread.id).at(-1) ?? '', /line 399 of what is to be said$/)
  assert.equal(h.read(h.general).at(-1), 'Heddle: Opened.')
})

test('[BND9] a bound session says what it says besides in its own bound place, once, and nowhere else', async () => {
  const { h, actor, user, answers, say } = await open()
  await using _ = h
  const anchor = h.platform.say(user.id, h.general, 'Over here.')
  const thread = h.platform.startThread(anchor.id, 'aside')
  const other = h.platform.startThread(h.platform.say(user.id, h.general, 'There.').id, 'other')
  const id = await h.chat(actor, { visibility: 'team' })
  await say(user.id, thread, `${h.mention} /focus ${id}`)
  // The platform takes it, and its answer is lost on the way.
  h.platform.useFaults(scriptFaults([{ on: 'send', fault: { kind: 'reset', isDone: true } }]))
  answers.push(
    [toolCall('message', { action: 'send', text: 'By the way.' })],
    [toolCall('message', { action: 'thread-reply', threadId: other, text: 'Not for you.' })],
    [toolCall('message', { action: 'thread-create', threadName: 'more', text: 'Nor this.' })],
    ['Done.'],
  )
  await say(user.id, thread, 'say it')
  for (let i = 0; i < 4; i++) {
    h.clock.advance(limits.deliverySettleMs)
    await h.settle()
  }
  const said = (place: string) => h.read(place).filter((line) => line.startsWith('Heddle: '))
  assert.deepEqual(said(thread).slice(-2), ['Heddle: By the way.', 'Heddle: Done.'])
  assert.equal(said(thread).filter((line) => line.includes('By the way.')).length, 1)
  assert.deepEqual([said(other), said(h.general)], [[], []])
  const results = (await h.timeline(id)).filter(({ kind }) => kind === 'tool.result')
  assert.deepEqual(
    results.map(({ payload }) => /threadId|writes only there/.exec(String(payload['output']))?.[0]),
    [undefined, 'threadId', 'writes only there'],
  )
})
