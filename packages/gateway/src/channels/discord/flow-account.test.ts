// An account as whoever runs the place knows it: what it can do, what it lacks, and what it remembers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhooksIn } from '@heddle/emulators/discord/look-at-discord'
import { openWorkerScene, play } from '../../../test-support/discord-scenes.ts'
import { discordAccount, openDiscordHouse } from '../../../test-support/open-discord-house.ts'
import { heardIn, spawn } from '../../../test-support/spawning-sessions.ts'

test('[CHN1] what a place lacks is absent: in a direct message there are no threads, and a sub-agent is refused one there with that reason', async () => {
  await using h = await openDiscordHouse({ toolOrigins: [] })
  const ann = await h.member('ann')
  const model = play(h, { main: [[spawn('weave', { thread: true })], ['No thread, then.']] })
  const dm = h.dmWith(ann)
  await h.write(ann, dm, 'weave it')
  assert.equal(h.read(dm).at(-1), 'Heddle: No thread, then.')
  assert.match(JSON.stringify(model.asked('main').at(-1)?.messages), /no_threads_here/)
  assert.deepEqual([heardIn(model.asked('child')[0]), h.threads()], [[], []])
})

test('[CHN1] [CHN5] a bot that Discord does not let in is written with all the same, and says what to do', async () => {
  await using h = await openDiscordHouse()
  const application = h.discord.platform.state.applications.get(h.bot.id)
  assert.ok(application)
  await h.account.stop()
  application.mayReadContent = false
  h.discord.gateway.forgetSessions(h.bot.id)
  await assert.rejects(h.reopenAccount(), /Message Content/)
  h.hearNothing()
  await h.store.tx((t) =>
    h.deliveries.enqueue(t, {
      kind: 'message',
      cause: 'test:1',
      place: h.placeOf(h.general),
      text: 'I am here.',
      persona: { name: 'Heddle', agentId: 'main', isAccount: true },
    }),
  )
  await h.settle()
  assert.deepEqual(h.read(h.general), ['Heddle: I am here.'])
})

test('[CHN5] a look at the account names what is missing where, as long as it is', async () => {
  await using h = await openDiscordHouse()
  const look = async () => {
    const { findings = [] } = (await h.account.check?.(new AbortController().signal)) ?? {}
    return findings.filter(({ state }) => state !== 'good').map(({ about, text }) => `${about}: ${text}`)
  }
  assert.deepEqual(await look(), [])
  const change = { botId: h.bot.id, names: ['SendMessages'], channelId: h.general } as const
  h.discord.owners.takeAway(change)
  assert.match((await look()).join(), /^#general: Missing permissions: Send Messages \(it cannot answer\)\.$/)
  h.discord.owners.giveBack(change)
  assert.deepEqual(await look(), [])
})

test('[CHN9] what an account remembers is its own and on disk, and no secret is among it', async () => {
  await using scene = await openWorkerScene()
  const { h, ann, thread } = scene
  await h.slash(ann, thread.id, 'focus', { label: 'worker' })
  const [webhook] = webhooksIn(h.discord.platform.state, h.general)
  assert.ok(webhook)
  const notes = await h.notesOf(discordAccount)
  assert.equal(notes.get(`webhook:${webhook.id}`), h.general)
  assert.ok(notes.has('commands'))
  const written = JSON.stringify([...notes])
  assert.ok(!written.includes(webhook.token) && !written.includes(h.accountSettings.token))
  assert.deepEqual([...(await h.notesOf('other'))], [])
})
