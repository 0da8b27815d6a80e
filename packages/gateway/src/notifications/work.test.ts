import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { openNotifyingHouse } from '../../test-support/open-notifying-house.ts'
import type { LoopbackHouseOptions } from '../../test-support/open-loopback-house.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import { toolCall } from '../../test-support/scripted-model.ts'
import { toolsOf } from '../../test-support/tools-of.ts'

async function open(options: LoopbackHouseOptions = {}) {
  const house = await openNotifyingHouse(options)
  const ann = await house.linked('ann')
  const bob = await house.linked('bob')
  const sessionId = await house.chat(ann.actor, { visibility: 'team', title: 'Ours' })
  return { house, ann, bob, sessionId }
}
const asking = toolsOf({
  judge: ({ name }) => ({
    kind: 'ask',
    why: 'policy',
    reason: 'It asks.',
    scope: { key: name, label: name },
  }),
  run: async () => ({ output: 'done', isError: false }),
})

test('[NTF5] a failure of what somebody asked is told to them and to nobody else', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  await house.say(bob.actor, sessionId, 'I look on')
  await house.settle()
  house.clock.advance(limits.notifyWatchedMs)
  await house.settle()
  house.model.script({ type: 'failed', error: { kind: 'refused', message: 'No.' } })
  await house.say(ann.actor, sessionId, 'do it')
  await house.settle()
  const { items } = await house.inbox(ann.actor)
  assert.deepEqual(
    items.map(({ reason, sessionTitle, excerpt }) => [reason, sessionTitle, excerpt?.includes('No.')]),
    [['failure', 'Ours', true]],
  )
  assert.match(ann.dm()[0] ?? '', /could not finish what you asked for in “Ours”/)
  // Of what they asked for themselves, and of nothing else.
  assert.deepEqual(
    (await house.inbox(bob.actor)).items.map(({ reason }) => reason),
    ['completion'],
  )
})

test('[NTF5] what somebody asked for is told when it is done, however quick it was, once they have had time to read it', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  house.model.script('quick')
  await house.say(ann.actor, sessionId, 'be quick')
  await house.settle()
  assert.deepEqual((await house.inbox(ann.actor)).items, [])
  house.clock.advance(limits.notifyWatchedMs)
  await house.settle()
  const { items, unread } = await house.inbox(ann.actor)
  assert.deepEqual(
    [unread, ...items.map((item) => [item.reason, item.excerpt, ...house.statuses(item)])],
    [1, ['completion', 'quick', 'in_app delivered']],
  )
  assert.deepEqual((await house.inbox(bob.actor)).items, [])
  const { seq } = await house.store.read((r) => house.sessions.find(r, ann.actor, sessionId))
  await house.store.tx((t) => house.sessions.markRead(t, ann.actor, sessionId, seq))
  await house.settle()
  assert.equal((await house.inbox(ann.actor)).unread, 0)
})

test('[NTF5] who sits in front of it and reads along is told nothing of it, not for a moment; who reads nothing is', async () => {
  const { house, ann, sessionId } = await open()
  await using _ = house
  house.present.add(`${ann.actor.personId} ${sessionId}`)
  const ask = async (text: string) => {
    house.model.script(text)
    await house.say(ann.actor, sessionId, 'go on')
    await house.settle()
    assert.deepEqual((await house.inbox(ann.actor)).items, [])
    return (await house.store.read((r) => house.sessions.find(r, ann.actor, sessionId))).seq
  }
  const seq = await ask('one')
  await house.store.tx((t) => house.sessions.markRead(t, ann.actor, sessionId, seq))
  house.clock.advance(limits.notifyWatchedMs)
  await house.settle()
  assert.deepEqual((await house.inbox(ann.actor)).items, [])
  await ask('two')
  house.clock.advance(limits.notifyWatchedMs)
  await house.settle()
  assert.deepEqual(
    (await house.inbox(ann.actor)).items.map(({ reason, excerpt }) => [reason, excerpt]),
    [['completion', 'two']],
  )
})

test('[NTF5] an approval is told to those who may decide, stays unread until somebody has, and is read then', async () => {
  const { house, ann, bob, sessionId } = await open({ tools: asking })
  await using _ = house
  const { actor: vera } = await house.signedIn('vera', 'viewer')
  await house.say(bob.actor, sessionId, 'I take part', { mode: 'note' })
  house.model.script(toolCall('send'))
  await house.say(ann.actor, sessionId, 'send it')
  await house.settle()
  const [asked] = (await house.inbox(bob.actor)).items
  assert.deepEqual([asked?.reason, asked?.excerpt], ['approval', 'send'])
  assert.equal((await house.inbox(ann.actor)).items[0]?.reason, 'approval')
  assert.deepEqual((await house.inbox(vera)).items, [])
  const { seq } = await house.store.read((r) => house.sessions.find(r, bob.actor, sessionId))
  await house.store.tx((t) => house.sessions.markRead(t, bob.actor, sessionId, seq))
  await house.settle()
  assert.equal((await house.inbox(bob.actor)).unread, 1)
  const filter = { session: sessionId, state: 'pending' } as const
  const { items } = await house.store.read((r) =>
    house.sessions.listApprovals(r, ann.actor, filter, { limit: 1 }),
  )
  const id = items[0]?.id ?? ''
  house.model.script({ type: 'text', text: 'done' })
  await house.store.tx((t) => house.sessions.decideApproval(t, ann.actor, id, { decision: 'once' }))
  await house.settle()
  house.clock.advance(limits.notifyWatchedMs)
  await house.settle()
  // What was asked for is done, which is news for whoever asked.
  for (const [who, left] of [
    [ann, ['completion']],
    [bob, []],
  ] as const) {
    const { items: unread } = await house.inbox(who.actor, 'unread')
    assert.deepEqual(
      unread.map(({ reason }) => reason),
      left,
    )
  }
})

test('[NTF5] [NTF2] what was decided before it left is told nobody elsewhere', async () => {
  const { house, ann, sessionId } = await open({
    tools: asking,
    grace: { mentionMs: 10_000, otherMs: 60_000 },
  })
  await using _ = house
  house.model.script(toolCall('send'))
  await house.say(ann.actor, sessionId, 'send it')
  await house.settle()
  const filter = { session: sessionId, state: 'pending' } as const
  const page = await house.store.read((r) => house.sessions.listApprovals(r, ann.actor, filter, { limit: 1 }))
  house.model.script({ type: 'text', text: 'done' })
  await house.store.tx((t) =>
    house.sessions.decideApproval(t, ann.actor, page.items[0]?.id ?? '', { decision: 'deny' }),
  )
  await house.settle()
  house.clock.advance(60_000)
  await house.settle()
  assert.deepEqual(ann.dm(), [])
  const item = (await house.inbox(ann.actor)).items.find(({ reason }) => reason === 'approval')
  assert.deepEqual(house.statuses(item), ['in_app delivered', 'loopback suppressed (read)'])
})

test('[NTF5] where only admins decide, those who run the place are told', async () => {
  const { house, ann, bob, sessionId } = await open({ tools: asking, rules: { approvals: { by: 'admins' } } })
  await using _ = house
  const { actor: olga } = await house.signedIn('olga', 'admin')
  house.model.script(toolCall('send'))
  await house.say(ann.actor, sessionId, 'send it')
  await house.settle()
  assert.equal((await house.inbox(olga)).items[0]?.reason, 'approval')
  for (const who of [ann, bob]) assert.deepEqual((await house.inbox(who.actor)).items, [])
})

test('[NTF5] the end of a sub-agent that somebody asked for is told to them', async () => {
  const { house, ann, sessionId } = await open()
  await using _ = house
  house.model.script({ type: 'text', text: 'looked' })
  const conversation = { channel: 'web', accountId: ann.actor.personId, conversationId: sessionId }
  const place = { conversation, sessionId }
  await house.store.tx((t) => house.routing.spawn(t, ann.actor, place, { task: 'Look.' }))
  await house.settle()
  const items = (await house.inbox(ann.actor)).items
  assert.deepEqual(
    items.map(({ reason, sessionId: id, excerpt }) => [reason, id, excerpt]),
    [['completion', sessionId, 'looked']],
  )
})

test('[NTF5] a delivery that was given up is told to those who take part, and one that is a notification is not', async () => {
  const { house, ann, bob, sessionId } = await open()
  await using _ = house
  await house.say(ann.actor, sessionId, 'mine', { mode: 'note' })
  house.disconnect()
  const persona = { name: 'Main', agentId: 'main', isAccount: true }
  const place = { channel: 'loopback', accountId: 'main', conversationId: house.general }
  await house.store.tx((t) =>
    house.deliveries.enqueue(t, {
      kind: 'message',
      cause: 'test:1',
      place,
      sessionId,
      text: 'A word.',
      persona,
    }),
  )
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  house.clock.advance(limits.deliveryOldMs)
  await house.settle()
  assert.deepEqual(
    (await house.inbox(ann.actor)).items.map(({ reason }) => reason),
    ['delivery_gave_up'],
  )
  assert.deepEqual(
    (await house.inbox(bob.actor)).items.map(({ reason }) => reason),
    ['mention'],
  )
})

test('[NTF5] where only guests talk, those who run the place are told of what could not be posted, and of no notice', async () => {
  const { house, ann } = await open()
  await using _ = house
  const { actor: olga } = await house.signedIn('olga', 'admin')
  const vera = house.guest('Vera')
  house.model.script({ type: 'text', text: 'For Vera.' })
  house.platform.useFaults(({ kind }) =>
    kind === 'send' ? { kind: 'status', status: 403, isDone: false } : undefined,
  )
  house.platform.say(vera.id, house.general, `${house.mention} hello`)
  await house.settle()
  const { items } = await house.inbox(olga)
  assert.deepEqual(
    items.map(({ reason, excerpt }) => [reason, excerpt]),
    [['delivery_gave_up', 'For Vera.']],
  )
  assert.match(items[0]?.problem ?? '', /403/)
  assert.deepEqual((await house.inbox(ann.actor)).items, [])
  // Nobody needs to know of what Heddle itself could not say there.
  house.platform.say(vera.id, house.general, `${house.mention} /status`)
  await house.settle()
  assert.equal((await house.inbox(olga)).items.length, 1)
})

test('[COL1] turned off, what was told before is not there, and no window hears that it was read', async () => {
  let isOn = true
  const { house, ann, bob, sessionId } = await open({ isNotifying: () => isOn })
  await using _ = house
  const { threadId, seq } = await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  const [told] = (await house.inbox(bob.actor)).items
  assert.ok(told)
  const shown: string[] = []
  const hear = (kind: string) => (kind.startsWith('notification.') ? void shown.push(kind) : undefined)
  house.sessions.feed.listen({ personAppended: (_id, { kind }) => hear(kind) })
  isOn = false
  const describe = () => house.store.read((r) => house.notifications.describe(r, bob.actor.personId, told.id))
  assert.equal(await describe(), undefined)
  await house.readThread(bob.actor, threadId, seq)
  assert.deepEqual(shown, [])
  isOn = true
  assert.notEqual((await describe())?.readAt, null)
})

test('[NTF1] turned off, nobody is told anything', async () => {
  const { house, ann, bob, sessionId } = await open({ isNotifying: () => false })
  await using _ = house
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  house.model.script({ type: 'failed', error: { kind: 'refused', message: 'No.' } })
  await house.say(ann.actor, sessionId, 'do it')
  await house.settle()
  for (const who of [ann, bob]) assert.deepEqual(await house.inbox(who.actor), { items: [], unread: 0 })
})

test('[COL1] with mentions off, what was told as a mention is in no inbox and no count, and is not sent any more', async () => {
  const { house, ann, bob, sessionId } = await open({ grace: { mentionMs: 10_000, otherMs: 60_000 } })
  await using _ = house
  const named = await house.nameIn(ann.actor, sessionId, [bob.actor])
  await house.reply(ann.actor, { sessionId, mentioned: [bob.actor] })
  // This one is a reply in their discussion as well.
  await house.reply(ann.actor, { sessionId, thread: 'two', opener: bob.actor, mentioned: [bob.actor] })
  assert.equal((await house.inbox(bob.actor)).unread, 3)
  const mention = (await house.inbox(bob.actor)).items.find((one) => one.sourceEventId === named)
  const on = house.collaborationFlags.current
  house.collaborationFlags.current = { ...on, mentions: false }
  const { items, unread } = await house.inbox(bob.actor)
  assert.deepEqual(
    items.map(({ reason, alsoReasons }) => [reason, alsoReasons]),
    [['reply_in_thread', []]],
  )
  assert.equal(unread, 1)
  const mark = house.store.tx((t) => house.notifications.markRead(t, bob.actor, mention?.id ?? ''))
  await assert.rejects(mark, refusedWith('unknown_notification'))
  house.clock.advance(60_000)
  await house.settle()
  assert.equal(bob.dm().length, 1)
  assert.match(bob.dm()[0] ?? '', /replied in a discussion/)
  // Nobody loses what is only turned off.
  house.collaborationFlags.current = on
  assert.equal((await house.inbox(bob.actor)).items.length, 3)
})
