// The real program with an account on a platform that outlives it: it is killed, and what was said meanwhile is heard.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createPlatform } from '@heddle/emulators/loopback/platform'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import { servePlatform } from '@heddle/emulators/loopback/serve-platform'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { runProcess, startProcess } from '../test-support/run-heddle-process.ts'

async function openPlace(t: TestContext) {
  const folder = makeTestFolder(t)
  const platform = createPlatform({ clock: realPlatformClock, random: { fraction: () => 0.5 } })
  const served = await servePlatform(platform)
  t.after(() => served.close())
  const serverId = platform.addServer('Weavers')
  const general = platform.addChannel(serverId, 'general')
  const bot = platform.addBot('Heddle', 'old-token')
  const ann = platform.addUser('Ann')
  const configure = (token: string) => {
    const allow = { places: { [serverId]: { channels: { '*': {} }, people: [ann.id] } } }
    const accounts = { main: { apiUrl: served.url, token, allow } }
    writeFileSync(join(folder, 'heddle.json5'), JSON.stringify({ channels: { loopback: { accounts } } }))
  }
  return {
    platform,
    folder,
    bot,
    configure,
    start: () => startProcess(t, ['--data', folder]),
    say: (text: string) => void platform.say(ann.id, general, `<@${bot.id}> ${text}`),
    answers: () => platform.read(general).filter(({ author }) => author.id === bot.id),
  }
}

/** The other process has its own time; what never holds is ended by the limit of the test. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 20))
}

test('[CHN2] [I6] what is said before, during and after a kill is heard once and answered once', {
  timeout: 120_000,
}, async (t) => {
  const place = await openPlace(t)
  place.configure('old-token')
  place.say('before the start')
  const first = await place.start()
  await until(() => place.answers().length === 1)
  place.say('just before the kill')
  await first.end('SIGKILL')
  place.say('while nobody hears')
  await place.start()
  await until(() => place.answers().length === 3)
  place.say('afterwards')
  await until(() => place.answers().length === 4)
  assert.equal(place.platform.copies().size, 0)
  assert.deepEqual(place.platform.truth.beside(), [])
})

test('[DLV8] [OPS2] a token that was changed acts after a reload; a wrong one is said in the log, and the rest goes on', {
  timeout: 120_000,
}, async (t) => {
  const place = await openPlace(t)
  place.configure('wrong-token')
  const running = await place.start()
  const refused = () => place.platform.truth.requests.some(({ status }) => status === 401)
  await until(refused)
  assert.equal((await fetch(`${running.url}/readyz`)).status, 200)
  place.configure('old-token')
  running.child.kill('SIGHUP')
  place.say('hello')
  await until(() => place.answers().length === 1)
  assert.equal(await running.end('SIGTERM'), 0)
  const shown = await runProcess(['config', '--data', place.folder])
  assert.match(shown.stdout, /channels\.loopback/)
  assert.doesNotMatch(shown.stdout, /old-token/)
})
