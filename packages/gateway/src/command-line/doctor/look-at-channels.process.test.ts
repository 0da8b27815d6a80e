import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { addDemoServer, demoIds, demoToken } from '@heddle/emulators/discord/demo-server'
import { judgeExchanges } from '@heddle/emulators/discord/judge-exchanges'
import { type Discord, openDiscord } from '@heddle/emulators/discord/open-discord'
import { serveDiscord } from '@heddle/emulators/discord/serve-discord'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import { assertJudged } from '../../../test-support/assert-judged.ts'
import { makeTestFolder, runHeddle } from '../../../test-support/create-test-world.ts'
import type { Finding } from './finding.ts'

const { server, general, bot } = demoIds

interface Scene {
  discord: Discord
  /** Runs `heddle doctor …` on a configuration that names the token in the environment. */
  doctor(...args: string[]): Promise<{ code: number; findings: Finding[]; text: string }>
  token: string
  /** Puts a token into the sealed store. */
  seal(token: string): Promise<unknown>
}

const secretName = 'channels.discord.main.token'

async function openScene(t: TestContext, token: string | undefined = '${DISCORD_TOKEN}'): Promise<Scene> {
  const discord = openDiscord({ clock: realPlatformClock, judge: judgeExchanges })
  addDemoServer(discord)
  const served = await serveDiscord(discord)
  t.after(async () => {
    await served.close()
    assertJudged(discord)
  })
  const data = join(makeTestFolder(t), 'data')
  mkdirSync(data, { mode: 0o700 })
  const account = {
    ...(token !== '' && { token }),
    apiUrl: served.apiUrl,
    allow: { places: { [server]: { channels: { [general]: {} }, people: ['*'] } } },
  }
  const config = { channels: { discord: { accounts: { main: account } } } }
  writeFileSync(join(data, 'heddle.json5'), JSON.stringify(config))
  const scene: Scene = {
    discord,
    token: demoToken,
    seal: (value) =>
      runHeddle(['secret', 'set', secretName, '--data', data], { env: { PORT: '0' }, stdin: value }),
    async doctor(...args) {
      const env = { PORT: '0', DISCORD_TOKEN: scene.token }
      const { code, stdout, stderr, json } = await runHeddle(['doctor', ...args, '--json', '--data', data], {
        env,
      })
      assert.ok(!`${stdout}${stderr}`.includes(scene.token), 'the token is not told')
      const { findings } = json() as { findings: Finding[] }
      return { code, findings, text: `${stdout}${stderr}` }
    },
  }
  return scene
}

const lines = (findings: readonly Finding[]) =>
  findings.map(({ state, what, text }) => `${state} ${what}: ${text}`)
const failures = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'fail')

test('[CHN5] doctor finds an account in order, and tells the link by which it is let in', async (t) => {
  const { doctor, discord } = await openScene(t)
  const { code, findings } = await doctor('discord')
  assert.equal(code, 0)
  assert.deepEqual(lines(findings).slice(0, -1), [
    'ok discord main: token: Discord takes it: the bot is Heddle.',
    'ok discord main: intents: Message Content is switched on.',
    'ok discord main: Weavers: The bot is there, with all it needs.',
  ])
  const invite = findings.at(-1)?.text ?? ''
  assert.ok(invite.startsWith(`invite: https://discord.com/oauth2/authorize?client_id=${bot}&`), invite)
  assert.ok(
    discord.platform.truth.requests.every(({ method }) => method === 'GET'),
    'it only looks',
  )
})

test('[CHN5] [OPS1] doctor of everything looks at the channels, too', async (t) => {
  const { doctor } = await openScene(t)
  const { findings } = await doctor()
  const found = findings.filter(({ what }) => what === 'discord main')
  assert.deepEqual([...new Set(found.map(({ state }) => state))], ['ok'])
  assert.equal(found.length, 4)
})

test('[CHN5] a token that Discord does not take fails doctor, with where to get another', async (t) => {
  const scene = await openScene(t)
  scene.discord.owners.rotateToken(bot)
  const { code, findings } = await scene.doctor('discord')
  assert.equal(code, 11)
  assert.deepEqual(lines(findings), ['fail discord main: token: Discord does not take the token.'])
  assert.match(findings[0]?.todo ?? '', /Developer Portal.*Reset Token/)
})

test('[CHN5] an intent that is switched off fails doctor by its name', async (t) => {
  const scene = await openScene(t)
  const application = scene.discord.platform.state.applications.get(bot)
  assert.ok(application)
  application.mayReadContent = false
  const { code, findings } = await scene.doctor('discord')
  assert.equal(code, 11)
  const [failed, ...others] = failures(findings)
  assert.equal(others.length, 0)
  assert.match(failed?.text ?? '', /^intents: Message Content is switched off/)
  assert.match(failed?.todo ?? '', /Privileged Gateway Intents/)
})

test('[CHN5] permissions are told by name: without some it goes on, without others it does not', async (t) => {
  const { doctor, discord } = await openScene(t)
  discord.owners.takeAway({ botId: bot, guildId: server, names: ['ManageWebhooks'] })
  const lesser = await doctor('discord')
  assert.equal(lesser.code, 0)
  const warned = lesser.findings.find(({ state }) => state === 'warn')
  assert.match(warned?.text ?? '', /^Weavers: Missing permissions: Manage Webhooks \(/)
  discord.owners.takeAway({ botId: bot, channelId: general, names: ['SendMessages'] })
  const broken = await doctor('discord')
  assert.equal(broken.code, 11)
  assert.match(failures(broken.findings)[0]?.text ?? '', /^#general: Missing permissions: Send Messages \(/)
})

test('[CHN5] a server that is named, and where the bot is not, fails doctor', async (t) => {
  const { doctor, discord } = await openScene(t)
  discord.owners.kick(server, bot)
  const { code, findings } = await doctor('discord')
  assert.equal(code, 11)
  const [failed] = failures(findings)
  assert.equal(failed?.text, `${server}: The bot is not on this server, which allow.places names.`)
  assert.match(failed?.todo ?? '', /invite link/)
  // The link is there, where it is needed most.
  assert.match(findings.at(-1)?.text ?? '', /^invite: /)
})

test('[CHN5] a channel that does not exist is met with the nearest, and one without an account is told', async (t) => {
  const data = join(makeTestFolder(t), 'data')
  mkdirSync(data, { mode: 0o700 })
  const typo = await runHeddle(['doctor', 'discrod', '--data', data], {})
  assert.equal(typo.code, 2)
  assert.match(typo.stderr, /There is no channel "discrod"; did you mean discord\?/)
  const none = await runHeddle(['doctor', 'discord', '--json', '--data', data], {})
  assert.equal(none.code, 0)
  const { findings } = none.json() as { findings: Finding[] }
  assert.deepEqual(lines(findings), ['warn discord: has no account'])
  assert.match(findings[0]?.todo ?? '', /channels\.discord\.accounts/)
})

test('[CHN5] [SEC1] a token that is sealed is looked at without being told, and where there is none doctor says how to set it', async (t) => {
  const scene = await openScene(t, '')
  const none = await scene.doctor('discord')
  assert.equal(none.code, 11)
  assert.deepEqual(lines(none.findings), [
    'fail discord main: token: There is none, or one with blanks in it.',
  ])
  assert.match(none.findings[0]?.todo ?? '', /heddle secret set channels\.discord\.main\.token$/)
  // As it is piped, with a line end.
  await scene.seal(`${demoToken}\n`)
  const sealed = await scene.doctor('discord')
  assert.equal(sealed.code, 0)
  assert.match(sealed.findings[0]?.text ?? '', /the bot is Heddle/)
  await scene.seal('Bot of mine')
  assert.equal((await scene.doctor('discord')).code, 11)
})
