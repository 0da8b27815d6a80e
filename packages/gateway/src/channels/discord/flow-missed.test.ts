// What was said while nobody listened, in places where nobody was heard before.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptFaults } from '@heddle/emulators/discord/faults'
import { addChannel, addGuild } from '@heddle/emulators/discord/guild-verbs'
import { play } from '../../../test-support/discord-scenes.ts'
import { type DiscordHouse, openDiscordHouse } from '../../../test-support/open-discord-house.ts'

/** Nobody listens while `meanwhile` happens, and the session is not to be had any more afterwards. */
async function whileAway(h: DiscordHouse, meanwhile: () => void): Promise<void> {
  await h.account.stop()
  // Discord gives ids by its own time.
  h.clock.advance(1_000)
  meanwhile()
  h.clock.advance(1_000)
  h.discord.gateway.forgetSessions(h.bot.id)
  await h.reopenAccount()
  await h.settle()
}

const answersIn = (h: DiscordHouse, place: string) =>
  h.read(place).filter((line) => line === 'Heddle: main answers.').length
const readOf = (h: DiscordHouse, place: string) =>
  h.discord.platform.truth.requests.filter(({ method, path }) => {
    return method === 'GET' && path === `/channels/${place}/messages`
  })

test('[CHN2] [DSC1] a first word in a channel, and in a thread that was opened meanwhile, is heard after the gap, once', async () => {
  await using h = await openDiscordHouse()
  const ann = await h.member('ann')
  const { people } = h.discord
  play(h)
  const [builds, quiet] = [h.addChannel('builds'), h.addChannel('quiet')]
  let thread = ''
  await whileAway(h, () => {
    people.say(ann.id, builds, `${h.mention} one`)
    people.say(ann.id, builds, 'nobody is meant')
    const anchor = people.say(ann.id, h.general, 'the plan')
    thread = people.openThread(ann.id, anchor.id, 'plan').id
    people.say(ann.id, thread, `${h.mention} two`)
  })
  assert.deepEqual(await h.saidIn((await h.sessionIn(builds))!), ['ann: one'])
  assert.deepEqual([answersIn(h, builds), answersIn(h, thread)], [1, 1])
  // Where nothing was said, nothing is asked.
  assert.equal(readOf(h, quiet).length, 0)
  await whileAway(h, () => undefined)
  assert.deepEqual([answersIn(h, builds), answersIn(h, thread)], [1, 1])
})

test('[CHN2] [DSC1] what stood there before the bot was there for the first time is not answered, then or later', async () => {
  await using h = await openDiscordHouse()
  const ann = await h.member('ann')
  const { people, platform, owners } = h.discord
  play(h)
  const { id: guildId } = addGuild(platform, 'Dyers', ann.id)
  const dyes = addChannel(platform, guildId, 'dyes').id
  const rules = h.placeRules.accounts['discord/main']!
  rules.allow = {
    ...rules.allow,
    places: { ...rules.allow.places, [guildId]: { channels: { '*': {} }, people: ['*'] } },
  }
  people.say(ann.id, dyes, `${h.mention} before you were here`)
  h.clock.advance(1_000)
  await whileAway(h, () => owners.letIn(guildId, h.bot.id))
  assert.equal(answersIn(h, dyes), 0)
  await whileAway(h, () => people.say(ann.id, dyes, `${h.mention} and now?`))
  assert.equal(answersIn(h, dyes), 1)
  assert.deepEqual(await h.saidIn((await h.sessionIn(dyes))!), ['ann: and now?'])
})

test('[CHN2] an account that is connected for the first time answers nothing that is older', async () => {
  await using h = await openDiscordHouse()
  const ann = await h.member('ann')
  const builds = h.addChannel('builds')
  play(h)
  await h.account.stop()
  h.letBe(h.discord.people.say(ann.id, builds, `${h.mention} one`))
  h.discord.gateway.forgetSessions(h.bot.id)
  // As if it had never been connected.
  await h.forgetConnection()
  await h.reopenAccount()
  await h.settle()
  assert.equal(answersIn(h, builds), 0)
  await whileAway(h, () => undefined)
  assert.equal(answersIn(h, builds), 0)
})

test('[CHN4] [CHN2] a channel that is not listed is not read; one that is listed later is not answered for what was said before', async () => {
  await using h = await openDiscordHouse()
  const ann = await h.member('ann')
  const { people } = h.discord
  const builds = h.addChannel('builds')
  play(h)
  const rules = h.placeRules.accounts['discord/main']!
  const allowing = (...ids: string[]) => ({
    ...rules.allow,
    people: [],
    places: {
      [h.guildId]: { channels: Object.fromEntries(ids.map((id) => [id, {}])), people: ['*'] },
    },
  })
  rules.allow = allowing(h.general)
  await whileAway(h, () => h.letBe(people.say(ann.id, builds, `${h.mention} one`)))
  assert.equal(readOf(h, builds).length, 0)
  await whileAway(h, () => {
    rules.allow = allowing(h.general, builds)
  })
  assert.equal(answersIn(h, builds), 0)
  await h.write(ann, builds, `${h.mention} two`)
  assert.equal(answersIn(h, builds), 1)
})

test('[CHN2] where the bot may not read it does not ask, and is refused nothing', async () => {
  await using h = await openDiscordHouse()
  const ann = await h.member('ann')
  const { people, owners, platform } = h.discord
  const builds = h.addChannel('builds')
  owners.takeAway({ botId: h.bot.id, names: ['ViewChannel'], channelId: builds })
  await whileAway(h, () => people.say(ann.id, builds, `${h.mention} one`))
  assert.equal(readOf(h, builds).length, 0)
  assert.equal(platform.truth.invalidRequests(h.bot.id), 0)
})

test('[CHN2] of a place in which nobody was heard 200 messages are read at most, and that is said', async () => {
  await using h = await openDiscordHouse()
  const ann = await h.member('ann')
  const builds = h.addChannel('builds')
  await whileAway(h, () => {
    for (let i = 0; i < 250; i++) h.letBe(h.discord.people.say(ann.id, builds, `word ${i}`))
  })
  assert.equal(readOf(h, builds).length, 2)
  assert.ok(h.logged.some(({ message }) => message.startsWith('more was missed on Discord')))
})

test('[CHN2] [I1] a process that ends while it reads what was missed leaves it to the next', async () => {
  await using h = await openDiscordHouse()
  const ann = await h.member('ann')
  const builds = h.addChannel('builds')
  play(h)
  await h.account.stop()
  h.letBe(h.discord.people.say(ann.id, builds, `${h.mention} one`))
  h.discord.gateway.forgetSessions(h.bot.id)
  h.discord.platform.useFaults(
    scriptFaults([
      {
        on: 'GET /channels/{channel_id}/messages',
        times: 50,
        fault: { kind: 'status', status: 500, isDone: false },
      },
    ]),
  )
  await h.reopenAccount()
  await h.account.stop()
  assert.equal(answersIn(h, builds), 0)
  h.discord.platform.useFaults(scriptFaults([]))
  await h.reopenAccount()
  await h.settle()
  assert.equal(answersIn(h, builds), 1)
  assert.equal(h.discord.platform.state.identifies.length, 2)
})
