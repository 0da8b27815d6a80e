// Who is heard and who speaks, on a platform that fails: never ourselves, never who is not listed, always under one name.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { createLoopbackChannel } from '@heddle/emulators/loopback/loopback-channel'
import { reachInProcess } from '@heddle/emulators/loopback/reach-platform'
import { createChannelRegistry } from '../src/channel-registry.ts'
import { openChannels } from '../src/open-channels.ts'
import { openedThread, openFocusScene } from '../test-support/focus-scene.ts'
import { openHearingHouse } from '../test-support/hearing-house.ts'
import { createListLog } from '../test-support/open-test-sessions.ts'
import {
  broken,
  lostAnswer,
  lostRequest,
  outboxOf,
  tooMany,
  unreachable,
  untilSettledMs,
} from '../test-support/platform-troubles.ts'
import { heardIn } from '../test-support/spawning-sessions.ts'
import { openWoven } from '../test-support/weaving-scene.ts'

const nowhere = () => undefined

test('[CHN3] what we said begins no turn when it comes back before we know that it was sent; the same words of a person do', async () => {
  const { h, say, thread, feed } = await openWoven()
  await using _ = h
  const rules = h.placeRules.accounts['loopback/main']
  assert.ok(rules)
  // Other programs are heard when they name us, and we name ourselves: only that it is ours keeps it out.
  h.placeRules.accounts['loopback/main'] = { ...rules, allow: { ...rules.allow, bots: 'mention' } }
  h.model.respond(() => [`Ask ${h.mention} again.`])
  feed.manners = { ...feed.manners, copyRate: 1 }
  h.platform.useFaults(scriptFaults([{ on: 'send', in: thread, fault: lostAnswer }]))
  say(thread, 'In which colour?')
  await h.pass(3_000)
  const ours = h.platform.read(thread).at(-1)
  assert.equal(ours?.text, `Ask ${h.mention} again.`)
  const known = (await outboxOf(h)).some(({ platformId }) => platformId === ours?.id)
  assert.equal(known, false, 'nobody here knows yet that it is there')
  const asked = h.model.requests.length
  await h.crash()
  // What comes back by a look at what was missed is ours as well.
  feed.lose()
  await h.pass(untilSettledMs)
  assert.equal(h.model.requests.length, asked)
  const notice = h.platform.read(thread).find(({ text }) => text.startsWith('⚙️'))
  assert.ok(notice)
  say(thread, notice.text)
  await h.pass(3_000)
  assert.equal(h.model.requests.length, asked + 1)
  assert.ok(heardIn(h.model.requests.at(-1)).at(-1)?.includes('⚙️'))
  const robot = h.platform.addUser('Robot', { isBot: true })
  h.platform.say(robot.id, thread, 'I am a program, too')
  await h.pass(3_000)
  assert.equal(h.model.requests.length, asked + 1)
})

test('[CHN4] who is not listed by their id is not heard, nor what they said in a gap; a list that is empty lets in nobody', async () => {
  await using h = await openHearingHouse()
  const rules = h.placeRules.accounts['loopback/main']
  assert.ok(rules)
  const [vera, mallory] = [h.guest('Vera'), h.guest('Mallory')]
  const admit = (people: string[]) => {
    const places = { [h.serverId]: { channels: { '*': {} }, people } }
    h.placeRules.accounts['loopback/main'] = { ...rules, allow: { ...rules.allow, people, places } }
  }
  admit([vera.id])
  h.platform.say(vera.id, h.general, `${h.mention} hello`)
  await h.pass(2_000)
  const session = await h.sessionIn({})
  assert.ok(session)
  h.platform.rename(mallory.id, 'Vera')
  const dm = h.dmWith(mallory.id)
  h.platform.useFaults(
    scriptFaults([
      { on: 'events.poll', times: 3, fault: unreachable },
      { on: 'history', times: 2, fault: broken },
    ]),
  )
  h.platform.say(mallory.id, h.general, `${h.mention} let me in`)
  h.platform.say(mallory.id, dm, 'or here')
  h.platform.say(vera.id, h.general, `${h.mention} it was me`)
  h.platform.state.bots.get(h.botId)?.feed.lose()
  await h.crash()
  await h.pass(untilSettledMs)
  assert.deepEqual(await h.saidIn(session), ['Vera: hello', 'Vera: it was me'])
  assert.equal(await h.sessionIn({ conversationId: dm }), undefined)
  admit([])
  h.platform.say(vera.id, h.general, `${h.mention} and now?`)
  h.platform.say(vera.id, h.dmWith(vera.id), 'and here?')
  h.platform.state.bots.get(h.botId)?.feed.lose()
  await h.pass(untilSettledMs)
  assert.equal((await h.saidIn(session)).length, 2)
  assert.equal(await h.sessionIn({ conversationId: h.dmWith(vera.id) }), undefined)
})

test('[CHN5] of an account that the platform does not let in one is told why, and that it is heard once it is', async () => {
  await using h = await openHearingHouse()
  const { platform } = h
  const bot = platform.addBot('Other', 'other-token')
  let token = 'nobody’s'
  const channels = openChannels({
    ...h,
    log: createListLog(h.logged),
    config: () => ({
      channels: { loopback: { accounts: { other: { apiUrl: 'http://127.0.0.1', token } } } },
    }),
    registry: createChannelRegistry(),
    openers: {
      loopback: async () => (around) =>
        createLoopbackChannel(
          around,
          reachInProcess(platform, () => ({ apiUrl: '', token })),
        ),
    },
  })
  await channels.open()
  channels.start()
  const state = async (ms: number) => {
    await h.pass(ms)
    const [{ state, trouble = '' } = {}] = channels.states()
    return `${state} ${trouble}`
  }
  assert.match(await state(1_000), /^failing The platform does not take the account: .*401/)
  token = bot.token
  for (const [fault, why] of [
    [broken, /^failing .*502/],
    [tooMany(30_000), /^failing .*429/],
    [unreachable, /^failing The platform does not take the account: /],
    [lostRequest, /^failing The platform does not take the account: /],
  ] as const) {
    platform.useFaults(({ kind }) => (kind === 'me' ? fault : undefined))
    assert.match(await state(10 * 60_000), why)
  }
  platform.useFaults(nowhere)
  assert.equal(await state(10 * 60_000), 'heard ')
  await channels.stop()
})

test('[PER1] a failed send is tried again under the same name and picture; the account’s own agent speaks as the bot', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root } = scene
  const label =
    'the one who digs the very deepest of all the holes that were ever dug in this garden, by hand'
  const page = { channel: 'web', accountId: ann.actor.personId, conversationId: root }
  await h.store.tx((t) =>
    h.routing.spawn(
      t,
      ann.actor,
      { conversation: page, sessionId: root },
      { task: 'Dig', label, mode: 'session' },
    ),
  )
  await h.pass(3_000)
  const first = scriptFaults([
    { on: 'send', times: 2, fault: unreachable },
    { on: 'send', fault: broken },
    { on: 'send', after: 1, fault: lostRequest },
    { on: 'thread.open', fault: broken },
  ])
  h.platform.useFaults(first)
  h.platform.say(ann.user.id, h.general, `${h.mention} /focus ${label}`)
  await h.pass(3_000)
  await h.crash()
  await h.pass(untilSettledMs)
  const { id } = openedThread(scene)
  h.platform.useFaults(scriptFaults([{ on: 'send', in: id, times: 2, fault: lostRequest }]))
  h.platform.say(ann.user.id, id, 'how deep?')
  h.platform.say(ann.user.id, h.general, `${h.mention} and you?`)
  await h.pass(3_000)
  await h.crash()
  await h.pass(2 * untilSettledMs)
  const authors = h.platform.read(id).filter(({ author }) => author.isBot)
  assert.ok(authors.length >= 2, 'an intro and an answer')
  const names = new Set(authors.map(({ author }) => author.name))
  const [name = ''] = names
  assert.equal(names.size, 1)
  assert.match(name, /^Main · the one who digs/)
  assert.equal(name.length, 80)
  assert.equal(new Set(authors.map(({ author }) => author.avatarUrl)).size, 1)
  const answers = h.platform.read(h.general).filter(({ text }) => text === 'Main answers.')
  assert.deepEqual(
    new Set(answers.map(({ author }) => `${author.name} ${author.isPersona}`)),
    new Set(['Heddle false']),
  )
})
