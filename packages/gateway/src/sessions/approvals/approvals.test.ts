import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { askAll, asking, decide, goOn, pendingOf, results } from '../../../test-support/asking-sessions.ts'
import { kindsOf } from '../../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'

test('[AGT6] a call that needs a word waits without holding anything, and is made once it is given', async () => {
  const { world, ann, id, made } = await asking()
  await using _ = world
  world.model.script(toolCall('send', { to: 'bob' }))
  await goOn(world, ann, id)
  assert.deepEqual(made, [])
  const [approval] = await pendingOf(world, ann)
  assert.ok(approval)
  assert.equal(approval.tool, 'send')
  assert.equal(approval.arguments, '{"to":"bob"}')
  assert.ok(approval.mayDecide)
  const card = (await world.timeline(id)).at(-1)
  assert.equal(card?.payload['expiresAt'], new Date(approval.expiresAt).toISOString())
  const waiting = await world.store.read((r) => world.sessions.find(r, ann, id))
  assert.equal(waiting.openApprovals, 1)

  world.model.script('Sent.')
  await decide(world, ann, approval.id, { decision: 'once' })
  assert.deepEqual(made, [{ name: 'send', arguments: '{"to":"bob"}', isApproved: true }])
  assert.deepEqual(kindsOf(await world.timeline(id)), [
    'message.user',
    'turn.started',
    'tool.call',
    'approval.asked',
    'approval.decided',
    'tool.result',
    'message.agent',
    'turn.finished',
  ])
  assert.equal((await world.store.read((r) => world.sessions.find(r, ann, id))).openApprovals, 0)
})

test('[AGT6] once is for one call: the same call again is asked again', async () => {
  const { world, ann, id, made } = await asking()
  await using _ = world
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, id)
  world.model.script(toolCall('send', {}))
  await decide(world, ann, (await pendingOf(world, ann))[0]!.id, { decision: 'once' })
  assert.equal(made.length, 1)
  assert.equal((await pendingOf(world, ann)).length, 1)
})

test('[AGT6] for this session: its scope is not asked again there, but in another session it is', async () => {
  const { world, ann, id, made } = await asking()
  await using _ = world
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, id)
  world.model.script(toolCall('send', { again: true }))
  world.model.script('Done.')
  await decide(world, ann, (await pendingOf(world, ann))[0]!.id, { decision: 'session' })
  assert.equal(made.length, 2)
  assert.equal((await pendingOf(world, ann)).length, 0)
  const other = await world.chat(ann)
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, other)
  assert.equal((await pendingOf(world, ann)).length, 1)
  assert.equal(made.length, 2)
})

test('[AGT6] a denied call is not made, the model hears the note, and the turn goes on', async () => {
  const { world, ann, id, made } = await asking()
  await using _ = world
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, id)
  world.model.script('Then not.')
  await decide(world, ann, (await pendingOf(world, ann))[0]!.id, {
    decision: 'deny',
    note: 'not on a Friday',
  })
  assert.deepEqual(made, [])
  const [told] = await results(world, id)
  assert.match(told ?? '', /ann.*denied.*not on a Friday/i)
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
})

test('[R17][I47] a second word, a late word and a word for another call change nothing', async () => {
  const { world, ann, id, made } = await asking()
  await using _ = world
  const bob = (await world.signedIn('bob', 'member')).actor
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, id)
  const [approval] = await pendingOf(world, ann)
  assert.ok(approval)
  await assert.rejects(
    () => decide(world, ann, approval.id, { decision: 'once', callHash: 'f'.repeat(64) }),
    refusedWith('call_changed'),
  )
  world.model.script('Sent.')
  await decide(world, bob, approval.id, { decision: 'once', callHash: approval.callHash })
  await assert.rejects(
    () => decide(world, ann, approval.id, { decision: 'deny' }),
    refusedWith('already_decided'),
  )
  assert.equal(made.length, 1)

  world.model.script(toolCall('send', { late: true }))
  await goOn(world, ann, id)
  const [late] = await pendingOf(world, ann)
  assert.ok(late)
  world.clock.advance(limits.approvalExpiresMs)
  await assert.rejects(
    () => decide(world, ann, late.id, { decision: 'once' }),
    refusedWith('approval_expired'),
  )
  world.model.script('Nobody answered.')
  await world.work()
  assert.equal(made.length, 1)
  assert.match((await results(world, id)).at(-1) ?? '', /Nobody approved this in time/)
  await assert.rejects(
    () => decide(world, ann, late.id, { decision: 'once' }),
    refusedWith('approval_expired'),
  )
})

test('[R17] a viewer, and whoever is not in a private session, may not decide', async () => {
  const { world, ann, made } = await asking()
  await using _ = world
  const vera = (await world.signedIn('vera', 'viewer')).actor
  const eve = (await world.signedIn('eve', 'admin')).actor
  const team = await world.chat(ann, { visibility: 'team' })
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, team)
  const [seen] = await pendingOf(world, vera, team)
  assert.equal(seen?.mayDecide, false)
  await assert.rejects(() => decide(world, vera, seen!.id, { decision: 'once' }), refusedWith('not_allowed'))

  const own = await world.chat(ann, { visibility: 'private' })
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, own)
  const [hidden] = await pendingOf(world, ann, own)
  assert.ok(hidden)
  assert.deepEqual(
    (await pendingOf(world, eve)).filter(({ sessionId }) => sessionId === own),
    [],
  )
  await assert.rejects(() => decide(world, eve, hidden.id, { decision: 'once' }), refusedWith('not_found'))
  assert.deepEqual(made, [])
})

test('[AGT6] approvals.by says who: whoever set it off, or admins', async () => {
  for (const [by, expected] of [
    ['participants', ['ann', 'bob', 'ada']],
    ['requester', ['ann', 'ada']],
    ['admins', ['ada']],
  ] as const) {
    const { world, ann, id } = await asking({ rules: { approvals: { by } } })
    await using _ = world
    const bob = (await world.signedIn('bob', 'member')).actor
    const ada = (await world.signedIn('ada', 'admin')).actor
    world.model.script(toolCall('send', {}))
    await goOn(world, ann, id)
    const may: string[] = []
    for (const actor of [ann, bob, ada]) {
      if ((await pendingOf(world, actor))[0]?.mayDecide) may.push(actor.handle)
    }
    assert.deepEqual(may, expected, by)
  }
})

test('[AGT6] a restart loses no approval: the word is given afterwards and the call made once', async () => {
  const { world, ann, id, made } = await asking()
  await using _ = world
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, id)
  await world.crash()
  await world.work()
  const [approval] = await pendingOf(world, ann)
  assert.ok(approval)
  await world.store.tx((t) => world.sessions.decideApproval(t, ann, approval.id, { decision: 'once' }))
  await world.crash()
  world.model.script('Sent.')
  await world.work()
  assert.equal(made.length, 1)
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
})

test('[AGT6] several calls of one answer are asked side by side, and those that only look do not wait', async () => {
  const { world, ann, id, made } = await asking({
    verdict: (name) => (name === 'look' ? { kind: 'run' } : askAll(name)),
    looks: (name) => name === 'look',
  })
  await using _ = world
  world.model.script(
    toolCall('send', { n: 1 }, 'a'),
    toolCall('look', {}, 'b'),
    toolCall('send', { n: 2 }, 'c'),
  )
  await goOn(world, ann, id)
  assert.deepEqual(
    made.map(({ name }) => name),
    ['look'],
  )
  const asked = await pendingOf(world, ann)
  assert.equal(asked.length, 2)
  const [second, first] = asked
  await decide(world, ann, first!.id, { decision: 'once' })
  assert.equal(made.length, 2)
  world.model.script('All of it.')
  await decide(world, ann, second!.id, { decision: 'deny' })
  assert.equal(made.length, 2)
  assert.equal((await results(world, id)).length, 3)
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
})

test('[AGT6] a call that changes something is not made before one that stands before it and waits for a word', async () => {
  const { world, ann, id, made } = await asking({
    verdict: (name) => (name === 'write' ? { kind: 'run' } : askAll(name)),
  })
  await using _ = world
  world.model.script(
    toolCall('send', { n: 1 }, 'a'),
    toolCall('write', {}, 'b'),
    toolCall('send', { n: 2 }, 'c'),
  )
  await goOn(world, ann, id)
  const asked = await pendingOf(world, ann)
  assert.deepEqual([made.length, asked.length], [0, 2], 'all that need a word are asked for at once')
  // The later one first: it waits for the earlier, and holds nothing up meanwhile.
  const last = asked.find(({ arguments: said }) => said.includes('2'))!
  await decide(world, ann, last.id, { decision: 'once' })
  assert.equal(made.length, 0)
  assert.equal(
    Object.values(world.runner.figures().running).reduce((sum, n) => sum + n, 0),
    0,
  )
  world.model.script('All of it.')
  await decide(world, ann, asked.find(({ id }) => id !== last.id)!.id, { decision: 'once' })
  assert.deepEqual(
    made.map(({ name, arguments: said }) => `${name} ${said}`),
    ['send {"n":1}', 'write {}', 'send {"n":2}'],
  )
})

test('[SES5] stopping a turn that waits for a word withdraws the question', async () => {
  const { world, ann, id, made } = await asking()
  await using _ = world
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, id)
  const [approval] = await pendingOf(world, ann)
  assert.ok(approval)
  await world.store.tx((t) => world.sessions.stop(t, ann, id))
  await world.work()
  assert.equal((await world.timeline(id)).at(-1)?.payload['outcome'], 'cancelled')
  await assert.rejects(
    () => decide(world, ann, approval.id, { decision: 'once' }),
    refusedWith('already_decided'),
  )
  assert.deepEqual(made, [])
  assert.equal((await world.store.read((r) => world.sessions.find(r, ann, id))).openApprovals, 0)
})

test('[SES6] a redacted call takes its card along and cannot be approved any more', async () => {
  const { world, ann, id, made } = await asking()
  await using _ = world
  const ada = (await world.signedIn('ada', 'admin')).actor
  world.model.script(toolCall('send', { secret: 'hunter2' }))
  await goOn(world, ann, id)
  const [approval] = await pendingOf(world, ann)
  assert.ok(approval)
  const call = (await world.timeline(id)).find(({ kind }) => kind === 'tool.call')
  world.model.script('Gone.')
  await world.store.tx((t) => world.sessions.redact(t, ada, id, call!.eventId))
  await world.work()
  assert.ok(!JSON.stringify(await world.timeline(id)).includes('hunter2'))
  const { items } = await world.store.read((r) =>
    world.sessions.listApprovals(r, ann, { state: 'decided' }, { limit: 10 }),
  )
  assert.ok(!JSON.stringify(items).includes('hunter2'))
  assert.deepEqual(made, [])
})

test('[AGT9][I46] once foreign text is in, what can carry data out asks once in a turn; a clean turn does not', async () => {
  const { world, ann, id, made } = await asking({
    verdict: (name, { isTainted }) =>
      name === 'post' && isTainted
        ? { kind: 'ask', why: 'untrusted', reason: 'Foreign text.', scope: { key: '', label: name } }
        : { kind: 'run' },
    outcome: (name) => ({ output: 'ok', isError: false, isUntrusted: name === 'fetch' }),
  })
  await using _ = world
  world.model.script(toolCall('post', { n: 1 }))
  world.model.script('Posted.')
  await goOn(world, ann, id)
  assert.equal(made.length, 1)
  world.model.script(toolCall('fetch', {}))
  world.model.script(toolCall('post', { n: 2 }))
  await goOn(world, ann, id)
  assert.equal(made.length, 2)
  const [approval] = await pendingOf(world, ann)
  assert.equal(approval?.why, 'untrusted')
  // Not asked a second time in the same turn.
  world.model.script(toolCall('post', { n: 3 }))
  world.model.script('Posted.')
  await decide(world, ann, approval!.id, { decision: 'once' })
  assert.equal(made.length, 4)
  // The text is still in what the model reads, so the next turn asks again.
  world.model.script(toolCall('post', { n: 4 }))
  await goOn(world, ann, id)
  assert.equal(made.length, 4)
  assert.equal((await pendingOf(world, ann)).length, 1)
})

test('[I48] each decision, and each end without one, has its row in the audit log', async () => {
  const { world, ann, id } = await asking()
  await using _ = world
  const ada = (await world.signedIn('ada', 'admin')).actor
  for (const decision of ['once', 'deny'] as const) {
    world.model.script(toolCall('send', { decision }))
    await goOn(world, ann, id)
    world.model.script('ok')
    await decide(world, ann, (await pendingOf(world, ann))[0]!.id, { decision })
  }
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, id)
  world.clock.advance(limits.approvalExpiresMs)
  world.model.script('ok')
  await world.work()
  const audit = await world.store.read((r) => world.people.listAudit(r, ada, { limit: 50 }))
  const rows = audit.items.filter(({ action }) => action === 'approval.decide')
  assert.deepEqual(
    rows.map(({ detail }) => detail['decision']),
    ['expired', 'deny', 'once'],
  )
  for (const { detail } of rows) assert.equal(detail['tool'], 'send')
})

test('[AGT6] [AGT9] a word that covers more than one call is asked for once, also of calls that wait side by side', async () => {
  const { world, ann, id, made } = await asking({
    verdict: (name, { isTainted }) =>
      name === 'post' && isTainted
        ? { kind: 'ask', why: 'untrusted', reason: 'Foreign text.', scope: { key: '', label: name } }
        : { kind: 'run' },
    outcome: (name) => ({ output: 'ok', isError: false, isUntrusted: name === 'fetch' }),
  })
  await using _ = world
  world.model.script(toolCall('fetch', {}))
  world.model.script(
    toolCall('post', { n: 1 }, 'a'),
    toolCall('post', { n: 2 }, 'b'),
    toolCall('post', { n: 3 }, 'c'),
  )
  await goOn(world, ann, id)
  const asked = await pendingOf(world, ann)
  assert.equal(asked.length, 3)
  world.model.script('Posted.')
  await decide(world, ann, asked[1]!.id, { decision: 'once' })
  assert.equal(made.filter(({ name }) => name === 'post').length, 3)
  assert.deepEqual(await pendingOf(world, ann), [])
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')

  // What is only allowed once, or denied, is about that call alone.
  const other = await asking()
  await using __ = other.world
  other.world.model.script(toolCall('send', { n: 1 }, 'a'), toolCall('send', { n: 2 }, 'b'))
  await goOn(other.world, other.ann, other.id)
  const waiting = await pendingOf(other.world, other.ann)
  await decide(other.world, other.ann, waiting[0]!.id, { decision: 'once' })
  assert.equal((await pendingOf(other.world, other.ann)).length, 1)
  other.world.model.script('Sent.')
  await decide(other.world, other.ann, waiting[1]!.id, { decision: 'session' })
  assert.equal(other.made.length, 2)
})
