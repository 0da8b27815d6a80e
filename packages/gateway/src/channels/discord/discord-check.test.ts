import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addChannel, addGuild } from '@heddle/emulators/discord/guild-verbs'
import { permissionBits } from '@heddle/emulators/discord/permissions'
import { usualBotPermissions } from '@heddle/emulators/discord/server-owners'
import { openDiscordAccount } from '../../../test-support/open-discord-account.ts'

const { signal } = new AbortController()

type Scene = Awaited<ReturnType<typeof openDiscordAccount>>

async function check({ account }: Scene): Promise<{ lines: string[]; inviteUrl: string | undefined }> {
  const { findings = [], inviteUrl } = (await account.check?.(signal)) ?? {}
  const lines = findings.map(({ state, about, text }) => `${state} ${about}: ${text}`)
  return { lines, inviteUrl }
}

test('[CHN5] an account that can do all it is for has nothing to complain about, and nothing is changed', async () => {
  await using scene = await openDiscordAccount()
  const { settings, guildId, general, platform, bot } = scene
  settings['allow'] = { places: { [guildId]: { channels: { [general]: {} } } } }
  const { lines, inviteUrl } = await check(scene)
  assert.deepEqual(lines, [
    'good token: Discord takes it: the bot is heddle.',
    'good intents: Message Content is switched on.',
    'good Weavers: The bot is there, with all it needs.',
  ])
  assert.deepEqual([...new Set(platform.truth.requests.map(({ method }) => method))], ['GET'])
  const invite = new URL(inviteUrl ?? '')
  assert.equal(invite.searchParams.get('client_id'), bot.id)
  assert.equal(invite.searchParams.get('scope'), 'bot applications.commands')
  assert.equal(BigInt(invite.searchParams.get('permissions') ?? 0), permissionBits(...usualBotPermissions))
})

test('[CHN5] a token that is not taken, and a Discord that is not there, are told apart', async () => {
  await using scene = await openDiscordAccount()
  const { settings, served } = scene
  settings['token'] = 'old'
  assert.deepEqual((await check(scene)).lines, ['bad token: Discord does not take the token.'])
  await served.close()
  assert.match((await check(scene)).lines[0] ?? '', /^bad token: Discord cannot be asked: /)
})

test('[CHN5] an intent that is switched off is named with what to do', async () => {
  await using scene = await openDiscordAccount()
  scene.bot.mayReadContent = false
  const { findings = [] } = (await scene.account.check?.(signal)) ?? {}
  const intents = findings.find(({ about }) => about === 'intents')
  assert.equal(intents?.state, 'bad')
  assert.match(intents?.remedy ?? '', /Developer Portal/)
})

test('[CHN5] permissions that are missing are named, on a server and in a channel', async () => {
  await using scene = await openDiscordAccount()
  const { settings, guildId, general, owners, bot, platform } = scene
  const quiet = addChannel(platform, guildId, 'quiet').id
  settings['allow'] = { places: { [guildId]: { channels: { '*': {}, [quiet]: {} } } } }
  owners.takeAway({ botId: bot.id, guildId, names: ['ManageWebhooks'] })
  owners.takeAway({ botId: bot.id, channelId: general, names: ['AttachFiles', 'ReadMessageHistory'] })
  owners.takeAway({ botId: bot.id, channelId: quiet, names: ['ViewChannel'] })
  const { lines } = await check(scene)
  assert.deepEqual(lines.slice(2), [
    "weak Weavers: Missing permissions: Manage Webhooks (other agents speak in the bot's own voice, with their name in front).",
    `bad ${quiet}: There is no such channel on Weavers, or the bot does not see it.`,
    'bad #general: Missing permissions: Read Message History, Attach Files (what was missed is not read, and what may have been sent cannot be looked for; it sends no files).',
  ])
})

test('[CHN5] servers and channels that are named and not there, or there and not named, are told', async () => {
  await using scene = await openDiscordAccount()
  const { settings, guildId, platform, ann, owners, bot, general } = scene
  const other = addGuild(platform, 'Spinners', ann).id
  owners.letIn(other, bot.id)
  const [noServer, noChannel] = ['100000000000000001', '100000000000000002']
  settings['allow'] = {
    places: { [guildId]: { channels: { [noChannel]: {}, [general]: {} } }, [noServer]: {} },
  }
  const { lines } = await check(scene)
  assert.deepEqual(lines.slice(3).toSorted(), [
    `bad ${noServer}: The bot is not on this server, which allow.places names.`,
    `bad ${noChannel}: There is no such channel on Weavers, or the bot does not see it.`,
    `weak ${noServer}: No channel of it is listed, so nobody is heard there.`,
    `weak Spinners: The bot is on this server, and allow.places does not name it (${other}): nobody is heard there.`,
  ])
})

test('[CHN5] a channel that is full of webhooks is told', async () => {
  await using scene = await openDiscordAccount()
  const { settings, guildId, general, owners, ann } = scene
  for (let i = 0; i < 15; i++) owners.makeWebhook(ann, general, `hook ${i}`)
  settings['allow'] = { places: { [guildId]: { channels: { [general]: {} } } } }
  const { lines } = await check(scene)
  assert.match(lines.at(-1) ?? '', /^weak #general: It has 15 webhooks/)
})
