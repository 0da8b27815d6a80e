import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandNames, type SessionId } from '@heddle/contract'
import { openHearingHouse } from '../../../test-support/hearing-house.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { queries as tables } from '../../sessions/sessions-tables.ts'

const texts: Partial<Record<string, string>> = {
  focus: '/focus worker',
  session: '/session ttl 1h',
  note: '/note hm',
  subagents: '/subagents spawn main do it',
}

test('[CNV6] a guest has five commands; every other is refused in words and changes nothing', async () => {
  await using h = await openHearingHouse()
  const vera = h.guest('Vera')
  const dm = h.dmWith(vera.id)
  h.platform.say(vera.id, dm, 'hello')
  await h.settle()
  const id = (await h.sessionIn({ conversationId: dm })) as SessionId
  const before = (await h.log(id)).length
  const allowed: string[] = []
  for (const name of commandNames) {
    h.platform.say(vera.id, dm, texts[name] ?? `/${name}`)
    await h.settle()
    const answer = h.read(dm).at(-1)!
    assert.match(answer, /^Heddle: ⚙️ /, name)
    if (!answer.includes(`Guests cannot use /${name}`)) allowed.push(name)
  }
  assert.deepEqual(allowed.toSorted(), ['help', 'link', 'status', 'stop', 'whoami'])
  assert.equal((await h.log(id)).length, before)
  assert.equal(h.model.requests.length, 1)
  const help = h.read(dm).find((line) => line.includes('/help ·'))!
  assert.equal(help.includes('/focus'), false)
})

test('[CNV6] /status tells a guest what happens here, and not who reads along or what it costs', async () => {
  await using h = await openHearingHouse()
  const vera = h.guest('Vera')
  await h.member('kim')
  h.platform.say(vera.id, h.general, `${h.mention} /status`)
  await h.settle()
  assert.deepEqual(h.read(h.general).at(-1)!.split('\n'), ['Heddle: ⚙️ State: idle', 'Waiting messages: 0'])
  h.platform.say(vera.id, h.general, `${h.mention} /whoami`)
  await h.settle()
  assert.match(h.read(h.general).at(-1)!, /You are Vera, a guest here/)
})

test('[CNV6] a guest stops their own turn, and neither that of somebody else nor what others wait for', async () => {
  await using h = await openHearingHouse()
  const vera = h.guest('Vera')
  const { user: kim } = await h.member('kim')
  const hang = { type: 'wait', until: new Promise(() => undefined) } as const
  h.model.script(hang)
  h.platform.say(kim.id, h.general, `${h.mention} work`)
  while (h.model.running === 0) await h.breathe()
  h.platform.say(vera.id, h.general, `${h.mention} /stop`)
  for (let i = 0; i < 10; i++) await h.breathe()
  assert.equal(h.model.aborted, 0)
  h.platform.say(kim.id, h.general, `${h.mention} /stop`)
  await h.settle()
  assert.equal(h.model.aborted, 1)

  h.model.script(hang)
  h.platform.say(vera.id, h.general, `${h.mention} mine`)
  while (h.model.running === 0) await h.breathe()
  h.platform.say(kim.id, h.general, `${h.mention} next`)
  h.platform.say(vera.id, h.general, `${h.mention} mine too`)
  h.platform.say(vera.id, h.general, `${h.mention} /stop`)
  await h.settle()
  assert.equal(h.model.aborted, 2)
  const id = (await h.sessionIn({})) as SessionId
  const cancelled = (await h.timeline(id)).filter(({ payload }) => payload['cancelled'] !== undefined)
  assert.deepEqual(
    cancelled.map(({ payload }) => payload['text']),
    ['mine too'],
  )
})

test('[CNV6] [AGT9] what a guest says taints; what a member says does not', async () => {
  await using h = await openHearingHouse()
  const { user } = await h.member('kim')
  const tainted = async () => {
    const turns = await h.store.read((r) =>
      r.all(tables.selectFrom('turns').select('is_tainted').orderBy('id')),
    )
    return turns.map(({ is_tainted }) => is_tainted)
  }
  h.platform.say(user.id, h.general, `${h.mention} one`)
  await h.settle()
  const vera = h.guest('Vera')
  h.platform.say(vera.id, h.general, `${h.mention} two`)
  await h.settle()
  assert.deepEqual(await tainted(), [0, 1])
})

test('[BND4] a guest who is heard by a private session may speak to it, and see nothing of it', async () => {
  await using h = await openHearingHouse()
  const { actor } = await h.signedIn('kim', 'member')
  const id = await h.chat(actor)
  const account = { channel: 'loopback', accountId: 'main', platformId: 'u1', name: 'V' }
  const { id: guestId } = await h.store.tx((t) => h.people.rememberGuest(t, account))
  const guest = { kind: 'guest', guestId, name: 'V', admitted: { heardBy: id } } as const
  const say = (sessionId: SessionId) =>
    h.store.tx((t) =>
      h.sessions.admit(t, guest, {
        sessionId,
        text: 'x',
        mode: 'queue',
        channel: 'loopback',
        conversation: 'p',
      }),
    )
  await say(id)
  await assert.rejects(
    h.store.read((r) => h.sessions.timeline(r, guest, id, { limit: 10 })),
    refusedWith('not_allowed'),
  )
  const other = await h.chat(actor, { visibility: 'team' })
  await assert.rejects(say(other), refusedWith('not_found'))
})

test('[PPL2] a member who may only look is told so, and nothing is admitted', async () => {
  await using h = await openHearingHouse()
  const { user: kim } = await h.member('kim')
  const { user: vic } = await h.member('vic', 'viewer')
  h.platform.say(kim.id, h.general, `${h.mention} hello`)
  await h.settle()
  h.platform.say(vic.id, h.general, `${h.mention} hello too`)
  await h.settle()
  assert.match(h.read(h.general).at(-1)!, /⚙️ This needs the role member/)
  assert.deepEqual(await h.saidIn((await h.sessionIn({})) as SessionId), ['kim: hello'])
})
