import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inboundMessage, isEmptied, isSpoken, type MessageTold } from './inbound-message.ts'
import { type DiscordMessage, parseMessage } from './message-words.ts'

const around = {
  accountId: 'main',
  ownId: '1',
  applicationId: '10',
  isOwnWebhook: (id: string) => id === '77',
  readFile: async () => new Uint8Array([1]),
}
const ann = { id: '2', username: 'ann', global_name: 'Ann' }

function message(more: object = {}): DiscordMessage {
  const parsed = parseMessage({
    id: '100',
    channel_id: '5',
    guild_id: '9',
    type: 0,
    timestamp: '2026-11-16T19:00:00.000000+00:00',
    author: ann,
    content: 'hello',
    ...more,
  })
  assert.ok(parsed)
  return parsed
}

function hear(more: object = {}, told: Partial<MessageTold> = {}) {
  return inboundMessage(around, {
    message: message(more),
    channel: { id: '5', type: 0, guildId: '9', parentId: '50' },
    handles: new Map(),
    roles: new Map(),
    channelName: () => undefined,
    ...told,
  })
}

test('[CNV3] places are told apart: channels, threads with what stands above them, direct messages and groups', () => {
  const places = [
    { id: '5', type: 0, guildId: '9', parentId: '50' },
    { id: '6', type: 11, guildId: '9', parentId: '5' },
    { id: '7', type: 1 },
    { id: '8', type: 3 },
  ].map((channel) => {
    const { conversation, kind, serverId } = hear({}, { channel })
    return [conversation.conversationId, conversation.parentConversationId, kind, serverId]
  })
  assert.deepEqual(places, [
    ['5', undefined, 'channel', '9'],
    ['6', '5', 'thread', '9'],
    ['7', undefined, 'dm', undefined],
    ['8', undefined, 'group', undefined],
  ])
})

test('[BND2] a place is told with what people there call it, a thread with what stands above it', () => {
  const named = { id: '6', type: 11, guildId: '9', parentId: '5', name: 'the loft' }
  const { placeName, aboveName } = hear({}, { channel: named, aboveName: 'deploy' })
  assert.deepEqual([placeName, aboveName], ['the loft', 'deploy'])
  const unnamed = hear()
  assert.deepEqual([unnamed.placeName, unnamed.aboveName], [undefined, undefined])
})

test('[CHN3] we are known by our user, our application and our webhooks; by nothing that is written', () => {
  const cases: [object, isOwn: boolean, isBot: boolean][] = [
    [{}, false, false],
    [{ author: { ...ann, id: '1', bot: true } }, true, true],
    [{ author: { ...ann, id: '77' }, webhook_id: '77' }, true, true],
    [{ author: { ...ann, id: '78' }, webhook_id: '78', application_id: '10' }, true, true],
    [{ author: { id: '78', username: 'Heddle' }, webhook_id: '78' }, false, true],
    [{ author: { id: '3', username: 'heddle', bot: true }, application_id: '11' }, false, true],
    [{ content: '⚙️ a notice' }, false, false],
  ]
  for (const [more, isOwn, isBot] of cases) {
    const { author } = hear(more)
    assert.deepEqual([author.isOwn, author.isBot], [isOwn, isBot], JSON.stringify(more))
  }
})

test('[CNV3] a mention, our role, or a reply to us or to one of our personas addresses us, and nothing else', () => {
  const roles = new Map([
    ['11', { name: 'heddle', isOwn: true }],
    ['12', { name: 'weavers', isOwn: false }],
  ])
  const by = (id: string, more: object = {}) => ({ author: { ...ann, id }, ...more })
  const cases: [object, boolean][] = [
    [{ content: '<@1> hi', mentions: [{ ...ann, id: '1' }] }, true],
    [{ content: '<@&11> hi', mention_roles: ['11'] }, true],
    [{ type: 19, referenced_message: by('1') }, true],
    [{ type: 19, referenced_message: by('77', { webhook_id: '77' }) }, true],
    [{ type: 19, referenced_message: by('2') }, false],
    [{ type: 19, referenced_message: null }, false],
    [{ content: '<@&12>', mention_roles: ['12'] }, false],
    [{ content: '@everyone', mention_everyone: true }, false],
    // In code nobody is called.
    [{ content: '`<@1>`', mentions: [] }, false],
    // Forwarded, our words are no reply to us.
    [{ message_reference: { type: 1 }, referenced_message: by('1') }, false],
  ]
  for (const [more, isAddressed] of cases) {
    assert.equal(hear(more, { roles }).isAddressed, isAddressed, JSON.stringify(more))
  }
})

test('[PPL4] members are called by their handles, others by their names there', () => {
  const mentions = [
    { id: '3', username: 'bob', member: { nick: 'Bobby' } },
    { id: '4', username: 'cleo' },
  ]
  const { text, author } = hear(
    { content: '<@3> <@4>', mentions, member: { nick: 'Annie' } },
    { handles: new Map([['4', 'cleo.c']]) },
  )
  assert.equal(text, '@Bobby @cleo.c')
  assert.equal(author.name, 'Annie')
})

test('[CNV3] what has no words is named in a line: stickers, polls, what was forwarded, embeds of programs', () => {
  assert.equal(hear({ content: '', sticker_items: [{ name: 'Wave' }] }).text, '[Sticker: Wave]')
  assert.equal(hear({ poll: { question: { text: 'When?' } } }).text, 'hello\n[Poll: When?]')
  const snapshot = {
    content: 'the plan',
    sticker_items: [],
    embeds: [{ title: 'Doc', description: 'of it' }],
  }
  assert.equal(
    hear({ content: '', message_snapshots: [{ message: snapshot }] }).text,
    '[Forwarded message]\nthe plan\n[Embed: Doc\nof it]',
  )
  const embeds = [{ title: 'Build 7', url: 'https://ci.example/7' }]
  assert.equal(hear({ embeds }).text, 'hello')
  assert.equal(hear({ embeds, content: '', webhook_id: '5' }).text, '[Embed: Build 7]')
})

test('[CHN7] files come with the message, those of what was forwarded too', async () => {
  const file = { filename: 'a.txt', content_type: 'text/plain', size: 3, url: 'https://cdn.discordapp.com/a' }
  const { attachments = [] } = hear({
    attachments: [file],
    message_snapshots: [
      { message: { attachments: [{ filename: 'b.bin', title: 'ばら', size: 4, url: 'x' }] } },
    ],
  })
  assert.deepEqual(
    attachments.map(({ name, mediaType, sizeBytes }) => [name, mediaType, sizeBytes]),
    [
      ['a.txt', 'text/plain', 3],
      ['ばら.bin', 'application/octet-stream', 4],
    ],
  )
  assert.equal(hear().attachments, undefined)
})

test('[CNV3] the message that a thread was opened from comes along with its author', () => {
  const starter = message({
    id: '6',
    author: { id: '1', username: 'heddle', bot: true },
    content: 'the plan',
  })
  const { anchor } = hear({}, { starter, channel: { id: '6', type: 11, guildId: '9', parentId: '5' } })
  assert.equal(anchor?.text, 'the plan')
  assert.equal(anchor?.author.isOwn, true)
})

test('[CHN2] only what people say is heard, not what Discord says about a place', () => {
  const spoken = [0, 1, 6, 7, 18, 19, 20, 21, 23].filter((type) => isSpoken(message({ type })))
  assert.deepEqual(spoken, [0, 19])
})

test('[DSC1] a message from which Discord took the text is known by having nothing in it', () => {
  assert.equal(isEmptied(around, message({ content: '' })), true)
  assert.equal(isEmptied(around, message({ content: '', attachments: [], embeds: [] })), true)
  for (const more of [
    { content: 'x' },
    { content: '', sticker_items: [{ name: 'Wave' }] },
    { content: '', guild_id: null },
    { content: '', author: { ...ann, bot: true } },
    { content: '', webhook_id: '5' },
    { content: '', type: 7 },
  ]) {
    assert.equal(isEmptied(around, message(more)), false, JSON.stringify(more))
  }
})

test('[CHN2] a trinket of a form that we do not know costs no message', () => {
  const odd = { embeds: [7], sticker_items: {}, poll: 'what', message_snapshots: [null] }
  assert.equal(hear(odd).text, 'hello')
})

test('[CHN2] what is no message is not taken for one', () => {
  for (const value of [null, [], {}, { id: 'x' }, { id: '1', channel_id: '2', type: 0 }]) {
    assert.equal(parseMessage(value), undefined)
  }
})
