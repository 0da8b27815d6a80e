import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptFaults } from '@heddle/emulators/discord/faults'
import { addApplication, addChannel } from '@heddle/emulators/discord/guild-verbs'
import { webhooksIn } from '@heddle/emulators/discord/look-at-discord'
import { changeWebhook } from '@heddle/emulators/discord/webhook-verbs'
import {
  type DiscordAccountScene,
  gist,
  openDiscordAccount,
  placeAt,
  poet,
} from '../../../test-support/open-discord-account.ts'

const listRoute = 'GET /channels/{channel_id}/webhooks'
const makeRoute = 'POST /channels/{channel_id}/webhooks'
const speakRoute = 'POST /webhooks/{webhook_id}/{webhook_token}'

test('[DSC1] ten personas that speak first at once share one webhook', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, platform, people, ann, said } = scene
  const threads = Array.from(
    { length: 5 },
    (_, i) => people.openThread(ann, scene.say(`t${i}`).id, `t${i}`).id,
  )
  const places = [...threads.map((id) => placeAt(id, general)), ...threads.map(() => placeAt(general))]
  const sent = await Promise.all(
    places.map((place, i) =>
      sender.send(message(`hi ${i}`, { place, persona: { ...poet, name: `Poet ${i}` } })),
    ),
  )
  assert.ok(sent.every(({ kind }) => kind === 'sent'))
  assert.equal(webhooksIn(platform.state, general).length, 1)
  assert.equal(said(threads[3]).at(-1)?.name, 'Poet 3')
})

test('[DSC1] a new process finds the webhook that is there, and knows it as its own', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, platform, kept } = scene
  await sender.send(message('a', { persona: poet }))
  await scene.openAgain().outbound.sender.send(message('b', { persona: poet }))
  const [webhook, ...others] = webhooksIn(platform.state, general)
  assert.deepEqual(others, [])
  assert.deepEqual([...kept], [[`webhook:${webhook?.id}`, general]])
  // A token is a secret, and stays where it is.
  assert.doesNotMatch(JSON.stringify([...kept]), new RegExp(webhook?.token ?? 'none'))
})

test('[DSC1] somebody else’s webhook is not used', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, platform, owners, ann } = scene
  const foreign = owners.makeWebhook(ann, general, 'Heddle')
  const other = addApplication(platform, 'other')
  owners.letIn(scene.guildId, other.id)
  await sender.send(message('a', { persona: poet }))
  const ours = webhooksIn(platform.state, general).filter(({ id }) => id !== foreign.id)
  assert.deepEqual(
    ours.map(({ applicationId }) => applicationId),
    [scene.bot.id],
  )
})

test('[DSC1] a webhook that somebody deleted is made anew once, and never asked for again', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, platform, owners, asked, said } = scene
  await sender.send(message('a', { persona: poet }))
  const [first] = webhooksIn(platform.state, general)
  owners.deleteWebhook(first?.id ?? '')
  assert.equal((await sender.send(message('b', { persona: poet }))).kind, 'sent')
  assert.equal((await sender.send(message('c', { persona: poet }))).kind, 'sent')
  const [second, ...others] = webhooksIn(platform.state, general)
  assert.deepEqual(others, [])
  assert.notEqual(second?.id, first?.id)
  const toFirst = asked('POST', '/webhooks/{webhook_id}/{webhook_token}').filter(({ path }) =>
    path.includes(first?.id ?? ''),
  )
  assert.equal(toFirst.length, 2)
  assert.deepEqual(
    said().map(({ name }) => name),
    [1, 2, 3].map(() => poet.name),
  )
})

test('[DSC1] what a deleted webhook said can be changed by nobody, and that is said', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, platform, owners } = scene
  const first = message('a', { persona: poet })
  const sent = await sender.send(first)
  assert.ok(sent.kind === 'sent')
  owners.deleteWebhook(webhooksIn(platform.state, general)[0]?.id ?? '')
  const edited = await sender.edit?.({ ...first, text: 'b', platformId: sent.platformId })
  assert.equal(edited && gist(edited), 'not_sent message refused')
  // Nor is one made for it.
  assert.deepEqual(webhooksIn(platform.state, general), [])
})

test('[DSC1] where webhooks are refused the bot speaks with the name in front, until they may be had again', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, platform, owners, bot, said, asked, time } = scene
  const permission = { botId: bot.id, channelId: general, names: ['ManageWebhooks'] as const }
  owners.takeAway(permission)
  const first = message('a', { persona: poet })
  const sent = await sender.send(first)
  assert.ok(sent.kind === 'sent')
  await sender.send(message('b', { persona: poet }))
  await sender.edit?.({ ...first, text: 'a!', platformId: sent.platformId })
  assert.equal(asked('GET', '/channels/{channel_id}/webhooks').length, 1)
  owners.giveBack(permission)
  await sender.send(message('c', { persona: poet }))
  time.aheadMs = 10 * 60_000
  await sender.send(message('d', { persona: poet }))
  assert.deepEqual(said(), [
    { name: 'heddle', text: '**Poet · sums**: a!' },
    { name: 'heddle', text: '**Poet · sums**: b' },
    { name: 'heddle', text: '**Poet · sums**: c' },
    { name: 'Poet · sums', text: 'd' },
  ])
  // What the bot said before is the bot’s to change, whoever speaks now.
  await sender.edit?.({ ...first, text: 'a?', platformId: sent.platformId })
  assert.equal(said()[0]?.text, '**Poet · sums**: a?')
  assert.equal(webhooksIn(platform.state, general).length, 1)
})

test('[DSC1] a permission that goes while the webhook is there takes nobody’s voice', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, owners, bot, said } = scene
  await sender.send(message('a', { persona: poet }))
  owners.takeAway({ botId: bot.id, channelId: general, names: ['ManageWebhooks'] })
  await sender.send(message('b', { persona: poet }))
  assert.deepEqual(
    said().map(({ name }) => name),
    [poet.name, poet.name],
  )
})

test('[DSC1] a channel that is full of webhooks leaves the bot its own voice', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, owners, ann, said } = scene
  for (let i = 0; i < 15; i++) owners.makeWebhook(ann, general, `hook ${i}`)
  assert.equal((await sender.send(message('a', { persona: poet }))).kind, 'sent')
  assert.deepEqual(said(), [{ name: 'heddle', text: '**Poet · sums**: a' }])
})

test('[DSC1] [F14] an answer about a new webhook that did not come makes no second one', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, platform, plan } = scene
  plan({ on: makeRoute, fault: { kind: 'drop', isDone: true } })
  assert.equal((await sender.send(message('a', { persona: poet }))).kind, 'sent')
  assert.equal(webhooksIn(platform.state, general).length, 1)
})

for (const kind of ['empty', 'garbage'] as const) {
  test(`[DSC1] [F28] a list of webhooks that cannot be read (${kind}) makes no second one`, async () => {
    await using scene = await openDiscordAccount()
    const { sender, message, general, platform } = scene
    await sender.send(message('a', { persona: poet }))
    const next = scene.openAgain().outbound.sender
    platform.useFaults(scriptFaults([{ on: listRoute, fault: { kind } }]))
    assert.equal(gist(await next.send(message('b', { persona: poet }))), 'not_sent later')
    assert.equal((await next.send(message('b', { persona: poet }))).kind, 'sent')
    assert.equal(webhooksIn(platform.state, general).length, 1)
  })
}

test('[DSC1] [F14] a webhook that is still being made is waited for, also by the next process', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, platform, plan, time } = scene
  plan({ on: makeRoute, fault: { kind: 'drop', isDone: false } })
  const first = await sender.send(message('a', { persona: poet }))
  assert.ok(first.kind === 'not_sent' && first.why === 'later' && (first.retryAfterMs ?? 0) > 10_000)
  const next = scene.openAgain().outbound.sender
  const second = await next.send(message('b', { persona: poet }))
  assert.ok(second.kind === 'not_sent' && second.why === 'later' && (second.retryAfterMs ?? 0) > 10_000)
  assert.deepEqual(webhooksIn(platform.state, general), [])
  time.aheadMs = 21_000
  assert.equal((await next.send(message('c', { persona: poet }))).kind, 'sent')
  assert.equal(webhooksIn(platform.state, general).length, 1)
})

test('[DLV3] after an answer that did not come the bot does not say it instead', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, plan, asked } = scene
  await sender.send(message('a', { persona: poet }))
  for (const status of [500, 503, 504] as const) {
    plan({ on: speakRoute, fault: { kind: 'status', status, isDone: true } })
    assert.equal((await sender.send(message(`b ${status}`, { persona: poet }))).kind, 'unknown')
  }
  assert.equal(asked('POST', '/channels/{channel_id}/messages').length, 0)
})

test('[DSC1] a webhook that somebody moved says nothing in the wrong channel', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, said } = scene
  await sender.send(message('a', { persona: poet }))
  const elsewhere = moveWebhook(scene)
  assert.equal((await sender.send(message('b', { persona: poet }))).kind, 'sent')
  assert.deepEqual(said(elsewhere), [])
  assert.deepEqual(
    said().map(({ text }) => text),
    ['a', 'b'],
  )
})

test('[DSC1] in a thread a webhook that somebody moved is replaced, and nothing is taken for gone', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, said, people, ann } = scene
  const thread = placeAt(people.openThread(ann, scene.say('look').id, 'a thread').id, general)
  const inThread = (text: string) => message(text, { persona: poet, place: thread })
  const first = await sender.send(inThread('a'))
  assert.ok(first.kind === 'sent')
  moveWebhook(scene)
  assert.equal((await sender.send(inThread('b'))).kind, 'sent')
  assert.deepEqual(said(thread.conversationId), [
    { name: poet.name, text: 'a' },
    { name: poet.name, text: 'b' },
  ])
  assert.equal(webhooksIn(scene.platform.state, general).length, 1)
})

test('[DSC1] what a moved webhook said in a thread is changed by nobody, and taken back by the bot or not at all', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, guildId, said, people, owners, ann, bot } = scene
  const thread = placeAt(people.openThread(ann, scene.say('look').id, 'a thread').id, general)
  const first = message('a', { persona: poet, place: thread })
  const sent = await sender.send(first)
  assert.ok(sent.kind === 'sent')
  moveWebhook(scene)
  const edited = await sender.edit?.({ ...first, text: 'a!', platformId: sent.platformId })
  assert.equal(edited && gist(edited), 'not_sent message refused')
  const refused = await sender.remove?.(thread, sent.platformId, first.signal)
  assert.equal(refused?.kind, 'not_sent')
  assert.equal(said(thread.conversationId).length, 1)
  owners.giveBack({ botId: bot.id, guildId, names: ['ManageMessages'] })
  assert.equal((await sender.remove?.(thread, sent.platformId, first.signal))?.kind, 'sent')
  assert.deepEqual(said(thread.conversationId), [])
})

test('[DSC1] a thread that is gone is gone for a persona too, and one of which nobody can tell is not', async () => {
  await using scene = await openDiscordAccount()
  const { sender, message, general, people, ann, plan } = scene
  const thread = placeAt(people.openThread(ann, scene.say('look').id, 'a thread').id, general)
  const first = message('a', { persona: poet, place: thread })
  await sender.send(first)
  people.deleteChannel(ann, thread.conversationId)
  plan({
    on: 'GET /webhooks/{webhook_id}/{webhook_token}',
    fault: { kind: 'status', status: 500, isDone: false },
  })
  assert.equal(gist(await sender.send(first)), 'not_sent later')
  assert.equal(gist(await sender.send(first)), 'not_sent place')
})

function moveWebhook({ platform, guildId, general }: DiscordAccountScene): string {
  const elsewhere = addChannel(platform, guildId, 'elsewhere').id
  const [webhook] = webhooksIn(platform.state, general)
  assert.ok(webhook)
  changeWebhook(platform, webhook, { channelId: elsewhere })
  return elsewhere
}
