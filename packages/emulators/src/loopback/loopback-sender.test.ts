import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeliveryId } from '@heddle/contract'
import type { SendOutcome } from '@heddle/gateway/channel'
import { type Fault, scriptFaults } from './faults.ts'
import { settle } from './manual-clock.ts'
import { openTestAccount, type TestAccount } from './test-account.ts'

/** What of an outcome decides about the next step. */
function gist(outcome: SendOutcome): string {
  if (outcome.kind !== 'not_sent') return outcome.kind
  const { why, retryAfterMs, scope, wasRefused } = outcome
  return ['not_sent', why, retryAfterMs, scope, wasRefused === true ? 'refused' : undefined]
    .filter((part) => part !== undefined)
    .join(' ')
}

const faults: [fault: Fault, gist: string][] = [
  [{ kind: 'rate_limited', retryAfterMs: 700, scope: 'conversation' }, 'not_sent later 700 place refused'],
  [{ kind: 'rate_limited', retryAfterMs: 900, scope: 'account' }, 'not_sent later 900 account refused'],
  [{ kind: 'unreachable' }, 'not_sent later'],
  [{ kind: 'status', status: 502, isDone: false }, 'not_sent later'],
  [{ kind: 'status', status: 500, isDone: true }, 'unknown'],
  [{ kind: 'status', status: 503, isDone: false }, 'unknown'],
  [{ kind: 'status', status: 504, isDone: true }, 'unknown'],
  [{ kind: 'status', status: 418, isDone: false }, 'not_sent message'],
  [{ kind: 'status', status: 302, isDone: false }, 'unknown'],
  [{ kind: 'reset', isDone: true }, 'unknown'],
  [{ kind: 'silence', isDone: true }, 'unknown'],
  [{ kind: 'silence', isDone: false }, 'unknown'],
  [{ kind: 'empty' }, 'unknown'],
  [{ kind: 'garbage' }, 'unknown'],
  [{ kind: 'delay', ms: 0 }, 'sent'],
]

for (const [fault, expected] of faults) {
  test(`[DLV3] ${JSON.stringify(fault)} on a send is: ${expected}`, async () => {
    const { account, platform, general, message, clock } = openTestAccount()
    platform.useFaults(scriptFaults([{ on: 'send', fault }]))
    const patience = new AbortController()
    const sending = account.outbound.sender.send(message(general, 'hello', { signal: patience.signal }))
    await clock.advance(0)
    if (fault.kind === 'silence') patience.abort()
    assert.equal(gist(await sending), expected)
  })
}

const refusals: [what: string, gist: string, arrange: (test: TestAccount) => string][] = [
  ['a bad token', 'not_sent account refused', ({ settings, general }) => ((settings.token = 'old'), general)],
  ['a place that is gone', 'not_sent place', () => 'nowhere'],
  [
    'a place that is closed to us',
    'not_sent place refused',
    ({ platform, general, botId }) => (platform.close(general, botId, true), general),
  ],
  [
    'a locked thread',
    'not_sent place refused',
    ({ platform, general, ann }) => {
      const thread = platform.startThread(platform.say(ann, general, 'x').id, 'x')
      platform.lock(thread, true)
      return thread
    },
  ],
]

for (const [what, expected, arrange] of refusals) {
  test(`[DLV3] ${what} is: ${expected}`, async () => {
    const opened = openTestAccount()
    const { account, message } = opened
    assert.equal(gist(await account.outbound.sender.send(message(arrange(opened), 'hello'))), expected)
  })
}

test('[DLV3] a text that is too long is nobody’s to send', async () => {
  const { account, general, message } = openTestAccount()
  assert.equal(
    gist(await account.outbound.sender.send(message(general, 'x'.repeat(2_001)))),
    'not_sent message',
  )
})

test('[PER1] [DLV6] a message carries its persona, its buttons, its files, its marker, and calls only whom it may', async () => {
  const { account, platform, general, message, ann, bob } = openTestAccount()
  const read = async () => new Uint8Array([1, 2, 3])
  const outcome = await account.outbound.sender.send(
    message(general, `<@${ann}> <@${bob}>`, {
      persona: {
        name: 'main · sums',
        avatarUrl: 'https://x.example/a.png',
        agentId: 'main',
        isAccount: false,
      },
      buttons: [
        { token: 'stop', text: 'Stop', style: 'danger' },
        // Nobody can be asked for words there (CHN1).
        { token: 'note', text: 'Why', style: 'danger', isAsking: true },
      ],
      attachments: [
        { fileId: 'fil_1', name: 'a.bin', mediaType: 'application/octet-stream', bytes: 3, read },
      ],
      mentions: [ann],
    }),
  )
  const [seen] = platform.read(general)
  assert.deepEqual(outcome, { kind: 'sent', platformId: seen?.id, link: `loopback://${general}/${seen?.id}` })
  assert.deepEqual([seen?.author.name, seen?.author.isPersona, seen?.called], ['main · sums', true, [ann]])
  const tokens = seen?.buttons.map(({ token }) => token)
  assert.deepEqual([seen?.marker, tokens], [{ delivery: 'dlv_1', part: 1 }, ['stop']])
  assert.equal(seen?.attachments[0]?.sizeBytes, 3)
})

test('[ATT1] a text is not lost over a file that can no longer be read, or that the platform takes none of: it is named', async () => {
  const { account, platform, general, message } = openTestAccount()
  const about = { fileId: 'fil_1', mediaType: 'text/plain', bytes: 3, link: 'https://h.example/sessions/s' }
  const lost = { ...about, name: 'lost', read: () => Promise.reject(new Error('lost')) }
  const kept = { ...about, name: 'kept', read: async () => new Uint8Array([1, 2, 3]) }
  const send = (text: string) =>
    account.outbound.sender.send(message(general, text, { attachments: [lost, kept] }))
  assert.equal(gist(await send('x')), 'sent')
  platform.state.fileBytesMax = 2
  assert.equal(gist(await send('')), 'sent')
  const shown = platform
    .read(general)
    .map(({ text, attachments }) => [text, attachments.map(({ name }) => name)])
  assert.deepEqual(shown, [
    ['x\n\n📎 lost: it can no longer be read', ['kept']],
    [
      '📎 lost (0.1 MB, too large here): https://h.example/sessions/s\n📎 kept (0.1 MB, too large here): https://h.example/sessions/s',
      [],
    ],
  ])
})

test('[DLV3] [I6] what may have been sent is found by its marker, all copies, and never by its text', async () => {
  const { account, platform, general, message, ann, clock } = openTestAccount()
  const { sender } = account.outbound
  const look = (part: number, after: string | null) =>
    sender.find?.({ ...message(general, 'same'), part, after, startedAt: clock.wall() })
  const before = platform.say(ann, general, 'same').id
  assert.deepEqual(await look(1, before), { kind: 'absent' })
  await sender.send(message(general, 'same', { part: 2 }))
  assert.deepEqual(await look(1, before), { kind: 'absent' })
  for (let i = 0; i < 250; i++) platform.say(ann, general, `talk ${i}`)
  const sent = [await sender.send(message(general, 'same')), await sender.send(message(general, 'same'))]
  const ids = sent.map((one) => one.kind === 'sent' && one.platformId)
  for (const after of [before, null]) {
    const found = await look(1, after)
    assert.deepEqual(found?.kind === 'found' && found.copies.map(({ platformId }) => platformId), ids)
  }
  assert.deepEqual(await sender.find?.({ ...message('nowhere', 'x'), after: null, startedAt: 0 }), {
    kind: 'absent',
  })
})

test('[DLV3] what cannot be read is said to be unreadable, with the wait that the platform states', async () => {
  const { account, platform, general, message, clock } = openTestAccount()
  const look = () =>
    account.outbound.sender.find?.({ ...message(general, 'x'), after: null, startedAt: clock.wall() })
  platform.useFaults(
    scriptFaults([
      { on: 'history', fault: { kind: 'rate_limited', retryAfterMs: 500, scope: 'conversation' } },
      { on: 'history', fault: { kind: 'garbage' } },
      { on: 'history', fault: { kind: 'reset', isDone: false } },
    ]),
  )
  const limited = await look()
  assert.deepEqual(
    [limited?.kind, limited?.kind === 'unreadable' && limited.retryAfterMs],
    ['unreadable', 500],
  )
  await clock.advance(500)
  assert.equal((await look())?.kind, 'unreadable')
  assert.equal((await look())?.kind, 'unreadable')
  assert.equal((await look())?.kind, 'absent')
})

test('[DLV3] changing and taking back can be asked for again and again', async () => {
  const { account, platform, general, message, place } = openTestAccount()
  const { sender } = account.outbound
  const sent = await sender.send(message(general, 'one'))
  const platformId = sent.kind === 'sent' ? sent.platformId : ''
  const signal = new AbortController().signal
  for (let i = 0; i < 2; i++) {
    assert.equal((await sender.edit?.({ ...message(general, 'two'), platformId }))?.kind, 'sent')
  }
  assert.equal(platform.read(general)[0]?.text, 'two')
  for (let i = 0; i < 2; i++)
    assert.equal((await sender.remove?.(place(general), platformId, signal))?.kind, 'sent')
  assert.equal(platform.read(general).length, 0)
  const late = await sender.edit?.({ ...message(general, 'three'), platformId })
  assert.equal(late && gist(late), 'not_sent message')
  assert.equal((await sender.remove?.(place('nowhere'), platformId, signal))?.kind, 'sent')
})

test('[BND10] a thread is opened under its message, once, wherever the request before broke off', async () => {
  const breaks: Fault[] = [
    { kind: 'reset', isDone: true },
    { kind: 'reset', isDone: false },
    { kind: 'empty' },
    { kind: 'status', status: 500, isDone: true },
  ]
  for (const on of ['send', 'thread.open'] as const) {
    for (const fault of breaks) {
      const { account, platform, general, opening, clock } = openTestAccount()
      const { opener } = account.outbound
      platform.useFaults(scriptFaults([{ on, fault }]))
      const first = await opener?.open(opening(general))
      const look = { ...opening(general), startedAt: clock.wall() }
      const found = await opener?.findOpened(look)
      const isDone = fault.kind === 'empty' || ('isDone' in fault && fault.isDone)
      const stands = on === 'thread.open' ? (isDone ? 'found' : 'begun') : isDone ? 'begun' : 'absent'
      if (first?.kind !== 'opened') assert.equal(found?.kind, stands)
      const second = await opener?.open(opening(general))
      assert.equal(second?.kind, 'opened')
      const threads = [...platform.state.conversations.values()].filter(({ kind }) => kind === 'thread')
      assert.deepEqual([platform.read(general).length, threads.length], [1, 1], `${on} ${fault.kind}`)
      assert.equal(second?.kind === 'opened' && second.conversation.parentConversationId, general)
      assert.equal(threads[0]?.name, '🤖 sums')
    }
  }
})

test('[BND10] where there can be no thread, the place is said to refuse it; closing is done once and for all', async () => {
  const { account, platform, ann, botId, general, opening } = openTestAccount()
  const { opener } = account.outbound
  const dm = platform.openDm(ann, botId)
  const refused = await opener?.open(opening(dm))
  assert.equal(refused?.kind === 'not_sent' && refused.why, 'place')
  const opened = await opener?.open(opening(general, { deliveryId: 'dlv_10' as DeliveryId }))
  assert.equal(opened?.kind, 'opened')
  if (opened?.kind !== 'opened') return
  const signal = new AbortController().signal
  for (let i = 0; i < 2; i++) assert.equal((await opener?.close(opened.conversation, signal))?.kind, 'sent')
  assert.equal(platform.state.conversations.get(opened.anchorId)?.isArchived, true)
  platform.deleteConversation(opened.anchorId, ann)
  assert.equal((await opener?.close(opened.conversation, signal))?.kind, 'sent')
})

test('[DLV8] the token is read for each call', async () => {
  const { account, platform, general, message, settings, botId } = openTestAccount()
  platform.changeToken(botId, 'fresh')
  assert.equal(gist(await account.outbound.sender.send(message(general, 'a'))), 'not_sent account refused')
  settings.token = 'fresh'
  assert.equal(gist(await account.outbound.sender.send(message(general, 'b'))), 'sent')
})

test('[REV3] history is the message that a thread was opened from and the last ones, in order; trouble is thrown in words', async () => {
  const { account, platform, general, ann, bob, place } = openTestAccount()
  const signal = new AbortController().signal
  const thread = platform.startThread(platform.say(ann, general, `the beginning, <@${bob}>`).id, 'x')
  for (let i = 0; i < 230; i++) platform.say(ann, thread, `m${i}`)
  const read = await account.history?.read(place(thread), { lastMax: 150, signal })
  assert.deepEqual(
    [
      read?.messages.length,
      read?.messages[0]?.text,
      read?.messages[1]?.text,
      read?.messages.at(-1)?.text,
      read?.hasMore,
    ],
    [151, 'the beginning, @Bob', 'm80', 'm229', true],
  )
  assert.deepEqual(read?.messages[0]?.author, { platformId: ann, name: 'Ann', isBot: false })
  const short = await account.history?.read(place(general), { lastMax: 50, signal })
  assert.deepEqual([short?.messages.length, short?.hasMore], [1, false])
  await assert.rejects(
    async () => account.history?.read(place('nowhere'), { lastMax: 50, signal }),
    /could not be read: HTTP 404 There is no such conversation\. \(unknown_conversation\)/,
  )
})

test('[CHN1] typing is shown, and one that cannot be shown disturbs nobody', async () => {
  const { account, platform, general, place } = openTestAccount()
  await account.typing?.show(place(general))
  await account.typing?.show(place('nowhere'))
  await settle()
  assert.deepEqual(
    platform.state.typing.map(({ conversationId }) => conversationId),
    [general],
  )
})
