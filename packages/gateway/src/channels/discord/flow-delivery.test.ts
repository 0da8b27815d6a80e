import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { type Fault, noFaults, scriptFaults } from '@heddle/emulators/discord/faults'
import { openRunScene, play } from '../../../test-support/discord-scenes.ts'
import { type DiscordHouse, openDiscordHouse } from '../../../test-support/open-discord-house.ts'

const byBot = 'POST /channels/{channel_id}/messages'
const byWebhook = 'POST /webhooks/{webhook_id}/{webhook_token}'

/** Until what may have been sent was looked for, and more. */
async function whileItSettles(h: DiscordHouse): Promise<void> {
  for (let passed = 0; passed < 3 * limits.deliverySettleMs; passed += limits.deliverySettleMs / 4) {
    h.clock.advance(limits.deliverySettleMs / 4)
    await h.settle()
  }
}

/** Others talk meanwhile, as they do: heartbeats keep to the real time, and a line that is silent for minutes counts as lost. */
async function forMinutes(h: DiscordHouse, minutes: number): Promise<void> {
  const elsewhere = h.addChannel('weather')
  const someone = h.guest('someone')
  for (let passed = 0; passed < minutes * 60_000; passed += 2_500) {
    if (passed % 30_000 === 0) await h.write(someone, elsewhere, 'rain again')
    h.clock.advance(2_500)
    await h.settle()
  }
}

const troubles: Record<string, Fault> = {
  'breaks off after it was done': { kind: 'drop', isDone: true },
  'breaks off before': { kind: 'drop', isDone: false },
  'breaks off in the middle of the answer': { kind: 'drop', isDone: true, isMidway: true },
  'is a 500 after it was done': { kind: 'status', status: 500, isDone: true },
  'is a 504 before': { kind: 'status', status: 504, isDone: false },
  'is a 502': { kind: 'status', status: 502, isDone: false },
  'has no body': { kind: 'empty' },
  'is no JSON': { kind: 'garbage' },
  'is a 429': { kind: 'rate_limited', scope: 'user', retryAfterMs: 2_000 },
  'is a 429 of the edge': { kind: 'edge_limited', retryAfterMs: 2_000 },
}

for (const [how, fault] of Object.entries(troubles)) {
  test(`[DLV3] [F28] one message is seen where the answer ${how}, by the bot and by a persona alike`, async () => {
    await using scene = await openRunScene({})
    const { h, ann, thread, finish } = scene
    await finish()
    const { platform } = h.discord
    platform.useFaults(
      scriptFaults([
        { on: byBot, fault },
        { on: byWebhook, fault },
      ]),
    )
    await h.write(ann, h.general, `${h.mention} hello`)
    await h.write(ann, thread.id, 'hello')
    await whileItSettles(h)
    const seen = (channelId: string) =>
      h.read(channelId).slice(h.read(channelId).lastIndexOf('ann: hello') + 1)
    assert.deepEqual(seen(thread.id), ['Main · looms: child answers.'])
    assert.equal(h.read(h.general).filter((line) => line === 'Heddle: main answers.').length, 2)
    assert.deepEqual(platform.truth.early(), [])
  })
}

for (const isDone of [false, true]) {
  const what = isDone ? 'was said' : 'was not said'
  test(`[DLV3] [I6] [F28] where nothing but nonsense is read for minutes, what ${what} is seen once in the end, by the bot and by a persona alike`, async () => {
    await using scene = await openRunScene({})
    const { h, ann, thread, finish } = scene
    await finish()
    const { platform } = h.discord
    const lost: Fault = { kind: 'drop', isDone }
    const times = 1_000
    const nonsense: Fault = { kind: 'garbage' }
    platform.useFaults(
      scriptFaults([
        { on: byBot, in: h.general, fault: lost },
        { on: byWebhook, fault: lost },
        { on: 'GET /channels/{channel_id}/messages', fault: nonsense, times },
      ]),
    )
    await h.write(ann, h.general, `${h.mention} hello`)
    await h.write(ann, thread.id, 'hello')
    await forMinutes(h, limits.deliveryReconcileMs / 60_000 + 1)
    const leftUnknown = async () => (await h.store.read((r) => h.deliveries.counts(r))).unknown
    assert.equal(await leftUnknown(), 2)
    await h.write(ann, thread.id, 'are you there?')
    platform.useFaults(noFaults)
    await forMinutes(h, 3)
    assert.equal(await leftUnknown(), 0)
    const seen = (channelId: string) =>
      h.read(channelId).slice(h.read(channelId).lastIndexOf('ann: hello') + 1)
    assert.deepEqual(
      seen(thread.id),
      isDone
        ? ['Main · looms: child answers.', 'ann: are you there?', 'Main · looms: child answers.']
        : [
            'ann: are you there?',
            'Main · looms: child answers.',
            'Main · looms: ⚠️ belongs further up\nchild answers.',
          ],
    )
    assert.equal(h.read(h.general).filter((line) => line === 'Heddle: main answers.').length, 2)
    assert.deepEqual(platform.truth.early(), [])
  })
}

test('[DLV2] a channel that is told to wait holds no other up', async () => {
  await using h = await openDiscordHouse()
  const ann = await h.member('ann')
  const builds = h.addChannel('builds')
  play(h)
  const fault = { kind: 'rate_limited', scope: 'user', retryAfterMs: 60_000 } as const
  h.discord.platform.useFaults(scriptFaults([{ on: byBot, in: h.general, fault }]))
  await h.write(ann, h.general, `${h.mention} hello`)
  await h.write(ann, builds, `${h.mention} hello`)
  assert.equal(h.read(h.general).at(-1), `ann: ${h.mention} hello`)
  assert.equal(h.read(builds).at(-1), 'Heddle: main answers.')
  h.clock.advance(60_000)
  await h.settle()
  assert.equal(h.read(h.general).at(-1), 'Heddle: main answers.')
  assert.deepEqual(h.discord.platform.truth.early(), [])
})

test('[DLV7] what was sent is on record with its id and a link that leads there', async () => {
  await using h = await openDiscordHouse()
  const ann = await h.member('ann')
  play(h)
  await h.write(ann, h.general, `${h.mention} hello`)
  const said = h.messages(h.general).at(-1)
  assert.ok(said)
  const place = h.placeOf(h.general)
  const delivery = await h.store.read((r) => h.deliveries.findByPlatformId(r, place, said.id))
  assert.equal(delivery?.state, 'sent')
  assert.equal(delivery?.link, `https://discord.com/channels/${h.guildId}/${h.general}/${said.id}`)
})

test('[DLV8] [DSC1] a token that is changed while it runs is used by the next call, and the bot is heard with it', async () => {
  await using h = await openDiscordHouse()
  const ann = await h.member('ann')
  play(h)
  await h.write(ann, h.general, `${h.mention} hello`)
  h.accountSettings.token = h.discord.owners.rotateToken(h.bot.id)
  h.account.followSettings?.()
  await h.write(ann, h.general, `${h.mention} and now?`)
  assert.equal(h.read(h.general).at(-1), 'Heddle: main answers.')
  assert.equal(h.read(h.general).length, 4)
  assert.equal(h.discord.platform.truth.invalidRequests(h.bot.id), 0)
})

test('[DLV8] [F30] with a token that is nobody’s any more what is to be said waits, and goes out with the next one', async () => {
  await using h = await openDiscordHouse()
  const ann = await h.member('ann')
  const gate = Promise.withResolvers<void>()
  play(h, { main: [[{ type: 'wait', until: gate.promise }, 'At last.']] })
  await h.write(ann, h.general, `${h.mention} hello`)
  const token = h.discord.owners.rotateToken(h.bot.id)
  gate.resolve()
  await h.settle()
  assert.equal(h.read(h.general).length, 1)
  h.accountSettings.token = token
  h.account.followSettings?.()
  await h.until(() => h.read(h.general).length === 2)
  assert.equal(h.read(h.general).at(-1), 'Heddle: At last.')
})

test('[ATT1] [CHN7] what somebody attaches comes in with what they say', async () => {
  await using h = await openDiscordHouse()
  const ann = await h.member('ann')
  const files = [{ name: 'Garn für Ärmel.csv', mediaType: 'text/csv', content: Buffer.from('warp,weft') }]
  await h.write(ann, h.general, `${h.mention} look`, { files })
  const session = await h.sessionIn(h.general)
  assert.ok(session)
  const said = (await h.timeline(session)).find(({ kind }) => kind === 'message.user')
  // As the log keeps it.
  assert.ok(said)
  const [kept] = said.payload['attachments'] as { id: string; name: string; mediaType: string }[]
  assert.deepEqual([kept?.name, kept?.mediaType], ['Garn für Ärmel.csv', 'text/csv'])
  const file = await h.store.read((r) => h.sessions.findFile(r, ann.actor, kept?.id ?? ''))
  assert.equal(await text(Readable.from(await h.sessions.openFile(file))), 'warp,weft')
})

for (const isAccount of [true, false]) {
  test(`[ATT1] [DLV5] files go out with the last part, ${isAccount ? 'by the bot' : 'by a persona'}`, async () => {
    await using h = await openDiscordHouse()
    const { actor } = await h.member('ann')
    const { id } = await h.upload(actor, 'warp,weft', { name: 'garn für ‚Ärmel‘.csv', mediaType: 'text/csv' })
    // What nobody has attached is nobody's to send.
    await h.say(actor, await h.chat(actor), 'mine', { attachments: [id] })
    await h.store.tx((t) =>
      h.deliveries.enqueue(t, {
        kind: 'message',
        cause: 'test:1',
        place: h.placeOf(h.general),
        text: 'Look at this. '.repeat(200),
        persona: { name: isAccount ? 'Heddle' : 'Poet', agentId: 'main', isAccount },
        attachments: [id],
      }),
    )
    await h.settle()
    const [first, last] = h.messages(h.general)
    const [sent] = last?.attachments ?? []
    // Discord keeps a plain name, and what it was called beside it.
    assert.deepEqual([sent?.name, sent?.title], ['garn_fur_Armel.csv', 'garn für ‚Ärmel‘'])
    assert.equal(Buffer.from(sent?.content ?? []).toString(), 'warp,weft')
    assert.deepEqual(first?.attachments, [])
  })
}

test('[DLV1] [I3] all that is to be seen of us stands in one outbox, once for its cause, place and part: intros, answers, notices, threads and edits', async () => {
  await using scene = await openRunScene({})
  const { h, ann, thread, finish } = scene
  await finish()
  await h.write(ann, thread.id, 'and in blue?')
  await h.slash(ann, h.general, 'agents')
  await h.slash(ann, thread.id, 'unfocus')
  const all = { state: 'all', seenBy: { kind: 'all' } } as const
  const { items } = await h.store.read((r) => h.deliveries.list(r, all, { limit: 100 }))
  const there = items.filter(({ place }) => place?.channel === 'discord')
  const known = new Set(there.map(({ platformId }) => platformId))
  const ours = [h.general, thread.id].flatMap((id) =>
    h
      .messages(id)
      .filter(({ author, applicationId }) =>
        author.kind === 'webhook' ? applicationId === h.bot.id : author.userId === h.bot.id,
      ),
  )
  assert.ok(ours.length >= 6)
  assert.deepEqual(
    ours.filter(({ id }) => !known.has(id)).map(({ content }) => content),
    [],
  )
  const names = there.map(({ kind, cause, place, part }) => [kind, cause, place?.conversationId, part].join())
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual([...new Set(there.map(({ state }) => state))], ['sent'])
})
