import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { type Fault, scriptFaults } from '@heddle/emulators/discord/faults'
import { suiteOptions } from '../../../test-support/channel-suite.ts'
import { type DiscordHouse, openDiscordHouse } from '../../../test-support/open-discord-house.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'

const routes = {
  bot: 'POST /channels/{channel_id}/messages',
  persona: 'POST /webhooks/{webhook_id}/{webhook_token}',
}
const voices = ['bot', 'persona'] as const

async function open() {
  const h = await openDiscordHouse(suiteOptions())
  const { actor } = await h.member('ann')
  h.placeRules.linkBase = () => 'https://heddle.example'
  const { id } = await h.upload(actor, 'warp and weft', { name: 'report_1.txt', mediaType: 'text/plain' })
  // What nobody has attached is nobody's to send.
  await h.say(actor, await h.chat(actor), 'mine', { attachments: [id] })
  const tell = (voice: (typeof voices)[number], text: string, cause = 'test:1') =>
    h.store.tx((t) =>
      h.deliveries.enqueue(t, {
        kind: 'message',
        cause,
        place: h.placeOf(h.general),
        text,
        persona: { name: voice === 'bot' ? 'Heddle' : 'Poet', agentId: 'main', isAccount: voice === 'bot' },
        attachments: [id],
      }),
    )
  return { h, actor, tell }
}

const carried = (h: DiscordHouse) =>
  h
    .messages(h.general)
    .filter(({ attachments }) => attachments.length > 0)
    .map(({ content, attachments }) => [
      content,
      ...attachments.map((one) => Buffer.from(one.content).toString()),
    ])

const settleFor = async (h: DiscordHouse) => {
  for (let i = 0; i < 5; i++) {
    h.clock.advance(limits.deliverySettleMs)
    await h.settle()
  }
}

for (const voice of voices) {
  test(`[DSC1] [ATT1] by ${voice}: a file goes as one part of a form, under the name that it has here`, async () => {
    const { h, tell } = await open()
    await using _ = h
    await tell(voice, 'See.')
    await h.settle()
    assert.deepEqual(carried(h), [['See.', 'warp and weft']])
    const asked = h.discord.platform.truth.requests.find(({ files }) => files.length > 0)
    assert.deepEqual(asked?.files, ['report_1.txt'])
    assert.deepEqual(Reflect.get(Object(asked?.body), 'attachments'), [{ id: '0', filename: 'report_1.txt' }])
  })

  const troubles: [name: string, fault: Fault, times: number][] = [
    ['taken, and no answer', { kind: 'drop', isDone: true }, 1],
    ['taken, and an answer that says nothing', { kind: 'garbage' }, 1],
    ['not taken, and no answer', { kind: 'drop', isDone: false }, 2],
    ['refused by the door', { kind: 'status', status: 502, isDone: false }, 2],
  ]
  for (const [name, fault, times] of troubles) {
    for (const text of ['See.', '']) {
      test(`[DLV3] [F28] [I6] [ATT1] by ${voice}, ${text === '' ? 'files alone' : 'with a text'}: ${name}: one copy is visible, and a crash changes nothing`, async () => {
        const { h, tell } = await open()
        await using _ = h
        // The webhook is there already; what may go wrong is what is said by it.
        if (voice === 'persona') {
          await tell(voice, 'before', 'test:0')
          await h.settle()
        }
        const before = carried(h).length
        h.discord.platform.useFaults(scriptFaults([{ on: routes[voice], times, fault }]))
        await tell(voice, text)
        await h.settle()
        await h.crash()
        await settleFor(h)
        assert.deepEqual(carried(h).slice(before), [[text, 'warp and weft']])
      })
    }
  }

  test(`[ATT1] by ${voice}: a server that takes less than Discord says gets a line with the way to it, and so does one whose door says so`, async () => {
    const { h, tell } = await open()
    await using _ = h
    const { platform } = h.discord
    platform.state.limits.fileBytesMax = 4
    await tell(voice, '', 'test:1')
    await h.settle()
    platform.useFaults(
      scriptFaults([{ on: routes[voice], fault: { kind: 'status', status: 413, isDone: false } }]),
    )
    await tell(voice, '', 'test:2')
    await h.settle()
    const told = h.messages(h.general).map(({ content }) => content)
    assert.equal(told.length, 2)
    for (const line of told) assert.match(line, /^📎 report\\_1\.txt \(0\.1 MB, too large for Discord here\)/)
    assert.deepEqual(carried(h), [])
  })
}

test('[ATT1] [F30] where the bot may not attach files, the text goes out and says where they are, and the place stays one', async () => {
  const { h, tell } = await open()
  await using _ = h
  h.discord.owners.takeAway({ botId: h.bot.id, names: ['AttachFiles'], channelId: h.general })
  await tell('bot', 'See.')
  await tell('bot', '', 'test:2')
  await h.settle()
  const [first, second] = h.messages(h.general)
  assert.deepEqual([first?.content, carried(h)], ['See.', []])
  assert.match(JSON.stringify(first?.embeds), /report.+which the bot may not attach here/)
  assert.match(second?.content ?? '', /^📎 report.+which the bot may not attach here/)
})

test('[AGT8] [DSC1] [ATT1] an agent sends files of its folder: into its conversation, a new thread, and with its answer', async () => {
  await using h = await openDiscordHouse(suiteOptions())
  const ann = await h.member('ann')
  const { model } = h
  const message = (args: object) => toolCall('message', args)
  model.script(message({ action: 'send', text: 'First.', attachments: ['report.txt'] }))
  model.script(message({ action: 'thread-create', threadName: 'data', attachments: ['out/data.csv'] }))
  model.script(toolCall('attach', { attachments: ['report.txt', 'out/data.csv'] }))
  model.script('All of it.')
  await h.write(ann, h.general, `${h.mention} send it`)
  assert.deepEqual(carried(h), [
    ['First.', 'warp and weft'],
    ['All of it.', 'warp and weft', 'a,b'],
  ])
  const [thread] = h.threads()
  assert.ok(thread)
  assert.deepEqual(
    h.messages(thread.id).map(({ attachments }) => attachments.map(({ name }) => name)),
    [['data.csv']],
  )
})
