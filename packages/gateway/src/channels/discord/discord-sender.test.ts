import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeliveryId } from '@heddle/contract'
import type { Fault } from '@heddle/emulators/discord/faults'
import { pingsIn, webhooksIn } from '@heddle/emulators/discord/look-at-discord'
import type { DiscordPlatform } from '@heddle/emulators/discord/platform'
import { bot, gist, openDiscordAccount, placeAt, poet } from '../../../test-support/open-discord-account.ts'
import type { OutboundFile } from '../channel.ts'

const sendRoute = 'POST /channels/{channel_id}/messages'
const webhookRoute = 'POST /webhooks/{webhook_id}/{webhook_token}'

test("[PER1] the account's own agent speaks as the bot, everyone else by a webhook under their name", async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, said, guildId, general } = scene
  const first = await sender.send(message('hello'))
  assert.equal(first.kind, 'sent')
  assert.equal(
    first.kind === 'sent' && first.link,
    `https://discord.com/channels/${guildId}/${general}/${first.kind === 'sent' ? first.platformId : ''}`,
  )
  assert.equal((await sender.send(message('a poem', { persona: poet }))).kind, 'sent')
  assert.deepEqual(said(), [
    { name: 'heddle', text: 'hello' },
    { name: 'Poet · sums', text: 'a poem' },
  ])
  const [webhook] = webhooksIn(scene.platform.state, general)
  assert.equal(webhook?.name, 'Heddle')
})

test('[PER1] a name that Discord does not take is written another way, and a picture comes from a public place', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, said, time, asked } = scene
  time.publicUrl = 'https://heddle.example.com'
  await sender.send(message('hi', { persona: { ...poet, name: 'Discord Clyde' } }))
  await sender.send(message('hi', { persona: { ...poet, avatarUrl: 'https://x.io/a.png' } }))
  assert.deepEqual(
    said().map(({ name }) => name),
    ['disc·ord cly·de', 'Poet · sums'],
  )
  const avatars = asked('POST', '/webhooks/{webhook_id}/{webhook_token}').map(({ body }) =>
    typeof body === 'object' && body !== null && 'avatar_url' in body ? String(body.avatar_url) : '',
  )
  assert.match(avatars[0] ?? '', /^https:\/\/heddle\.example\.com\/avatars\/[0-9a-f]{32}\.png$/)
  assert.equal(avatars[1], 'https://x.io/a.png')
})

test('[DSC1] in threads the webhook of the channel above speaks, and in direct messages the bot with the name in front', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, said, people, ann, bot: self, general } = scene
  const thread = people.openThread(ann, scene.say('look').id, 'a thread').id
  await sender.send(message('in it', { persona: poet, place: placeAt(thread, general) }))
  await sender.send(message('again', { persona: poet, place: placeAt(thread) }))
  assert.deepEqual(said(thread), [
    { name: 'Poet · sums', text: 'in it' },
    { name: 'Poet · sums', text: 'again' },
  ])
  const dm = people.openDm(ann, self.id)
  const sent = await sender.send(message('psst', { persona: poet, place: placeAt(dm) }))
  assert.match(sent.kind === 'sent' ? (sent.link ?? '') : '', /\/channels\/@me\//)
  await sender.send(message('# Title', { persona: poet, place: placeAt(dm) }))
  await sender.send(message('me', { place: placeAt(dm) }))
  assert.deepEqual(
    said(dm).map(({ text }) => text),
    ['**Poet · sums**: psst', '**Poet · sums**:\n# Title', 'me'],
  )
  assert.equal(webhooksIn(scene.platform.state, general).length, 1)
})

test('[DLV6] nobody is called but who was named, whatever stands in the text', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, ann, bob, general } = scene
  for (const persona of [bot, poet]) {
    await sender.send(message(`@everyone @here <@${ann}> <@${bob}>`, { persona, mentions: [ann] }))
  }
  assert.deepEqual(
    pingsIn(scene.platform.state, general).map(({ pings }) => pings),
    [1, 2].map(() => ({ userIds: [ann], roleIds: [], isEveryone: false })),
  )
  assert.equal(scene.said()[0]?.text, `@everyone @here <@${ann}> <@${bob}>`)
})

test('[DSC1] buttons stand in rows of five, by either voice, and an edit takes them away', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, platform, general } = scene
  const buttons = Array.from({ length: 7 }, (_, i) => ({
    token: `stop:${i}`,
    text: `Stop ${i}`,
    style: i === 0 ? ('danger' as const) : i === 1 ? ('good' as const) : ('plain' as const),
  }))
  for (const persona of [bot, poet]) {
    const asked = message('press', { persona, buttons })
    const sent = await sender.send(asked)
    assert.ok(sent.kind === 'sent')
    const shown = platform.state.messages.get(sent.platformId)
    assert.deepEqual(
      JSON.parse(JSON.stringify(shown?.components)).map((row: { components: { style: number }[] }) =>
        row.components.map(({ style }) => style),
      ),
      [
        [4, 3, 2, 2, 2],
        [2, 2],
      ],
    )
    await sender.edit?.({ ...asked, text: 'pressed', buttons: [], platformId: sent.platformId })
    assert.deepEqual(platform.state.messages.get(sent.platformId)?.components, [])
  }
  assert.deepEqual(
    scene.said(general).map(({ text }) => text),
    ['pressed', 'pressed'],
  )
})

const file = (name: string, content: () => Promise<Uint8Array>, bytes = 5): OutboundFile => ({
  fileId: name,
  name,
  mediaType: 'text/plain',
  bytes,
  link: `https://heddle.example/sessions/ses_1?at=evt_1`,
  read: content,
})
const textFile = (name: string, text: string) => file(name, async () => Buffer.from(text), text.length)

test('[ATT1] files go along; what Discord does not take is named beside the text', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, platform } = scene
  const attachments = [
    textFile('a.txt', 'hello'),
    file('gone.txt', () => Promise.reject(new Error('redacted'))),
    file('large.bin', () => assert.fail('it was read in vain'), 10 * 1_048_576 + 1),
    textFile('b.txt', 'all'),
  ]
  for (const persona of [bot, poet]) {
    const sent = await sender.send(message('see', { persona, attachments }))
    assert.ok(sent.kind === 'sent')
    const shown = platform.state.messages.get(sent.platformId)
    assert.deepEqual(
      shown?.attachments.map(({ name, content }) => [name, Buffer.from(content).toString()]),
      [
        ['a.txt', 'hello'],
        ['b.txt', 'all'],
      ],
    )
    const named = JSON.stringify(shown?.embeds)
    assert.match(named, /gone\.txt: it can no longer be read/)
    assert.match(named, /large\.bin \(10\.0 MB, too large for Discord here\): <https:\/\/heddle\.example/)
  }
  const sent = await sender.send(message('', { attachments: [textFile('only.txt', 'x')] }))
  assert.equal(sent.kind, 'sent')
})

/** Discord tells them for a while; after that one has to look at what was said. */
function forgetNonces(platform: DiscordPlatform): void {
  for (const message of platform.state.messages.values()) delete message.nonce
}

test('[ATT1] [DLV3] where a server takes less than Discord says, the text goes out and says where the files are', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, platform } = scene
  platform.state.limits.fileBytesMax = 4
  for (const persona of [bot, poet]) {
    for (const text of ['see', '']) {
      const sent = await sender.send(message(text, { persona, attachments: [textFile('a_b.txt', 'hello')] }))
      assert.ok(sent.kind === 'sent')
      const shown = platform.state.messages.get(sent.platformId)
      assert.deepEqual(shown?.attachments, [])
      const told = text === '' ? shown?.content : JSON.stringify(shown?.embeds)
      assert.match(told ?? '', /📎 a.+b\.txt \(.+too large for Discord here\): <https:\/\/heddle\.example/)
      forgetNonces(platform)
      const look = { ...message(text, { persona }), attachments: [textFile('a_b.txt', 'hello')] }
      const found = await sender.find?.({ ...look, after: null, startedAt: Date.now() })
      assert.deepEqual(found?.kind === 'found' && found.copies.map(({ platformId }) => platformId), [
        sent.platformId,
      ])
      await sender.remove?.(message('').place, sent.platformId, new AbortController().signal)
    }
  }
})

test('[DLV3] [ATT1] what carries files, and perhaps no text, is found by them, and nothing else is', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message } = scene
  const startedAt = Date.now()
  const attachments = [textFile('é.txt', 'one'), textFile('b.txt', 'four')]
  for (const persona of [bot, poet]) {
    const find = async (text: string, files: readonly OutboundFile[]) => {
      const look = { ...message(text, { persona }), attachments: files, after: null, startedAt }
      const found = await sender.find?.(look)
      return found?.kind === 'found' ? found.copies.length : found?.kind
    }
    assert.equal(await find('', attachments), 'absent')
    await sender.send(message('', { persona, attachments, deliveryId: 'dlv_files' as DeliveryId }))
    await sender.send(message('see', { persona, attachments, deliveryId: 'dlv_both' as DeliveryId }))
    forgetNonces(scene.platform)
    assert.equal(await find('', attachments), 1)
    assert.equal(await find('see', attachments), 1)
    // Other files, fewer of them, or none: that is another message.
    assert.equal(await find('', [textFile('é.txt', 'three')]), 'absent')
    assert.equal(await find('', [textFile('a', 'one')]), 'absent')
    assert.equal(await find('see', []), 'absent')
    // One that was redacted meanwhile is not in the way.
    assert.equal(await find('', [attachments[0]!, { ...attachments[1]!, bytes: 0 }]), 'absent')
  }
})

const faults: [fault: Fault, gist: string][] = [
  [{ kind: 'rate_limited', scope: 'user', retryAfterMs: 700 }, 'not_sent later place refused'],
  [{ kind: 'rate_limited', scope: 'shared', retryAfterMs: 700 }, 'not_sent later place'],
  [{ kind: 'rate_limited', scope: 'global', retryAfterMs: 700 }, 'not_sent later account refused'],
  [{ kind: 'edge_limited', retryAfterMs: 2_000 }, 'not_sent later account refused'],
  [{ kind: 'status', status: 502, isDone: false }, 'not_sent later'],
  [{ kind: 'status', status: 500, isDone: true }, 'unknown'],
  [{ kind: 'status', status: 503, isDone: false }, 'unknown'],
  [{ kind: 'status', status: 504, isDone: true }, 'unknown'],
  [{ kind: 'drop', isDone: false }, 'unknown'],
  [{ kind: 'drop', isDone: true }, 'unknown'],
  [{ kind: 'drop', isDone: true, isMidway: true }, 'unknown'],
  [{ kind: 'empty' }, 'unknown'],
  [{ kind: 'garbage' }, 'unknown'],
]

for (const [fault, expected] of faults) {
  test(`[DLV3] ${JSON.stringify(fault)} on a send is, by either voice: ${expected}`, async () => {
    await using scene = await openDiscordAccount()
    const { sender, message, plan } = scene
    await sender.send(message('first', { persona: poet }))
    for (const [route, persona] of [
      [sendRoute, bot],
      [webhookRoute, poet],
    ] as const) {
      plan({ on: route, fault })
      const outcome = await sender.send(message('hello', { persona }))
      assert.equal(gist(outcome), expected)
      if ('retryAfterMs' in fault) {
        assert.ok(outcome.kind === 'not_sent' && outcome.retryAfterMs === fault.retryAfterMs)
        break
      }
    }
  })
}

test('[DLV3] no answer until the time is over is unknown, and what was given up before it left is not', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, plan, asked } = scene
  plan({ on: sendRoute, fault: { kind: 'hang', isDone: true } })
  const patience = new AbortController()
  const sending = sender.send(message('hello', { signal: patience.signal }))
  while (asked('POST', '/channels/{channel_id}/messages').length === 0) await new Promise(setImmediate)
  patience.abort()
  assert.equal(gist(await sending), 'unknown')
  assert.equal(gist(await sender.send(message('hello', { signal: patience.signal }))), 'not_sent later')
  await scene.served.close()
  assert.equal(gist(await sender.send(message('hello'))), 'not_sent later')
})

test('[I30] until the time is over that Discord stated nothing of the kind is asked, and it says how long that is', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, plan, platform, time } = scene
  plan({ on: sendRoute, fault: { kind: 'edge_limited', retryAfterMs: 30_000 } })
  await sender.send(message('a'))
  const before = platform.truth.requests.length
  const held = await sender.send(message('b', { persona: poet }))
  assert.equal(gist(held), 'not_sent later account')
  assert.equal(platform.truth.requests.length, before)
  time.aheadMs = 31_000
  assert.equal((await sender.send(message('c'))).kind, 'sent')
  plan({ on: sendRoute, fault: { kind: 'rate_limited', scope: 'shared', retryAfterMs: 5_000 } })
  await sender.send(message('d'))
  const again = await sender.send(message('e'))
  assert.ok(again.kind === 'not_sent' && again.scope === 'place' && (again.retryAfterMs ?? 0) > 4_000)
  assert.deepEqual(platform.truth.early(), [])
})

const refusals: [what: string, gist: string, words: RegExp, arrange: Arrange][] = [
  ['a bad token', 'not_sent account refused', /token/, ({ settings }) => void (settings['token'] = 'old')],
  [
    'a channel that is gone',
    'not_sent place',
    /10003/,
    ({ people, ann, general }) => people.deleteChannel(ann, general),
  ],
  [
    'a channel that it may not see',
    'not_sent place refused',
    /50001.*View Channel/,
    ({ owners, bot: { id }, general }) =>
      owners.takeAway({ botId: id, channelId: general, names: ['ViewChannel'] }),
  ],
  [
    'a channel that it may not write in',
    'not_sent place refused',
    /50013.*permissions/,
    ({ owners, bot: { id }, general }) =>
      owners.takeAway({ botId: id, channelId: general, names: ['SendMessages'] }),
  ],
]
type Arrange = (scene: Awaited<ReturnType<typeof openDiscordAccount>>) => void

for (const [what, expected, words, arrange] of refusals) {
  test(`[DLV3] ${what} is: ${expected}, in words that say what to do`, async () => {
    await using scene = await openDiscordAccount()
    arrange(scene)
    const outcome = await scene.sender.send(scene.message('hello'))
    assert.equal(gist(outcome), expected)
    assert.match('detail' in outcome ? outcome.detail : '', words)
  })
}

test('[DLV3] a locked thread takes nothing, whoever speaks', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, people, owners, ann, bot: self, general, guildId } = scene
  const thread = people.openThread(ann, scene.say('look').id, 'a thread').id
  people.lock(ann, thread)
  owners.takeAway({ botId: self.id, guildId, names: ['ManageThreads'] })
  for (const persona of [bot, poet]) {
    const outcome = await sender.send(message('in it', { persona, place: placeAt(thread, general) }))
    assert.match(gist(outcome), /^not_sent place/)
  }
})

test('[DLV3] a text that is too long is nobody’s to send', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, allowedBreaches } = scene
  allowedBreaches.push(/^content: Too big/)
  for (const persona of [bot, poet]) {
    const outcome = await sender.send(message('x'.repeat(2_001), { persona }))
    assert.equal(gist(outcome), 'not_sent message')
    assert.match('detail' in outcome ? outcome.detail : '', /50035.*content/)
  }
})

test('[DLV8] a token that was rotated is used by the next call', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, settings, owners, bot: self } = scene
  const token = owners.rotateToken(self.id)
  assert.equal(gist(await sender.send(message('a'))), 'not_sent account refused')
  settings['token'] = token
  assert.equal((await sender.send(message('b'))).kind, 'sent')
})

test('[DLV3] the bot’s message that is sent again is the one that is there', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, plan, said } = scene
  plan({ on: sendRoute, fault: { kind: 'drop', isDone: true } })
  const hello = message('hello')
  assert.equal((await sender.send(hello)).kind, 'unknown')
  const again = await sender.send(hello)
  assert.equal(again.kind, 'sent')
  assert.equal(said().length, 1)
  assert.equal((await sender.send({ ...hello, part: 2 })).kind, 'sent')
  assert.equal(said().length, 2)
})

test('[DLV3] the bot’s message that somebody deleted meanwhile is not sent anew', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, plan, people, platform, ann, said } = scene
  plan({ on: sendRoute, fault: { kind: 'drop', isDone: true } })
  const hello = message('hello')
  await sender.send(hello)
  const [there] = [...platform.state.messages.values()]
  people.remove(ann, there?.id ?? '')
  assert.equal(gist(await sender.send(hello)), 'not_sent message')
  assert.deepEqual(said(), [])
})

for (const persona of [bot, poet]) {
  const voice = persona.isAccount ? 'bot' : 'webhook'
  test(`[DLV3] what the ${voice} may have said is found by who said it and its text, trimmed as Discord does`, async () => {
    await using scene = await openDiscordAccount()
    const { sender, message, plan, people, ann } = scene
    const before = await sender.send(message('  same\n', { persona }))
    assert.ok(before.kind === 'sent')
    plan({ on: persona.isAccount ? sendRoute : webhookRoute, fault: { kind: 'drop', isDone: true } })
    const same = message('  same\n', { persona })
    const startedAt = Date.now()
    assert.equal((await sender.send(same)).kind, 'unknown')
    people.say(ann, scene.general, 'same')
    const look = { ...same, after: before.platformId, startedAt }
    const found = await sender.find?.(look)
    assert.ok(found?.kind === 'found')
    assert.equal(found.copies.length, 1)
    assert.notEqual(found.copies[0]?.platformId, before.platformId)
    assert.match(found.copies[0]?.link ?? '', /^https:\/\/discord\.com\/channels\//)
    const other = await sender.find?.({ ...look, text: 'another', deliveryId: message('').deliveryId })
    assert.deepEqual(other, { kind: 'absent' })
    // A new process knows the webhook by what was noted.
    const fresh = await scene.openAgain().outbound.sender.find?.(look)
    assert.equal(fresh?.kind, 'found')
  })
}

test('[DLV3] [I6] however wrong our own clock is, what was said is found behind what was sent last', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, plan } = scene
  const before = await sender.send(message('before', { persona: poet }))
  assert.ok(before.kind === 'sent')
  const after = before.platformId
  const said = message('hello', { persona: poet })
  plan({ on: webhookRoute, fault: { kind: 'drop', isDone: true } })
  assert.equal((await sender.send(said)).kind, 'unknown')
  for (const aheadMs of [0, 10 * 60_000, 48 * 3_600_000]) {
    const found = await sender.find?.({ ...said, after, startedAt: Date.now() + aheadMs })
    assert.equal(found?.kind, 'found', `${aheadMs} ms ahead`)
  }
  const first = await sender.find?.({ ...said, after: null, startedAt: Date.now() + 14 * 3_600_000 })
  assert.equal(first?.kind, 'found')
})

test('[DLV3] what the bot may have said for a persona is found too, and another persona’s is not', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, plan, owners, bot: self, general } = scene
  owners.takeAway({ botId: self.id, channelId: general, names: ['ManageWebhooks'] })
  plan({ on: sendRoute, fault: { kind: 'drop', isDone: true } })
  const said = message('a poem', { persona: poet })
  const look = { ...said, after: null, startedAt: Date.now() }
  assert.equal((await sender.send(said)).kind, 'unknown')
  assert.equal((await sender.find?.(look))?.kind, 'found')
  const other = { ...look, deliveryId: message('').deliveryId, persona: { ...poet, name: 'Other' } }
  assert.equal((await sender.find?.(other))?.kind, 'absent')
})

test('[DLV3] who may not read what was said before does not take it for absent', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, plan, owners, bot: self, general } = scene
  plan({ on: sendRoute, fault: { kind: 'drop', isDone: true } })
  const said = message('hello')
  await sender.send(said)
  const permission = { botId: self.id, channelId: general, names: ['ReadMessageHistory'] as const }
  owners.takeAway(permission)
  const look = { ...said, after: null, startedAt: Date.now() }
  const closed = await sender.find?.(look)
  assert.ok(closed?.kind === 'unreadable')
  assert.match(closed.detail, /permissions/)
  owners.giveBack(permission)
  assert.equal((await sender.find?.(look))?.kind, 'found')
})

test('[DLV3] a place that cannot be read is told apart from one that is gone', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, owners, people, ann, bot: self, general } = scene
  const look = { ...message('x'), after: null, startedAt: Date.now() }
  owners.takeAway({ botId: self.id, channelId: general, names: ['ViewChannel'] })
  assert.equal((await sender.find?.(look))?.kind, 'unreadable')
  people.deleteChannel(ann, general)
  assert.equal((await sender.find?.(look))?.kind, 'absent')
})

test('[DLV3] it is found behind more than a page of others’ words', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, people, ann, general } = scene
  const startedAt = Date.now()
  for (let i = 0; i < 230; i++) people.say(ann, general, `word ${i}`)
  const mine = message('mine', { persona: poet })
  const sent = await sender.send(mine)
  assert.ok(sent.kind === 'sent')
  const found = await sender.find?.({ ...mine, after: null, startedAt })
  assert.deepEqual(found?.kind === 'found' && found.copies.map(({ platformId }) => platformId), [
    sent.platformId,
  ])
})

test('[DSC1] an answer of the bot’s own that grows by edits costs one request each', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, platform } = scene
  const first = message('a')
  const sent = await sender.send(first)
  assert.ok(sent.kind === 'sent')
  const before = platform.truth.requests.length
  for (const text of ['ab', 'abc']) await sender.edit?.({ ...first, text, platformId: sent.platformId })
  assert.equal(platform.truth.requests.length, before + 2)
})

for (const persona of [bot, poet]) {
  test(`[DLV3] what ${persona.isAccount ? 'the bot' : 'a persona'} said is changed and taken back by whoever said it`, async () => {
    await using scene = await openDiscordAccount()
    const { sender, message, said, people, ann, general } = scene
    const thread = people.openThread(ann, scene.say('look').id, 'a thread').id
    for (const place of [placeAt(general), placeAt(thread, general)]) {
      const first = message('draft', { persona, place })
      const sent = await sender.send(first)
      assert.ok(sent.kind === 'sent')
      const fresh = scene.openAgain().outbound.sender
      const edited = await fresh.edit?.({ ...first, text: 'done', platformId: sent.platformId })
      assert.equal(edited?.kind, 'sent')
      assert.equal(said(place.conversationId).at(-1)?.text, 'done')
      assert.equal((await fresh.remove?.(place, sent.platformId, first.signal))?.kind, 'sent')
      assert.notEqual(said(place.conversationId).at(-1)?.text, 'done')
      // Once more: what is not there any more need not be taken back.
      assert.equal((await fresh.remove?.(place, sent.platformId, first.signal))?.kind, 'sent')
      const gone = await fresh.edit?.({ ...first, text: 'late', platformId: sent.platformId })
      assert.equal(gone && gist(gone), 'not_sent message')
    }
  })
}
