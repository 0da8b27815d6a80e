import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConversationRef, limits } from '@heddle/contract'
import { openTestDeliveries } from '../../test-support/open-test-deliveries.ts'

test('[DLV1] what is to be said is there once for its cause, its place and its part, however often it is asked for', async () => {
  await using h = await openTestDeliveries()
  const first = await h.put(h.message('c1', 'reply:1'))
  const again = await h.put(h.message('c1', 'reply:1', { text: 'something else' }))
  await h.put(h.message('c2', 'reply:1'))
  await h.work()
  assert.deepEqual(again, first)
  assert.deepEqual(h.platform.texts('c1'), ['reply:1'])
  assert.deepEqual(h.platform.texts('c2'), ['reply:1'])
  assert.deepEqual(await h.put(h.message('c1', 'reply:1')), first, 'also after it was sent')
  await h.work()
  assert.equal(h.platform.count('send'), 2)
})

test('[DLV1] an item whose transaction fails was never there', async () => {
  await using h = await openTestDeliveries()
  const failing = h.store.tx(async (t) => {
    await h.deliveries.enqueue(t, h.message('c1', 'reply:1'))
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  await h.pass(60_000)
  assert.equal(h.platform.requests.length, 0)
})

test('[DLV1] nothing is sent to the web', async () => {
  await using h = await openTestDeliveries()
  const web = { channel: 'web', accountId: 'web', conversationId: 'ses_1' }
  await assert.rejects(h.put(h.message('c1', 'reply:1', { place: web })), /nothing is sent to the web/)
})

test('[DLV2] a conversation has one request under way and keeps its order; others do not wait for it', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = ({ conversationId }) =>
    conversationId === 'slow' ? { kind: 'slow', ms: 2_000 } : undefined
  const slow = Array.from({ length: 5 }, (_, i) => h.message('slow', `s${i}`))
  const quick = Array.from({ length: 15 }, (_, i) => h.message('quick', `q${i}`))
  await h.put(...slow, ...quick)
  await h.work()
  assert.equal(h.platform.texts('slow').length, 0)
  assert.deepEqual(
    h.platform.texts('quick'),
    Array.from({ length: 15 }, (_, i) => `q${i}`),
  )
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('slow'), ['s0', 's1', 's2', 's3', 's4'])
  assert.deepEqual([h.platform.busiest.get('slow'), h.platform.busiest.get('quick')], [1, 1])
})

test('[DLV2] [I51] a lane with very many lets the others come first after a while', async () => {
  await using h = await openTestDeliveries({ lanes: { deliveries: { cap: 1 } } })
  const many = Array.from({ length: 3 * limits.deliveriesPerRoundMax }, (_, i) => h.message('a', `a${i}`))
  await h.put(...many, h.message('b', 'b0'))
  await h.pass(1_000)
  const order = h.platform.requests.map(({ conversationId }) => conversationId)
  assert.equal(order.indexOf('b'), limits.deliveriesPerRoundMax)
  assert.equal(h.platform.texts('a').length, many.length)
})

test('[DLV2] [DLV5] [I9] parts arrive in order; files and buttons stand with the last', async () => {
  const files = {
    find: async (_: unknown, fileId: string) =>
      fileId === 'gone'
        ? undefined
        : {
            fileId,
            name: `${fileId}.txt`,
            mediaType: 'text/plain',
            bytes: 1,
            read: async () => new Uint8Array(),
          },
  }
  await using h = await openTestDeliveries({ charsMax: 100, files })
  const text = 'abcdefghij'.repeat(5)
  const buttons = [{ token: 't', text: 'Stop', style: 'danger' }] as const
  await h.put(
    h.message('c1', 'reply:1', { text, buttons, attachments: ['a', 'gone'] }),
    h.message('c1', 'next'),
  )
  await h.work()
  const seen = h.platform.visible('c1')
  assert.equal(
    seen
      .slice(0, 3)
      .map((message) => message.text)
      .join(''),
    text,
  )
  assert.deepEqual(
    seen.map((message) => [message.part, message.files.length, message.buttons.length]),
    [
      [1, 0, 0],
      [2, 0, 0],
      // Of one that is gone the channel says so.
      [3, 2, 1],
      [1, 0, 0],
    ],
  )
  assert.deepEqual(
    (await h.of('reply:1')).map(({ part, parts }) => [part, parts]),
    [
      [1, 3],
      [2, 3],
      [3, 3],
    ],
  )
})

test('[DLV5] a text of too many parts is shortened and says so', async () => {
  await using h = await openTestDeliveries({ charsMax: 90 })
  await h.put(h.message('c1', 'reply:1', { text: 'x'.repeat(5_000), footer: 'stats' }))
  await h.pass(1_000)
  const texts = h.platform.texts('c1')
  assert.ok(texts.length <= limits.deliveryPartsMax && texts.length > limits.deliveryPartsMax / 2)
  assert.match(texts.join(''), /x… \(shortened\)\nstats$|x\n\n… \(shortened\)\nstats$/)
})

test('[DLV6] a mention calls the account that the member linked there, and nobody else may be called', async () => {
  await using h = await openTestDeliveries({ accounts: { kim: 'U1' } })
  await h.put(h.message('c1', 'reply:1', { text: '@kim and @everyone and @lou.' }))
  await h.work()
  const [message] = h.platform.visible('c1')
  assert.equal(message?.text, '<@U1> and @everyone and @lou.')
  assert.deepEqual(message?.mentions, ['U1'])
})

test('[DLV7] what was sent is on record with its id and link, and known as our own', async () => {
  await using h = await openTestDeliveries()
  await h.put(h.message('c1', 'reply:1'))
  await h.work()
  const [sent] = await h.of('reply:1')
  const [message] = h.platform.visible('c1')
  assert.deepEqual([sent?.state, sent?.platformId], ['sent', message?.id])
  assert.equal(sent?.link, `https://chat.example/${message?.id}`)
  const read = h.store.read
  const id = message?.id ?? ''
  const c1 = h.place('c1')
  assert.equal(await read((r) => h.deliveries.isOwn(r, c1, id)), true)
  assert.equal(await read((r) => h.deliveries.isOwn(r, { ...c1, accountId: 'other' }, id)), false)
  assert.equal(await read((r) => h.deliveries.isOwn(r, c1, 'm999999')), false)
  const found = await read((r) => h.deliveries.findByPlatformId(r, c1, id))
  assert.equal(found?.cause, 'reply:1')
  assert.deepEqual(
    h.settled.map(({ cause, state }) => [cause, state]),
    [['reply:1', 'sent']],
  )
  assert.deepEqual([...h.deliveries.figures().outcomes], [['chat sent', 1]])
})

test('[DLV7] [CHN3] an id is one of a conversation: what is called so elsewhere is not ours', async () => {
  await using h = await openTestDeliveries()
  await h.put(h.message('c1', 'reply:1'))
  await h.work()
  const id = (await h.of('reply:1'))[0]?.platformId ?? ''
  const isOwn = (place: ConversationRef) => h.store.read((r) => h.deliveries.isOwn(r, place, id))
  assert.equal(await isOwn(h.place('c2')), false)
  assert.equal(await isOwn({ ...h.place('t1'), parentConversationId: 'c1' }), true, 'above a thread')
  assert.equal(await isOwn({ ...h.place('t2'), parentConversationId: 'c2' }), false)
})

test('[DLV8] an account that is connected anew is used by the next call', async () => {
  await using h = await openTestDeliveries()
  const first = h.platform
  h.connected.delete('chat/bot')
  const long = 'y'.repeat(4_000)
  await h.put(h.message('c1', 'a', { text: long }), h.message('c1', 'b'))
  await h.put({ ...h.message('c1', 'edit:b', { text: 'b, better' }), kind: 'edit', target: 'b' })
  await h.work()
  assert.deepEqual(await h.states('a'), ['waiting account_paused'])
  assert.match((await h.of('a'))[0]?.detail ?? '', /not connected/)
  h.connected.set('chat/bot', first)
  await h.pass(limits.deliveryPausedLookMs + 1)
  assert.equal(h.platform.texts('c1').slice(0, 3).join(''), long, 'its parts stand together')
  assert.equal(h.platform.texts('c1').at(-1), 'b, better')
})

test('[I4] the request leaves after it is on disk that it is about to', async () => {
  await using h = await openTestDeliveries()
  const { durable } = h.store
  let isDurable = false
  h.store.durable = async () => {
    await durable()
    isDurable = true
  }
  const onDisk: boolean[] = []
  h.platform.script = () => {
    onDisk.push(isDurable)
    return undefined
  }
  const { tx } = h.store
  h.store.tx = (fn) => {
    isDurable = false
    return tx(fn)
  }
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.work()
  assert.deepEqual(onDisk, [true, true])
})
