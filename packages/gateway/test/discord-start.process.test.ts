// The real program with a bot on an emulated Discord that outlives it: it is killed, and takes up the same session.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { commandNames } from '@heddle/contract'
import { addDemoServer, demoAccount, demoIds } from '@heddle/emulators/discord/demo-server'
import { judgeExchanges } from '@heddle/emulators/discord/judge-exchanges'
import { openDiscord } from '@heddle/emulators/discord/open-discord'
import { serveDiscord } from '@heddle/emulators/discord/serve-discord'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import { assertJudged } from '../test-support/assert-judged.ts'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { startProcess } from '../test-support/run-heddle-process.ts'

const { ann, bob, bot, general } = demoIds

async function openPlace(t: TestContext) {
  const folder = makeTestFolder(t)
  const discord = openDiscord({ clock: realPlatformClock, judge: judgeExchanges })
  addDemoServer(discord)
  const served = await serveDiscord(discord)
  t.after(async () => {
    await served.close()
    assertJudged(discord)
  })
  const configure = (more: object = {}) => {
    const account = { ...demoAccount(served.apiUrl), ...more }
    writeFileSync(
      join(folder, 'heddle.json5'),
      JSON.stringify({ channels: { discord: { accounts: { main: account } } } }),
    )
  }
  configure()
  return {
    ...discord,
    configure,
    start: () => startProcess(t, ['--data', folder]),
    say: (text: string) => discord.people.say(ann, general, `<@${bot}> ${text}`),
    answers: () =>
      discord.people
        .read(bob, general)
        .filter(({ author }) => author.kind === 'user' && author.userId === bot)
        .map(({ content }) => content),
    shown: () =>
      discord.people
        .read(ann, general)
        .filter(({ visibleTo }) => visibleTo === ann)
        .map(({ content }) => content),
    /** The program has done all that was asked of it before: it answers what somebody may mean who is typing. */
    async breathe() {
      await until(() => discord.platform.state.commands.size === commandNames.length)
      const values = { name: '' }
      const typing = { userId: ann, channelId: general, name: 'model', values, focused: 'name' }
      await discord.interactions.settled(discord.programs.typeCommand(typing))
    },
    identifies: () => discord.platform.state.identifies.length,
  }
}

/** The other process has its own time; what never holds is ended by the limit of the test. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 20))
}

test('[DSC1] [CHN2] [I6] what is said before, during and after a kill is heard once and answered once, on one session', {
  timeout: 120_000,
}, async (t) => {
  const place = await openPlace(t)
  const first = await place.start()
  await until(() => place.identifies() === 1)
  place.say('one')
  await until(() => place.answers().length === 1)
  // Its answer has reached the program too, or it would have to find out whether it was sent.
  await place.breathe()
  place.say('two, just before the kill')
  await first.end('SIGKILL')
  place.say('three, while nobody hears')
  const second = await place.start()
  await until(() => place.answers().length === 3)
  await place.breathe()
  assert.equal(await second.end('SIGTERM'), 0)
  place.say('four, after a stop')
  await place.start()
  await until(() => place.answers().length === 4)
  for (const word of ['one', 'two', 'three', 'four']) {
    assert.equal(place.answers().filter((text) => text.includes(`“${word}`)).length, 1, word)
  }
  assert.deepEqual([place.identifies(), place.gateway.truth.resumes.length], [1, 2])
})

test('[DSC1] [CMD6] commands are registered with the first start, suggested, heard, and answered in the place', {
  timeout: 120_000,
}, async (t) => {
  const place = await openPlace(t)
  await place.start()
  await until(() => place.platform.state.commands.size === commandNames.length)
  place.programs.runCommand({ userId: ann, channelId: general, name: 'whoami' })
  await until(() => place.shown().length === 1 && place.answers().length === 1)
  assert.deepEqual(place.shown(), ['The answer follows here.'])
  const typing = { userId: ann, channelId: general, name: 'model', values: { name: '' }, focused: 'name' }
  const typed = place.programs.typeCommand(typing)
  await place.interactions.settled(typed)
  // Guests are offered nothing (CNV6).
  assert.deepEqual([typed.first?.type, typed.choices], [8, []])
})

test('[DLV8] [OPS2] a token that was reset on Discord acts after a reload; what was said meanwhile is heard', {
  timeout: 120_000,
}, async (t) => {
  const place = await openPlace(t)
  const running = await place.start()
  await until(() => place.identifies() === 1)
  place.say('one')
  await until(() => place.answers().length === 1)
  const token = place.owners.rotateToken(bot)
  place.say('two')
  place.configure({ token })
  running.child.kill('SIGHUP')
  await until(() => place.answers().length === 2)
  assert.equal(place.identifies(), 2)
})
