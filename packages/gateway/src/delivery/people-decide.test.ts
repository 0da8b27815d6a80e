import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type SessionId } from '@heddle/contract'
import { eventOf, openTestDeliveries, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import { createScriptedChannel, inTurn } from '../../test-support/scripted-channel.ts'
import type { SeenBy } from './delivery.ts'

const dismissed = (h: TestDeliveries, cause: string) =>
  h.store.tx(async (t) => {
    const [row] = await h.deliveries.readByCause(t, cause)
    return h.deliveries.dismiss(t, row!.id, 'Kim')
  })
const resent = (h: TestDeliveries, cause: string, conversationId: string) =>
  h.store.tx(async (t) => {
    const [row] = await h.deliveries.readByCause(t, cause)
    return h.deliveries.resend(t, row!.id, h.place(conversationId))
  })

test('[RTE1] what has no valid place waits, visibly and once; resent it goes, in parts', async () => {
  await using h = await openTestDeliveries({ charsMax: 100 })
  const { place, ...item } = h.message('c1', 'done:1', { text: 'x'.repeat(30), footer: 'stats' })
  const [id, again] = await h.store.tx(async (t) => [
    await h.deliveries.hold(t, item),
    await h.deliveries.hold(t, item),
  ])
  assert.equal(id, again)
  await h.pass(2 * 24 * 3_600_000)
  assert.deepEqual(await h.states('done:1'), ['waiting held'])
  assert.deepEqual(h.held, [id])
  assert.equal((await h.of('done:1'))[0]?.place, null)
  await resent(h, 'done:1', place.conversationId)
  await h.work()
  assert.match(h.platform.texts('c1').join(''), /^⏳ delayed 2880 min\nx{30}\nstats$/)
  assert.deepEqual(await h.states('done:1'), ['sent', 'sent'])
})

test('[RTE1] [DLV4] held and dismissed, it is withdrawn for good', async () => {
  await using h = await openTestDeliveries()
  const { place: __, ...item } = h.message('c1', 'done:1')
  await h.store.tx((t) => h.deliveries.hold(t, item))
  await dismissed(h, 'done:1')
  assert.deepEqual(await h.states('done:1'), ['withdrawn dismissed'])
  assert.match((await h.of('done:1'))[0]?.detail ?? '', /Kim/)
  await assert.rejects(dismissed(h, 'done:1'), refusedWith('delivery_settled'))
  await assert.rejects(resent(h, 'done:1', 'c1'), refusedWith('delivery_settled'))
})

test('[DLV4] what was rejected or given up is sent again when somebody wants it, also elsewhere', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = ({ conversationId }) =>
    conversationId === 'gone' ? { kind: 'not_sent', why: 'place', detail: 'gone' } : undefined
  await h.put(h.message('gone', 'a'), h.message('c1', 'b'))
  await h.work()
  await resent(h, 'a', 'c1')
  await h.work()
  assert.deepEqual(h.platform.texts('c1'), ['b', 'a'])
  await assert.rejects(resent(h, 'a', 'c1'), refusedWith('delivery_settled'))
})

test('[DLV1] it is not sent to where the same was told already', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = ({ conversationId }) =>
    conversationId === 'gone' ? { kind: 'not_sent', why: 'place', detail: 'gone' } : undefined
  await h.put(h.message('gone', 'a'), h.message('c1', 'a'))
  await h.work()
  const rows = await h.of('a')
  const gone = rows.find(({ state }) => state === 'rejected')
  const again = h.store.tx((t) => h.deliveries.resend(t, gone!.id, h.place('c1')))
  await assert.rejects(again, refusedWith('delivery_settled'))
})

test('[DLV4] a person decides about what stays unknown: sent again, or left', async () => {
  await using h = await openTestDeliveries({ find: false })
  h.platform.script = inTurn('send', [
    { kind: 'lost', isDone: false },
    { kind: 'lost', isDone: true },
  ])
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.work()
  await resent(h, 'a', 'c1')
  await dismissed(h, 'b')
  await h.pass(3_600_000)
  assert.deepEqual(h.platform.texts('c1'), ['b', 'a'])
  assert.deepEqual([await h.states('a'), await h.states('b')], [['sent'], ['withdrawn dismissed']])
})

test('[I5] what somebody wants sent again waits while something else in its lane is looked for', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [
    { kind: 'not_sent', why: 'message', detail: 'no' },
    { kind: 'lost', isDone: true },
  ])
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.work()
  await resent(h, 'a', 'c1')
  await h.work()
  assert.deepEqual([await h.states('a'), await h.states('b')], [['queued'], ['unknown no_answer']])
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), ['b', '⚠️ belongs further up\na'])
})

test('[DLV4] what is on its way is not sent a second time by hand, and what has not left can be called off', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'hangs', isDone: true }])
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'), h.message('c1', 'c'))
  await h.work()
  await assert.rejects(resent(h, 'a', 'c1'), refusedWith('delivery_settled'))
  await assert.rejects(dismissed(h, 'a'), refusedWith('delivery_settled'))
  await dismissed(h, 'b')
  await h.pass(60_000)
  assert.deepEqual(h.platform.texts('c1'), ['a', 'c'])
})

test('[DLV1] withdrawn before it left, it never does; after that it stays', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'lost', isDone: false }])
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'), h.message('c2', 'c'))
  await h.work()
  const withdraw = (cause: string) => h.store.tx((t) => h.deliveries.withdraw(t, cause, 'undone'))
  assert.deepEqual([await withdraw('a'), await withdraw('b'), await withdraw('c')], [0, 1, 0])
  await h.pass(10 * 60_000)
  assert.deepEqual(h.platform.texts('c1'), [], 'a was not there, and nobody wants it any more')
  assert.deepEqual(h.platform.texts('c2'), ['c'])
  assert.deepEqual([await h.states('a'), await h.states('b')], [['withdrawn undone'], ['withdrawn undone']])
})

test('[SES6] what is redacted goes from the outbox and from the platform, whatever became of it', async () => {
  await using h = await openTestDeliveries()
  const eventId = eventOf('secret')
  const secret = (conversationId: string) =>
    h.message(conversationId, `a:${conversationId}`, { text: 'secret', eventId })
  h.platform.script = ({ kind, conversationId }) => {
    if (kind !== 'send') return undefined
    if (conversationId === 'waits')
      return { kind: 'not_sent', why: 'later', detail: '429', retryAfterMs: 60_000 }
    return conversationId === 'lost' ? { kind: 'lost', isDone: true } : undefined
  }
  await h.put(secret('sent'), secret('waits'), secret('lost'))
  await h.put(h.message('edited', 'card', { text: 'asked' }))
  await h.work()
  await h.put({ ...h.message('edited', 'e', { text: 'secret', eventId }), kind: 'edit', target: 'card' })
  await h.work()
  await h.store.tx((t) => h.deliveries.redact(t, eventId))
  const texts = async () =>
    (await Promise.all(['a:sent', 'a:waits', 'a:lost', 'card', 'e'].map((cause) => h.of(cause)))).flat()
  assert.deepEqual(
    (await texts()).map(({ text }) => text),
    ['', '', '', '', ''],
  )
  await h.pass(10 * 60_000)
  for (const place of ['sent', 'waits', 'lost', 'edited'])
    assert.deepEqual(h.platform.texts(place), [], place)
  assert.deepEqual(
    (await texts()).map(({ state }) => state),
    ['withdrawn', 'withdrawn', 'withdrawn', 'withdrawn', 'sent'],
  )
})

test('[SES6] [DLV5] what was shown while it was written, and then changed, goes too, whichever is redacted first', async () => {
  await using h = await openTestDeliveries()
  const eventId = eventOf('streamed')
  const [asked, decided] = [eventOf('asked'), eventOf('decided')]
  const change = (place: string, target: string, of: ReturnType<typeof eventOf>) =>
    ({
      ...h.message(place, `${target}:whole`, { text: 'secret', eventId: of }),
      kind: 'edit',
      target,
    }) as const
  await h.put(h.message('c1', 'a', { text: 'sec', eventId }), h.message('c2', 'b', { eventId: asked }))
  await h.work()
  await h.put(change('c1', 'a', eventId), change('c2', 'b', decided))
  await h.work()
  assert.deepEqual([h.platform.texts('c1'), h.platform.texts('c2')], [['secret'], ['secret']])
  for (const id of [eventId, asked, decided]) await h.store.tx((t) => h.deliveries.redact(t, id))
  // It is changed once more before it is removed: it does not come back.
  await h.put({ ...h.message('c1', 'late', { text: 'secret again' }), kind: 'edit', target: 'a' })
  await h.work()
  assert.deepEqual([h.platform.texts('c1'), h.platform.texts('c2')], [[], []])
})

test('[DLV4] the list: what waits for somebody, what is on its way, newest first and page by page', async () => {
  await using h = await openTestDeliveries({ find: false })
  h.platform.script = ({ text }) => {
    if (text === 'bad') return { kind: 'not_sent', why: 'message', detail: 'no' }
    if (text === 'later') return { kind: 'not_sent', why: 'later', detail: '502' }
    return text === 'lost' ? { kind: 'lost', isDone: true } : undefined
  }
  const mine = 'ses_mine' as SessionId
  const theirs = 'ses_theirs' as SessionId
  await h.put(
    ...['ok', 'bad', 'lost', 'later'].flatMap((cause) => [
      h.message(`${cause}1`, `${cause}1`, { text: cause, sessionId: mine }),
      h.message(`${cause}2`, `${cause}2`, { text: cause, sessionId: theirs }),
    ]),
    h.message('c9', 'house'),
  )
  const { place: __, ...held } = h.message('c1', 'held1', { sessionId: mine })
  await h.store.tx((t) => h.deliveries.hold(t, held))
  await h.work()
  const all: SeenBy = { kind: 'all' }
  const me: SeenBy = { kind: 'person', actor: { kind: 'system' } }
  const causes = async (
    state: Parameters<typeof h.deliveries.list>[1]['state'],
    seenBy: SeenBy,
    sessionId?: SessionId,
  ) => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const from = cursor
      const page = await h.store.read((r) =>
        h.deliveries.list(r, { state, seenBy, sessionId }, { limit: 2, cursor: from }),
      )
      assert.ok(page.items.length <= 2)
      found.push(...page.items.map(({ cause }) => cause))
      cursor = page.next
    } while (cursor !== undefined)
    return found
  }
  assert.deepEqual(await causes('trouble', all), ['held1', 'lost2', 'lost1', 'bad2', 'bad1'])
  assert.deepEqual(await causes('trouble', me), ['held1', 'lost1', 'bad1'])
  assert.deepEqual(await causes('open', me), ['held1', 'later1', 'lost1'])
  assert.deepEqual(await causes('sent', all), ['house', 'ok2', 'ok1'])
  assert.deepEqual(await causes('all', me), ['held1', 'later1', 'lost1', 'bad1', 'ok1'])
  assert.deepEqual(await causes('rejected', all, theirs), ['bad2'])
})

test('[OPS6] what was settled long ago is forgotten, bit by bit; what is open stays', async () => {
  await using h = await openTestDeliveries()
  await h.put(h.message('c1', 'old'))
  const { place: __, ...held } = h.message('c1', 'held')
  await h.store.tx((t) => h.deliveries.hold(t, held))
  await h.work()
  await h.pass(limits.deliveriesKeptMs)
  await h.put(h.message('c1', 'new'))
  await h.work()
  h.clock.advance(1)
  assert.equal(await h.store.tx((t) => h.deliveries.forgetOld(t)), false)
  assert.deepEqual(
    [await h.states('old'), await h.states('new'), await h.states('held')],
    [[], ['sent'], ['waiting held']],
  )
})

test('[DLV4] what is still being looked for can be dismissed, and is then left alone', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'lost', isDone: false }])
  await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
  await h.work()
  await dismissed(h, 'a')
  await h.pass(10 * 60_000)
  assert.deepEqual(h.platform.texts('c1'), ['b'])
  assert.equal(h.platform.count('find'), 0)
})

test('[DLV4] an answer that waits behind what somebody let be is said when somebody wants it sent, and what was let be goes', async () => {
  for (const isDone of [false, true]) {
    await using h = await openTestDeliveries()
    h.platform.script = ({ kind }) => {
      if (kind === 'find') return { kind: 'unreadable' }
      return kind === 'send' ? { kind: 'lost', isDone } : undefined
    }
    await h.put(h.message('c1', 'a', { text: 'half' }))
    await h.work()
    await h.put({
      ...h.message('c1', 'e1', { text: 'whole' }),
      kind: 'edit',
      target: 'a',
      ifRefused: 'say_anew',
    })
    await h.pass(limits.deliverySettleMs + limits.deliveryReconcileMs + 60_000)
    h.platform.script = () => undefined
    await dismissed(h, 'a')
    await resent(h, 'e1', 'c1')
    await h.pass(10 * 60_000)
    assert.deepEqual(h.platform.texts('c1'), ['whole'])
    assert.deepEqual(await h.states('e1'), ['sent'])
  }
})

test('[DLV4] a change of what is not there that somebody wants sent is refused again, and seen', async () => {
  await using h = await openTestDeliveries({ find: false })
  h.platform.script = inTurn('send', [{ kind: 'lost', isDone: false }])
  await h.put(h.message('c1', 'a'))
  await h.work()
  await h.put({ ...h.message('c1', 'e1', { text: 'better' }), kind: 'edit', target: 'a' })
  await h.work()
  await dismissed(h, 'a')
  await resent(h, 'e1', 'c1')
  await h.work()
  assert.deepEqual(await h.states('e1'), ['rejected refused'])
})

test('[DLV4] [RTE1] a change that is sent into another place is a message there', async () => {
  await using h = await openTestDeliveries({ find: false })
  h.platform.script = inTurn('send', [{ kind: 'lost', isDone: false }])
  await h.put(h.message('c1', 'a'))
  await h.work()
  await h.put({ ...h.message('c1', 'e1', { text: 'whole' }), kind: 'edit', target: 'a' })
  await h.work()
  await resent(h, 'e1', 'c2')
  await h.work()
  assert.deepEqual(h.platform.texts('c2'), ['whole'])
  assert.deepEqual(
    (await h.of('e1')).map(({ kind, state }) => [kind, state]),
    [['message', 'sent']],
  )
})

test('[DLV4] [I3] [I9] the parts of a text that are sent on another channel are all there, in order and however they are cut', async () => {
  await using h = await openTestDeliveries({ charsMax: 100 })
  const text = ['a', 'b', 'c'].map((sign) => sign.repeat(20)).join('')
  for (const charsMax of [2_000, 90]) {
    const other = createScriptedChannel(h.clock, { charsMax })
    h.connected.set('talk/bot', { ...other, channel: 'talk' })
    h.platform.script = () => ({ kind: 'not_sent', why: 'place', detail: 'gone' })
    const cause = `done:${charsMax}`
    await h.put(h.message('c1', cause, { text }))
    await h.work()
    const there = { channel: 'talk', accountId: 'bot', conversationId: `x${charsMax}` }
    for (const { id } of await h.of(cause)) await h.store.tx((t) => h.deliveries.resend(t, id, there))
    await h.pass(60_000)
    assert.equal(other.texts(there.conversationId).join(''), text)
  }
})

test('[SES6] [DLV4] what was refused and then redacted waits for nobody, and cannot be sent', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'not_sent', why: 'message', detail: 'no' }])
  await h.put(h.message('c1', 'a', { text: 'secret', eventId: eventOf('1') }))
  await h.work()
  assert.deepEqual(
    (await h.of('a')).map(({ isResendable }) => isResendable),
    [true],
  )
  await h.store.tx((t) => h.deliveries.redact(t, eventOf('1')))
  assert.deepEqual(await h.states('a'), ['withdrawn redacted'])
  assert.deepEqual(
    (await h.of('a')).map(({ text, isResendable }) => [text, isResendable]),
    [['', false]],
  )
  await assert.rejects(resent(h, 'a', 'c1'), refusedWith('delivery_settled'))
})

test('[DLV4] that something can be sent again is said of nothing whose resend is refused', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = () => ({ kind: 'not_sent', why: 'message', detail: 'no' })
  const { persona } = h.message('c1', 'a')
  await h.put(h.message('c1', 'told'), h.message('c2', 'secret', { isSecret: true }), {
    kind: 'open',
    cause: 'opened',
    under: h.place('c3'),
    title: 'x',
    anchor: 'x',
    persona,
    expiresAt: h.clock.wall() + 1,
  })
  await h.pass(60_000)
  for (const cause of ['told', 'secret', 'opened']) {
    const [{ isResendable } = { isResendable: undefined }] = await h.of(cause)
    const again = await resent(h, cause, 'c1').then(
      () => true,
      () => false,
    )
    assert.equal(isResendable, again, cause)
  }
})
