import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type SessionId } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { queries } from '../../delivery/delivery-tables.ts'
import { openHearingHouse } from '../../../test-support/hearing-house.ts'

const codeIn = (text: string) => /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(text)?.[0] ?? ''

test('[PPL4] [CNV6] a guest who says a member’s code is that member, and so is what they said before', async () => {
  await using h = await openHearingHouse()
  const { actor } = await h.signedIn('kim', 'member')
  const vera = h.guest('Vera')
  h.platform.say(vera.id, h.general, `${h.mention} before`)
  await h.settle()
  const id = (await h.sessionIn({})) as SessionId
  const web = await h.chat(actor)
  const offered = await h.say(actor, web, '/link')
  const code = codeIn(offered.command?.text ?? '')
  h.platform.say(vera.id, h.general, `${h.mention} /link ${code.toLowerCase()}`)
  await h.settle()
  assert.match(h.read(h.general).at(-1)!, /Linked: Vera on loopback is kim \(<@\d+>\) here/)
  const before = (await h.timeline(id)).filter(({ kind }) => kind === 'message.user')
  assert.deepEqual(
    before.map(({ actor: by, payload }) => [by.kind, by.id, by.name, payload['handle']]),
    [['person', actor.personId, 'kim', 'kim']],
  )
  h.platform.say(vera.id, h.general, `${h.mention} after`)
  await h.settle()
  assert.deepEqual(await h.saidIn(id), ['kim: before', 'kim: after'])
  const speakers = h.model.requests
    .at(-1)
    ?.messages.flatMap((message) => (message.role === 'user' ? [message.speaker?.handle] : []))
  assert.deepEqual(speakers, ['kim', 'kim'])
  // No timeline and no record keeps the code.
  const all = JSON.stringify([await h.log(web), await h.log(id)])
  assert.equal(all.includes(code), false)
})

test('[PPL4] the other way round: the channel shows a code, and whoever is signed in says it', async () => {
  await using h = await openHearingHouse()
  const { actor } = await h.signedIn('kim', 'viewer')
  const vera = h.guest('Vera')
  const dm = h.dmWith(vera.id)
  h.platform.say(vera.id, dm, '/link')
  await h.settle()
  const code = codeIn(h.read(dm).at(-1)!)
  const linked = await h.store.tx((t) => h.people.useCode(t, actor, code))
  assert.equal(linked?.link.platformId, vera.id)
  h.platform.say(vera.id, dm, '/whoami')
  await h.settle()
  // Their direct messages are their own talk now, which somebody who only looks has none of.
  assert.match(h.read(dm).at(-1)!, /needs the role member/)
  await h.store.tx((t) => h.people.changeMember(t, h.operator, actor.personId, { role: 'member' }))
  h.platform.say(vera.id, dm, '/whoami')
  await h.settle()
  assert.match(h.read(dm).at(-1)!, /You are kim \(<@\d+>\), member/)
})

test('[PPL4] [CNV6] where others read along no code is shown, because whoever says it first would be taken for them', async () => {
  await using h = await openHearingHouse()
  const vera = h.guest('Vera')
  const kim = await h.member('kim')
  const anchor = h.platform.say(kim.user.id, h.general, 'aside')
  const thread = h.platform.startThread(anchor.id, 'aside')
  await h.settle()
  for (const place of [h.general, thread]) {
    for (const userId of [vera.id, kim.user.id]) {
      h.platform.say(userId, place, `${h.mention} /link`)
      await h.settle()
      const said = h.read(place).at(-1)!
      assert.match(said, /shown to you alone/)
      assert.equal(codeIn(said), '')
    }
  }
})

test('[PPL4] [CNV6] what a guest said in private is theirs to read once they are known', async () => {
  await using h = await openHearingHouse()
  const { actor } = await h.signedIn('kim', 'member')
  const vera = h.guest('Vera')
  const dm = h.dmWith(vera.id)
  h.platform.say(vera.id, dm, 'my secret')
  await h.settle()
  const id = (await h.sessionIn({ conversationId: dm })) as SessionId
  assert.equal(await h.store.read((r) => h.sessions.mayRead(r, actor, id)), false)
  const { code } = await h.store.tx((t) => h.people.offerLink(t, actor))
  h.platform.say(vera.id, dm, `/link ${code}`)
  await h.settle()
  assert.equal(await h.store.read((r) => h.sessions.mayRead(r, actor, id)), true)
  assert.deepEqual(await h.saidIn(id), ['kim: my secret'])
})

test('[CNV6] however much a guest said, all of it changes hands, also after a crash in between', async () => {
  await using h = await openHearingHouse()
  const { actor } = await h.signedIn('kim', 'member')
  for (let i = 0; i < 450; i++) {
    await h.hear({ text: `m${i}`, eventId: `m${i}` })
    if (i % 150 === 149) await h.work()
  }
  const id = (await h.sessionIn({})) as SessionId
  const account = { channel: 'loopback', accountId: 'main', platformId: 'u1', name: 'Vera' }
  await h.store.tx(async (t) => {
    const { id: guestId } = await h.people.rememberGuest(t, account)
    const { code } = await h.people.offerLink(t, actor)
    await h.people.useCode(t, { kind: 'guest', guestId, name: 'Vera', admitted: {} }, code)
  })
  await h.breathe()
  await h.crash()
  await h.work()
  const authors = new Set((await h.saidIn(id)).map((line) => line.split(':')[0]))
  assert.deepEqual([...authors], ['kim'])
})

test('[R14] wrong codes are told as that, and too many of them make whoever says them wait', async () => {
  await using h = await openHearingHouse()
  const vera = h.guest('Vera')
  const dm = h.dmWith(vera.id)
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax; i++) {
    h.platform.say(vera.id, dm, '/link ABCDE-FGHJK')
    await h.settle()
    assert.match(h.read(dm).at(-1)!, /never was/)
  }
  h.platform.say(vera.id, dm, '/link ABCDE-FGHJK')
  await h.settle()
  assert.match(h.read(dm).at(-1)!, /Too many wrong attempts/)
})

for (const [what, fault] of [
  ['once it is shown', undefined],
  ['nor where it could not be shown', { kind: 'status', status: 400, isDone: false }],
  ['nor where nobody knows whether it was', { kind: 'reset', isDone: false }],
  [
    'nor once it is of no use any more',
    { kind: 'rate_limited', retryAfterMs: 3_600_000, scope: 'conversation' },
  ],
] as const) {
  test(`[PPL4] the outbox shows a code to nobody, and does not keep it: ${what}`, async () => {
    await using h = await openHearingHouse()
    const codes: string[] = []
    const { offerLink } = h.people
    h.people.offerLink = async (t, actor) => {
      const offered = await offerLink(t, actor)
      codes.push(offered.code)
      return offered
    }
    if (fault) h.platform.useFaults(scriptFaults([{ on: 'send', fault }]))
    const vera = h.guest('Vera')
    h.platform.say(vera.id, h.dmWith(vera.id), '/link')
    await h.settle()
    const { items } = await h.store.read((r) =>
      h.deliveries.list(r, { state: 'all', seenBy: { kind: 'all' } }, { limit: 10 }),
    )
    assert.deepEqual(
      items.map(({ text }) => text),
      [''],
    )
    h.clock.advance(limits.linkCodeMs)
    await h.settle()
    const rows = await h.store.read((r) => r.all(queries.selectFrom('deliveries').selectAll()))
    const [code] = codes
    assert.ok(code !== undefined && rows.length === 1)
    assert.equal(JSON.stringify(rows).includes(code), false)
  })
}
