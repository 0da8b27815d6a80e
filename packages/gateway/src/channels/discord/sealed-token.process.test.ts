import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { addDemoServer, demoAccount, demoIds, demoToken } from '@heddle/emulators/discord/demo-server'
import { judgeExchanges } from '@heddle/emulators/discord/judge-exchanges'
import { openDiscord } from '@heddle/emulators/discord/open-discord'
import { serveDiscord } from '@heddle/emulators/discord/serve-discord'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import { assertJudged } from '../../../test-support/assert-judged.ts'
import { makeTestFolder } from '../../../test-support/create-test-world.ts'
import { runProcess, startProcess } from '../../../test-support/run-heddle-process.ts'

test('[DLV8] [SEC1] a sealed token is what the bot comes in with, and another one is taken over while it runs', async (t) => {
  const discord = openDiscord({ clock: realPlatformClock, judge: judgeExchanges })
  addDemoServer(discord)
  const served = await serveDiscord(discord)
  t.after(async () => {
    await served.close()
    assertJudged(discord)
  })
  const data = join(makeTestFolder(t), 'data')
  mkdirSync(data, { mode: 0o700 })
  const { token: _, ...account } = demoAccount(served.apiUrl) as { token: string }
  const config = { channels: { discord: { accounts: { main: account } } } }
  writeFileSync(join(data, 'heddle.json5'), JSON.stringify(config))
  const seal = (token: string) =>
    runProcess(['secret', 'set', 'channels.discord.main.token', '--data', data], { stdin: `${token}\n` })
  const answers = () => discord.platform.truth.of('POST', '/channels/{channel_id}/messages').length
  const { ann, general, bot } = demoIds

  const gateway = await startProcess(t, ['--data', data])
  assert.equal(discord.gateway.sessions().length, 0)
  assert.equal((await seal(demoToken)).code, 0)
  while (discord.gateway.sessions().length === 0) await wait(20)
  discord.people.say(ann, general, `<@${bot}> hello`)
  while (answers() === 0) await wait(20)

  const next = discord.owners.rotateToken(bot)
  assert.equal((await seal(next)).code, 0)
  const before = answers()
  discord.people.say(ann, general, `<@${bot}> and now?`)
  while (answers() === before) await wait(20)
  assert.equal(await gateway.end('SIGTERM'), 0)
  assert.ok(!`${gateway.stdout()}${gateway.stderr()}`.includes(next), 'the token is not told')
})
