import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { noFaults } from '@heddle/emulators/loopback/faults'
import { type HearingHouse, openHearingHouse } from '../../test-support/hearing-house.ts'
import { outboxOf } from '../../test-support/platform-troubles.ts'
import { type ScriptedPart, toolCall } from '../../test-support/scripted-model.ts'
import { givenTool, held } from '../../test-support/spawning-sessions.ts'

/** Ann, who writes to Heddle directly, with an account that is hers. */
async function open() {
  const h = await openHearingHouse({
    toolOrigins: [{ tools: async () => [givenTool('dig', 'Dug.', 'ask')] }],
  })
  const ann = await h.member('ann')
  const dm = h.dmWith(ann.user.id)
  const say = (text: string) => h.platform.say(ann.user.id, dm, text)
  const unlink = () => h.store.tx((t) => h.people.removeLinks(t, ann.actor, {}))
  const personal = async () => (await h.store.tx((t) => h.routing.openPersonal(t, ann.actor, 'main'))).id
  return { h, ann, dm, say, unlink, personal }
}

/** Until the model is asked, and no further. */
async function untilAsked(h: HearingHouse, running = 1): Promise<void> {
  for (let i = 0; i < 400 && h.model.running < running; i++) {
    h.clock.advance(5)
    await h.breathe()
  }
  assert.equal(h.model.running, running)
}

async function pass({ clock, settle }: HearingHouse): Promise<void> {
  for (let i = 0; i < 4; i++) {
    clock.advance(limits.announceTogetherMs)
    await settle()
  }
}

test('[PPL4] [SES7] [RTE3] an answer to what was asked in direct messages stands on the timeline alone once the account is theirs no more', async () => {
  const { h, dm, say, unlink, personal } = await open()
  await using _ = h
  const gate = held('The private answer.')
  h.model.respond(() => gate.answer as ScriptedPart[])
  say('tell me my secret')
  await untilAsked(h)
  const before = h.read(dm)
  await unlink()
  gate.go()
  await pass(h)
  assert.deepEqual(h.read(dm).slice(before.length), [])
  const id = await personal()
  const said = (await h.timeline(id)).filter(({ kind }) => kind === 'message.agent')
  assert.deepEqual(
    said.map(({ payload }) => payload['text']),
    ['The private answer.'],
  )
  assert.deepEqual(await h.store.read((r) => h.routing.lastReply(r, id)), {
    destination: 'requester',
    reason: 'place_closed',
  })
})

test('[PPL4] [SES7] [CMD7] nor is what a sub-agent came to told there, which was asked for there', async () => {
  const { h, dm, say, unlink } = await open()
  await using _ = h
  const gate = held('The private result.')
  h.model.respond(({ system }) =>
    /"task":/.test(system) ? (gate.answer as ScriptedPart[]) : ['Main answers.'],
  )
  say('/subagents spawn main dig')
  await untilAsked(h)
  await h.breathe()
  h.clock.advance(1_000)
  await h.breathe()
  const before = h.read(dm)
  const runId = /Started (run_\w+)/.exec(before.at(-1) ?? '')?.[1]
  assert.ok(runId)
  await unlink()
  gate.go()
  await pass(h)
  assert.deepEqual(h.read(dm).slice(before.length), [])
  const told = await h.store.read((r) => h.routing.completionOf(r, runId as never))
  assert.deepEqual([told?.destination, told?.reason], ['requester', 'place_closed'])
})

test('[PPL4] [SES7] who was removed is answered there no more either', async () => {
  const { h, ann, dm, say } = await open()
  await using _ = h
  const gate = held('The private answer.')
  h.model.respond(() => gate.answer as ScriptedPart[])
  say('tell me my secret')
  await untilAsked(h)
  const before = h.read(dm)
  const { actor: owner } = await h.signedIn('olga', 'owner')
  await h.store.tx((t) => h.people.removeMember(t, owner, ann.actor.personId))
  gate.go()
  await pass(h)
  assert.deepEqual(h.read(dm).slice(before.length), [])
})

test('[PPL4] [AGT6] a call that waits for approval is not shown there, and what was shown is taken away with its end', async () => {
  const { h, ann, dm, say, unlink, personal } = await open()
  await using _ = h
  const gate = held(toolCall('dig', {}, 'second'))
  h.model.script(toolCall('dig', {}, 'first'))
  say('dig for my secret')
  await h.settle()
  const cards = () => h.read(dm).filter((line) => line.includes("needs somebody's word"))
  assert.equal(cards().length, 1)
  const before = h.read(dm).length
  await unlink()
  const waiting = async () => {
    const asked = (await h.timeline(await personal())).findLast(({ kind }) => kind === 'approval.asked')
    return String(asked?.payload['approvalId'])
  }
  const first = await waiting()
  h.model.script(...(gate.answer as ScriptedPart[]))
  gate.go()
  await h.store.tx((t) => h.sessions.decideApproval(t, ann.actor, first, { decision: 'once' }))
  await h.settle()
  assert.notEqual(await waiting(), first)
  assert.deepEqual([cards().length, h.read(dm).length], [0, before - 1])
})

test('[PPL4] [DLV1] what waits in the outbox for direct messages does not go out once the account is theirs no more', async () => {
  for (const way of ['unlinked', 'removed', 'linked by another'] as const) {
    const { h, ann, dm, say, unlink } = await open()
    await using _ = h
    h.model.respond(() => ['The private answer.'])
    h.platform.useFaults(({ kind }) => (kind === 'send' ? { kind: 'unreachable' } : undefined))
    say('tell me my secret')
    await h.settle()
    const before = h.read(dm)
    const onTheirWay = async () => (await h.store.read((r) => h.deliveries.counts(r))).open
    assert.equal(await onTheirWay(), 1)
    if (way === 'unlinked') await unlink()
    if (way === 'removed') {
      const { actor: owner } = await h.signedIn('olga', 'owner')
      await h.store.tx((t) => h.people.removeMember(t, owner, ann.actor.personId))
    }
    if (way === 'linked by another') {
      const { actor: bob } = await h.signedIn('bob', 'member')
      const account = { channel: 'loopback', accountId: 'main', platformId: ann.user.id, name: 'ann' }
      await h.store.tx(async (t) => {
        const { code } = await h.people.offerLink(t, bob)
        const { id: guestId } = await h.people.rememberGuest(t, account)
        await h.people.useCode(t, { kind: 'guest', guestId, name: 'ann', admitted: {} }, code)
      })
    }
    await h.settle()
    assert.equal(await onTheirWay(), 0, way)
    h.platform.useFaults(noFaults)
    await h.pass(60_000)
    assert.deepEqual(h.read(dm).slice(before.length), [], way)
  }
})

test('[CNV6] a guest is answered in their own direct messages, also after they were a member for a while', async () => {
  const { h } = await open()
  await using _ = h
  h.model.respond(() => ['Hello yourself.'])
  const vera = h.guest('Vera')
  const dm = h.dmWith(vera.id)
  const answered = async (text: string) => {
    h.platform.say(vera.id, dm, text)
    await h.settle()
    return h.read(dm).at(-1)
  }
  assert.equal(await answered('hello'), 'Heddle: Hello yourself.')
  const { actor } = await h.signedIn('vera', 'member')
  const account = { channel: 'loopback', accountId: 'main', platformId: vera.id, name: 'Vera' }
  await h.store.tx(async (t) => {
    const { code } = await h.people.offerLink(t, actor)
    const { id: guestId } = await h.people.rememberGuest(t, account)
    await h.people.useCode(t, { kind: 'guest', guestId, name: 'Vera', admitted: {} }, code)
  })
  await h.settle()
  assert.equal(await answered('hello as a member'), 'Heddle: Hello yourself.')
  await h.store.tx((t) => h.people.removeLinks(t, actor, {}))
  await h.settle()
  const before = h.read(dm).length
  assert.equal(await answered('and again'), 'Heddle: Hello yourself.')
  assert.equal(h.read(dm).length, before + 2)
})

test('[PPL4] [SES7] [CNV6] what went on in direct messages while the account was a member’s is not heard there by whoever writes then', async () => {
  const { h, ann, dm, say, unlink } = await open()
  await using _ = h
  h.model.respond(({ system }) => [/"task":/.test(system) ? 'Found.' : 'Yes?'])
  const page = await h.chat(ann.actor)
  const place = { channel: 'web', accountId: ann.actor.personId, conversationId: page }
  const { sessionId } = await h.store.tx((t) =>
    h.routing.spawn(t, ann.actor, { conversation: place, sessionId: page }, { task: 'Look.' }),
  )
  await pass(h)
  say(`/focus ${sessionId}`)
  await pass(h)
  say('go on')
  await pass(h)
  const revived = await h.sessionIn({ conversationId: dm })
  assert.ok(revived)
  await unlink()
  const before = h.read(dm).length
  say('and who am I now?')
  await pass(h)
  const now = await h.sessionIn({ conversationId: dm })
  assert.notEqual(now, revived)
  assert.deepEqual(await h.saidIn(revived), ['ann: go on'])
  assert.deepEqual(now && (await h.saidIn(now)), ['ann: and who am I now?'])
  assert.deepEqual(h.read(dm).slice(before + 1), ['Heddle: Yes?'])
})

test('[SES6] [PPL4] [DLV4] what is to be taken away there is, also when somebody has that sent again', async () => {
  const { h, ann, dm, say, unlink } = await open()
  await using _ = h
  h.model.respond(() => ['The private answer.'])
  say('tell me my secret')
  await pass(h)
  const answer = (
    await h.timeline(
      await h.store.tx((t) => h.routing.openPersonal(t, ann.actor, 'main')).then(({ id }) => id),
    )
  ).find(({ kind }) => kind === 'message.agent')
  assert.ok(answer && h.read(dm).some((line) => line.endsWith('The private answer.')))
  const refused = { kind: 'status', status: 400, isDone: false } as const
  h.platform.useFaults(({ kind }) => (kind === 'delete' ? refused : undefined))
  const { sessionId } = (await outboxOf(h)).find(({ text }) => text === 'The private answer.') ?? {}
  assert.ok(sessionId)
  await h.store.tx((t) => h.sessions.redact(t, h.operator, sessionId, answer.eventId))
  await pass(h)
  const stuck = (await outboxOf(h)).find(({ kind }) => kind === 'delete')
  assert.equal(stuck?.state, 'rejected')
  await unlink()
  await pass(h)
  h.platform.useFaults(noFaults)
  await h.store.tx((t) => h.routing.outbox.resend(t, h.operator, stuck.id))
  await pass(h)
  assert.ok(!h.read(dm).some((line) => line.endsWith('The private answer.')), h.read(dm).join('\n'))
})
