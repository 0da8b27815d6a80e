import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlatformUser } from '@heddle/emulators/loopback/platform-words'
import { type HearingHouse, openHearingHouse } from '../../../test-support/hearing-house.ts'
import { spawn } from '../../../test-support/spawning-sessions.ts'
import type { InboundQuestion } from '../ports.ts'

function ask(h: HearingHouse, user: PlatformUser, question: Partial<InboundQuestion> = {}) {
  return h.store.read((r) =>
    h.routing.suggest(r, {
      conversation: { channel: 'loopback', accountId: 'main', conversationId: h.general },
      kind: 'channel',
      serverId: h.serverId,
      author: { platformId: user.id, name: user.name, isBot: false, isOwn: false },
      command: 'focus',
      typed: '',
      ...question,
    }),
  )
}

const textsOf = (offered: readonly { text: string }[]) => offered.map(({ text }) => text.split(' · ')[0])

test('[CHN8] sessions that one could focus are offered, what begins with the typed text first', async () => {
  await using h = await openHearingHouse()
  const { actor, user } = await h.member('kim')
  const weave = await h.chat(actor, { visibility: 'team', title: 'Weave a rug' })
  await h.chat(actor, { visibility: 'team', title: 'A rug to weave' })
  await h.chat(actor, { visibility: 'team', title: 'Something else' })
  const offered = await ask(h, user, { typed: ' WEAVE' })
  assert.deepEqual(textsOf(offered), ['Weave a rug', 'A rug to weave'])
  assert.equal(offered[0]?.value, weave)
  assert.equal((await ask(h, user)).length, 3)
  assert.deepEqual(await ask(h, user, { command: 'status' }), [])
})

test('[CHN8] no private session is named where others read, and directly it is', async () => {
  await using h = await openHearingHouse()
  const { actor, user } = await h.member('kim')
  await h.chat(actor, { title: 'Only mine' })
  const lou = await h.member('lou')
  await h.chat(lou.actor, { title: 'Only theirs' })
  assert.deepEqual(await ask(h, user), [])
  const conversation = { channel: 'loopback', accountId: 'main', conversationId: 'dm' }

  assert.deepEqual(textsOf(await ask(h, user, { kind: 'dm', conversation })), ['Only mine'])
})

test('[CHN8] guests are offered nothing and leave no row', async () => {
  await using h = await openHearingHouse()
  const { actor } = await h.member('kim')
  await h.chat(actor, { visibility: 'team', title: 'For all' })
  const guest = h.guest('Vera')
  assert.deepEqual(await ask(h, guest), [])
  assert.deepEqual(await ask(h, guest, { command: 'model' }), [])
  const account = { channel: 'loopback', accountId: 'main', platformId: guest.id }
  assert.equal(await h.store.read((r) => h.people.recogniseAccount(r, account)), undefined)
})

test('[CHN8] never more than a platform shows, and models by name', async () => {
  await using h = await openHearingHouse()
  const { actor, user } = await h.member('kim')
  for (let i = 0; i < 30; i++) await h.chat(actor, { visibility: 'team', title: `Chat ${i}` })
  assert.equal((await ask(h, user)).length, 25)
  const models = await ask(h, user, { command: 'model' })
  assert.ok(models.length > 0 && models.every(({ text, value }) => text === value))
})

test('[CHN8] [CMD1] [SUB13] what has ended is offered to be looked at until it is archived, after what goes on, and for nothing else', async () => {
  await using h = await openHearingHouse({ toolOrigins: [] })
  const { user } = await h.member('kim')
  const answers = [[spawn('quick', { label: 'hare' }), spawn('slow', { label: 'snail', mode: 'session' })]]
  h.model.respond(({ system }) => (system.includes('"task":') ? ['done'] : (answers.shift() ?? ['all well'])))
  await h.hear({ author: { platformId: user.id, name: 'kim', isBot: false, isOwn: false }, text: 'go' })
  await h.settle()
  const offeredFor = async (subcommand: string) =>
    textsOf(await ask(h, user, { command: 'subagents', subcommand }))
  assert.deepEqual(await offeredFor('info'), ['snail', 'hare'])
  assert.deepEqual(await offeredFor('log'), ['snail', 'hare'])
  for (const subcommand of ['send', 'steer', 'kill']) {
    assert.deepEqual(await offeredFor(subcommand), ['snail'], subcommand)
  }
  h.clock.advance(61 * 60_000)
  await h.settle()
  assert.deepEqual(await offeredFor('info'), ['snail'])
})
