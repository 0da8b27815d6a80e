import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { scriptGatewayFaults } from '@heddle/emulators/discord/gateway-faults'
import { type DiscordScene, openDiscordScene, until } from '../../../test-support/open-discord-hearing.ts'
import { NeedsSomebody } from '../needs-somebody.ts'

const identifies = ({ platform }: DiscordScene) => platform.state.identifies.length
const resumes = ({ gateway }: DiscordScene) => gateway.truth.resumes
const notedSequence = ({ kept }: DiscordScene) => JSON.parse(kept.get('session:0') ?? '{}').sequence

test('[CHN2] an event that comes twice is said to the ears twice, which know it', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  const { hear } = account.ears
  const repeats: boolean[] = []
  account.ears.hear = async (event) => {
    const heard = await hear(event)
    repeats.push(heard.deduped)
    return heard
  }
  await account.start()
  scene.gateway.useFaults(scriptGatewayFaults([{ on: 'MESSAGE_CREATE', fault: { kind: 'twice' } }]))
  scene.say('once')
  scene.say('next')
  await until(() => account.heard.length === 2)
  assert.deepEqual(repeats, [false, true, false])
})

test('[DSC1] a socket that breaks is taken up again, and brings what was said meanwhile', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  await account.start()
  for (const isSent of [true, false]) {
    scene.gateway.useFaults(scriptGatewayFaults([{ on: 'MESSAGE_CREATE', fault: { kind: 'drop', isSent } }]))
    scene.say(`broken ${isSent}`)
    scene.say(`meanwhile ${isSent}`)
    await until(() => account.heard.at(-1)?.text === `meanwhile ${isSent}`)
  }
  assert.deepEqual(account.texts(), ['broken true', 'meanwhile true', 'broken false', 'meanwhile false'])
  assert.equal(identifies(scene), 1)
  assert.equal(resumes(scene).length, 2)
  await until(() => account.ears.reached === 2)
})

test('[DSC1] asked to reconnect, it takes the session up again', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  await account.start()
  scene.gateway.askToReconnect()
  await until(() => resumes(scene).length === 1)
  scene.say('after it')
  await until(() => account.heard.length === 1)
  assert.equal(identifies(scene), 1)
})

test('[DSC1] a connection whose heartbeats nobody answers is given up and taken up again', async () => {
  await using scene = await openDiscordScene()
  scene.gateway.manners.heartbeatIntervalMs = 40
  const account = scene.open()
  await account.start()
  scene.gateway.manners.isAcking = false
  await until(() => resumes(scene).length === 1)
  scene.gateway.manners.isAcking = true
  scene.say('heard')
  await until(() => account.heard.length === 1)
  assert.equal(identifies(scene), 1)
})

test('[DSC1] a network that fails for a while costs no session', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  await account.start()
  scene.gateway.manners.isRefusing = true
  scene.gateway.drop()
  scene.say('into the void')
  await until(() => account.logged.some((line) => line.startsWith('Discord cannot be heard')))
  scene.gateway.manners.isRefusing = false
  await until(() => account.heard.length === 1)
  assert.equal(identifies(scene), 1)
  await until(() => account.ears.reached === 1)
})

test('[DSC1] a new process takes the session up, and hears what was said while nobody was there', async () => {
  await using scene = await openDiscordScene()
  const first = scene.open()
  await first.start()
  scene.say('one')
  await until(() => first.heard.length === 1)
  await first.stop()
  const roles = scene.platform.state.guilds.get(scene.guildId)?.roles.values() ?? []
  const role = [...roles].find(({ botId }) => botId === scene.bot.id)
  scene.say('two')
  scene.say(`<@&${role?.id}> look into <#${scene.general}>`)
  const second = scene.open()
  await second.start()
  await until(() => second.heard.length === 2)
  assert.deepEqual([identifies(scene), resumes(scene)[0]?.replayed], [1, 2])
  // Nobody listed the channels and roles anew: they are asked for.
  assert.deepEqual(
    second.heard.map(({ text, kind, isAddressed }) => [text, kind, isAddressed]),
    [
      ['two', 'channel', false],
      ['look into #general', 'channel', true],
    ],
  )
})

test('[DSC1] where the way back leads nowhere, the session is taken up at the front door', async () => {
  await using scene = await openDiscordScene()
  const first = scene.open()
  await first.start()
  scene.say('one')
  await until(() => first.heard.length === 1)
  await first.stop()
  const noted = JSON.parse(scene.kept.get('session:0') ?? '{}')
  for (const resumeURL of ['ws://127.0.0.1:1', 'ws://gateway.example', 'http://127.0.0.1', 'nonsense']) {
    scene.kept.set('session:0', JSON.stringify({ ...noted, resumeURL }))
    const account = scene.open()
    await account.start()
    await account.stop()
  }
  assert.deepEqual([identifies(scene), resumes(scene).length], [1, 4])
})

test('[CHN2] a process that was killed hears a little twice, and nothing less', async () => {
  await using scene = await openDiscordScene()
  const first = scene.open()
  await first.start()
  scene.say('one')
  await until(() => first.heard.length === 1)
  await first.stop()
  const older = scene.kept.get('session:0') ?? ''
  const second = scene.open()
  await second.start()
  scene.say('two')
  scene.say('three')
  await until(() => second.heard.length === 2)
  await second.stop()
  // As if it had come no further than this to writing down how far it was.
  scene.kept.set('session:0', older)
  scene.say('four')
  const third = scene.open()
  third.ears.hear = second.ears.hear
  await third.start()
  await until(() => second.heard.length === 3)
  assert.deepEqual(second.texts(), ['two', 'three', 'four'])
  assert.equal(identifies(scene), 1)
})

test('[CHN2] the mark never runs ahead of what was heard: a new process is told again what the old one did not take', async () => {
  await using scene = await openDiscordScene()
  const first = scene.open()
  await first.start()
  scene.say('taken')
  await until(() => first.heard.length === 1)
  const { hear } = first.ears
  first.ears.hear = (event) => (event.text === 'hangs' ? new Promise(() => undefined) : hear(event))
  first.pace.speed = 100
  scene.say('hangs')
  scene.say('behind it')
  scene.people.say(scene.ann, scene.people.openDm(scene.ann, scene.bot.id), 'beside it')
  await until(() => first.texts().includes('beside it'))
  await first.stop()
  const second = scene.open()
  await second.start()
  await until(() => second.heard.length === 3)
  assert.deepEqual(new Set(second.texts()), new Set(['hangs', 'behind it', 'beside it']))
  assert.equal(identifies(scene), 1)
})

test('[CHN2] what fails for ever holds the mark until it is left out', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  await account.start()
  scene.say('taken')
  await until(() => account.heard.length === 1)
  await account.stop()
  const before = notedSequence(scene)
  const again = scene.open()
  let tries = 0
  again.ears.hear = async () => {
    tries++
    throw new Error('the disk is full')
  }
  await again.start()
  again.pace.speed = 100
  scene.say('kept')
  scene.say('behind it')
  await until(() => tries > 2)
  await again.stop()
  assert.equal(notedSequence(scene), before + 1, 'RESUMED alone')
  again.pace.speed = 1
  await again.start()
  again.pace.speed = 1_000
  const leftOut = () => again.logged.filter((line) => line.endsWith('is left out')).length
  await until(() => leftOut() === 2)
  await again.stop()
  assert.ok(notedSequence(scene) > before + 2)
})

test('[DSC1] a session that Discord does not know any more is begun anew, once, and what was missed is fetched', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  await account.start()
  scene.say('one')
  await until(() => account.heard.length === 1)
  account.pace.speed = 50
  scene.gateway.forgetSessions()
  scene.say('two')
  await until(() => account.heard.length === 2)
  assert.equal(identifies(scene), 2)
  scene.gateway.invalidate({ mayResume: false })
  scene.say('three')
  await until(() => account.heard.length === 3)
  assert.deepEqual(account.texts(), ['one', 'two', 'three'])
  assert.equal(identifies(scene), 3)
})

test('[DSC1] where new sessions were asked for too often, none is asked for, and it is said why', async () => {
  await using scene = await openDiscordScene()
  const now = Date.now()
  const times = Array.from({ length: 20 }, (_, i) => now - (20 - i) * 60_000)
  scene.kept.set('identifies', JSON.stringify(times))
  const account = scene.open()
  await assert.rejects(account.start(), /too often, and waits 40 minutes/)
  assert.deepEqual([identifies(scene), scene.gateway.truth.connections], [0, 0])
})

test('[DSC1] a bot that may not read messages, or has a bad token, is told what to do before anything is begun', async () => {
  await using scene = await openDiscordScene()
  scene.bot.mayReadContent = false
  const account = scene.open()
  await assert.rejects(account.start(), /Switch on "Message Content Intent"/)
  scene.bot.mayReadContent = true
  account.settings.token = 'bad-token'
  await assert.rejects(account.start(), /does not take the bot's token/)
  assert.equal(identifies(scene), 0)
  account.settings.token = scene.bot.token
  await account.start()
})

test('[DSC1] [I31] what only somebody can help with is said as that by the start, and costs one session at most', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  account.settings.token = 'old'
  await assert.rejects(account.start(), NeedsSomebody)
  assert.equal(identifies(scene), 0)
  account.settings.token = scene.bot.token
  // Shown out before it is let in: somebody switches it off when it is about to ask.
  const note = scene.kept.set.bind(scene.kept)
  scene.kept.set = (name, value) => {
    if (name === 'identifies') scene.bot.mayReadContent = false
    return note(name, value)
  }
  await assert.rejects(account.start(), NeedsSomebody)
  assert.equal(scene.gateway.truth.connections, 1)
})

test('[DSC1] where Discord cannot be reached, the start says so', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  await scene.served.close()
  await assert.rejects(account.start(), /Discord cannot be reached/)
})

test('[DSC1] [CHN5] an end that only somebody can help with is said once, and tried again when the settings are read again', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  await account.start()
  scene.say('one')
  await until(() => account.heard.length === 1)
  account.pace.speed = 50
  assert.equal(account.hearing.trouble(), undefined)
  scene.gateway.drop({ code: 4014 })
  await until(() => account.logged.some((line) => /disallowed intents/.test(line)))
  assert.match(account.hearing.trouble()?.words ?? '', /disallowed intents/)
  const { connections } = scene.gateway.truth
  account.hearing.followSettings()
  await until(() => scene.gateway.truth.connections === connections + 1)
  scene.say('again')
  await until(() => account.heard.length === 2)
  assert.equal(account.logged.filter((line) => /disallowed intents/.test(line)).length, 1)
  assert.equal(account.hearing.trouble(), undefined)
})

test('[CHN5] a connection that is lost for half a minute is said to be, with since when, until it stands again', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  await account.start()
  const before = Date.now()
  scene.gateway.manners.isRefusing = true
  scene.gateway.drop()
  await until(() => account.logged.some((line) => line.startsWith('Discord cannot be heard')))
  assert.equal(account.hearing.trouble(), undefined)
  account.pace.passedMs = 30_000
  const trouble = account.hearing.trouble()
  assert.match(trouble?.words ?? '', /connection to Discord is lost/)
  assert.ok(trouble && trouble.since >= before && trouble.since <= Date.now())
  scene.gateway.manners.isRefusing = false
  await until(() => account.hearing.trouble() === undefined)
})

test('[DLV8] a token that was changed acts with the next connection; until it is right the old one is heard', async () => {
  await using scene = await openDiscordScene()
  const account = scene.open()
  await account.start()
  account.settings.token = 'a typo'
  account.hearing.followSettings()
  await until(() => account.logged.some((line) => line.startsWith('Discord does not take what')))
  scene.say('still here')
  await until(() => account.heard.length === 1)
  account.settings.token = scene.owners.rotateToken(scene.bot.id, 'next-token')
  await until(() => account.logged.some((line) => /does not take the bot's token/.test(line)))
  scene.say('in between')
  account.pace.speed = 50
  account.hearing.followSettings()
  await until(() => account.heard.length === 2)
  scene.say('after it')
  await until(() => account.heard.length === 3)
  assert.deepEqual(account.texts(), ['still here', 'in between', 'after it'])
})

test('[DSC1] it can be stopped while it waits, and started again', async () => {
  await using scene = await openDiscordScene()
  scene.gateway.manners.isRefusing = true
  const account = scene.open()
  const starting = assert.rejects(account.start(), /closed/)
  await until(() => account.logged.length > 0)
  await account.stop()
  await starting
  scene.gateway.manners.isRefusing = false
  await account.start()
  scene.say('hello')
  await until(() => account.heard.length === 1)
})

test('[DSC1] it can be stopped while a socket is just being opened, whatever becomes of that', async () => {
  await using scene = await openDiscordScene()
  const sockets: Socket[] = []
  const mute = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  scene.platform.state.gatewayUrl = `ws://127.0.0.1:${(mute.address() as AddressInfo).port}`
  const account = scene.open()
  const starting = assert.rejects(account.start(), /closed/)
  await until(() => sockets.length === 1)
  await account.stop()
  await starting
  // The library would let the error of this socket end the process.
  const ended = new Promise((resolve) => sockets[0]?.once('close', resolve))
  sockets[0]?.resetAndDestroy()
  await ended
  await new Promise<void>((resolve) => mute.close(() => resolve()))
})

test('[CHN2] a new session is not noted while something of the old one is not heard yet', async () => {
  await using scene = await openDiscordScene()
  const { ann, bot, people, gateway, kept } = scene
  const account = scene.open()
  const { hear } = account.ears
  const held = Promise.withResolvers<void>()
  account.ears.hear = async (event) => {
    if (event.text === 'hangs') await held.promise
    return hear(event)
  }
  await account.start()
  scene.say('one')
  people.say(ann, people.openDm(ann, bot.id), 'hangs')
  await until(() => account.heard.length === 1)
  account.pace.speed = 50
  gateway.forgetSessions()
  scene.say('two')
  await until(() => account.heard.length === 2)
  const [session] = gateway.sessions()
  const isNoted = () => kept.get('session:0')?.includes(session?.id ?? 'none') === true
  scene.say('three')
  await until(() => account.heard.length === 3)
  assert.equal(isNoted(), false)
  held.resolve()
  await until(isNoted)
})
