import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhooksIn } from '@heddle/emulators/discord/look-at-discord'
import { openRunScene, openWorkerScene, play } from '../../../test-support/discord-scenes.ts'
import { openDiscordHouse } from '../../../test-support/open-discord-house.ts'
import { spawn } from '../../../test-support/spawning-sessions.ts'

test('[PER1] the agent of the account speaks as the bot, another agent and every sub-agent under a name of its own', async () => {
  await using h = await openDiscordHouse({
    toolOrigins: [],
    agents: {
      agents: {
        list: [{ id: 'main' }, { id: 'poet', name: 'Poet', avatar: 'https://heddle.example/poet.png' }],
      },
    },
  })
  const ann = await h.member('ann')
  const verses = h.addChannel('verses')
  const rules = h.placeRules.accounts['discord/main']
  assert.ok(rules)
  const channels = { '*': {}, [verses]: { agent: 'poet' } }
  rules.allow = { ...rules.allow, places: { [h.guildId]: { channels, people: ['*'] } } }
  play(h)
  await h.write(ann, h.general, `${h.mention} hello`)
  await h.write(ann, verses, `${h.mention} hello`)
  assert.equal(h.read(h.general).at(-1), 'Heddle: main answers.')
  assert.equal(h.read(verses).at(-1), 'Poet: main answers.')
  const { author } = h.messages(verses).at(-1) ?? {}
  assert.equal(author?.kind === 'webhook' && author.avatarUrl, 'https://heddle.example/poet.png')
})

test('[PER1] a name is never longer than Discord takes, nor one that it refuses', async () => {
  await using h = await openDiscordHouse({ toolOrigins: [] })
  const ann = await h.member('ann')
  const label = `Discord and Clyde ${'🧶'.repeat(30)}`
  play(h, { main: [[spawn('weave', { label, thread: true })]] })
  await h.write(ann, h.general, `${h.mention} weave it`)
  const [intro] = h.messages(h.ownThread().id)
  const name = intro?.author.kind === 'webhook' ? intro.author.name : ''
  assert.match(name, /^Main · disc·ord and cly·de 🧶+…?$/iu)
  assert.ok(name.length <= 80)
  assert.ok(h.ownThread().name.length <= 100)
})

test('[DSC1] one webhook serves a channel and all of its threads', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, thread } = scene
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  await h.slash(ann, h.general, 'focus', { label: 'worker' })
  await h.write(ann, h.ownThread().id, 'deeper')
  const used = [thread.id, h.ownThread().id].flatMap((id) =>
    h.messages(id).flatMap(({ author }) => (author.kind === 'webhook' ? [author.webhookId] : [])),
  )
  assert.equal(used.length >= 3, true)
  assert.equal(new Set(used).size, 1)
  assert.equal(webhooksIn(h.discord.platform.state, h.general).length, 1)
})

test('[DSC1] a webhook that somebody deletes is replaced once, and the old one is not asked for again', async () => {
  await using scene = await openRunScene({})
  const { h, ann, thread, finish } = scene
  const { platform, owners } = h.discord
  await finish()
  const [first] = webhooksIn(platform.state, h.general)
  assert.ok(first)
  owners.deleteWebhook(first.id)
  await h.write(ann, thread.id, 'once more')
  await h.write(ann, thread.id, 'and again')
  assert.deepEqual(h.read(thread.id).slice(-4), [
    'ann: once more',
    'Main · looms: child answers.',
    'ann: and again',
    'Main · looms: child answers.',
  ])
  assert.equal(webhooksIn(platform.state, h.general).length, 1)
  const [, ...lost] = platform.truth.requests.filter(
    (asked) => asked.path.includes(first.id) && platform.truth.statusOf(asked) === 404,
  )
  assert.deepEqual(lost, [])
})

test('[DSC1] without the permission for webhooks the bot says it with the name in front, until it is given back', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, thread } = scene
  const change = { botId: h.bot.id, names: ['ManageWebhooks'], channelId: h.general } as const
  h.discord.owners.takeAway(change)
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  assert.match(h.read(thread.id).at(-1) ?? '', /^Heddle: \*\*Main · worker\*\*: ⚙️ Main · worker is here\./)
  await h.write(ann, thread.id, 'deeper')
  assert.equal(h.read(thread.id).at(-1), 'Heddle: **Main · worker**: child answers.')
  // It is tried again when Discord tells that something changed, not with every word.
  assert.equal(h.discord.platform.truth.invalidRequests(h.bot.id), 1)
  h.discord.owners.giveBack(change)
  await h.write(ann, thread.id, 'and deeper')
  assert.equal(h.read(thread.id).at(-1), 'Main · worker: child answers.')
})

test('[DSC1] in a direct message, where there are no webhooks, a sub-agent is named in front', async () => {
  await using scene = await openWorkerScene()
  const { h, ann } = scene
  const dm = h.dmWith(ann)
  await h.slash(ann, dm, 'focus', { label: 'worker' })
  await h.write(ann, dm, 'deeper')
  assert.equal(h.read(dm).at(-1), 'Heddle: **Main · worker**: child answers.')
})
