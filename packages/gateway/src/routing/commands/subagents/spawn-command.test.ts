import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GuestId, limits } from '@heddle/contract'
import { commanding } from '../../../../test-support/commanding-sessions.ts'
import { kindsOf } from '../../../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../../../test-support/refused-with.ts'
import { held } from '../../../../test-support/spawning-sessions.ts'
import type { Actor } from '../../../people/people.ts'

test('[CMD7] [RTE2] spawn answers at once, and its end is told once where it was asked, waking nobody', async () => {
  const { scene, world, id, run } = await commanding()
  await using _ = scene
  const slow = held('Three files.')
  scene.play('Count the files', slow.answer)
  const { ok, text, data } = await run('/subagents spawn main Count the files --thinking low')
  const one = await scene.run('Count the files')
  assert.equal(ok, true)
  assert.equal(
    text,
    `Started ${one.id}. What it comes to is told here once.\n/subagents info ${one.id} says how it goes; its page is /sessions/${one.sessionId}`,
  )
  assert.deepEqual(data, {
    runId: one.id,
    sessionId: one.sessionId,
    childSessionId: one.sessionId,
    childSessionKey: one.sessionKey,
    warnings: [],
  })
  assert.deepEqual([one.mode, one.thinking, one.askedBy, one.asker], ['run', 'low', 'person', 'ann'])
  slow.go()
  await scene.settle()
  assert.deepEqual(kindsOf(await world.timeline(id)), ['subagent.spawned', 'subagent.finished'])
  assert.equal((await scene.told())[0]?.payload['result'], 'Three files.')
  assert.equal(scene.asked('root').length, 0)
  assert.match((await run('/subagents info #1')).text, /^Told: where it was asked for$/m)
})

test('[CMD7] [CMD10] a spawn that is said as a message is done once, however often it comes', async () => {
  const { scene, world, ann, id } = await commanding()
  await using _ = scene
  const say = () => world.say(ann, id, '/subagents spawn main Count', { clientMessageId: 'once' })
  const [first, again] = [await say(), await say()]
  assert.deepEqual(again.command, first.command)
  await scene.settle()
  assert.equal((await scene.runs()).length, 1)
  assert.deepEqual(kindsOf(await world.timeline(id)), ['subagent.spawned', 'notice', 'subagent.finished'])
})

test('[CMD7] [SUB10] a spawn by command is told once, whenever the program dies on the way', async () => {
  for (const crashAt of ['before its first turn', 'in its turn', 'after its end']) {
    const { scene, world, id, run } = await commanding()
    await using _ = scene
    const slow = held('never said')
    if (crashAt === 'in its turn') scene.play('Count', slow.answer)
    await run('/subagents spawn main Count')
    if (crashAt === 'in its turn') await scene.pass()
    if (crashAt === 'after its end') await world.work()
    await world.crash()
    world.clock.advance(limits.workLeaseMs)
    await scene.settle()
    const told = await scene.told(id)
    assert.deepEqual(
      told.map(({ payload }) => [payload['status'], payload['result']]),
      [['success', 'Count is done']],
      crashAt,
    )
    assert.equal((await scene.runs()).length, 1)
  }
})

test('[CMD1] [SUB1] a model is named as by /model; one that is not there is skipped, and said', async () => {
  const { scene, run } = await commanding()
  await using _ = scene
  await run('/subagents spawn main One --model DEMO')
  assert.equal((await scene.run('One')).model, 'demo/demo')
  const { text, data } = await run('/subagents spawn main Two --model demo/dmeo')
  assert.match(
    text,
    /^There is no model "demo\/dmeo", so "demo\/demo" is used\. Did you mean "demo\/demo"\?\nStarted/,
  )
  assert.equal(JSON.stringify(data?.['warnings']).match(/There is no model/g)?.length, 1)
})

test('[CMD8] [SUB5] [SUB6] what a spawn may not is refused as anywhere, and nothing is left of it', async () => {
  const agents = { agents: { list: [{ id: 'main' }, { id: 'other' }] } }
  const { scene, world, id, run } = await commanding({ agents })
  await using _ = scene
  await assert.rejects(() => run('/subagents spawn mian Count'), refusedWith('unknown_agent'))
  await assert.rejects(() => run('/subagents spawn other Count'), refusedWith('agent_not_allowed', 'agentId'))
  assert.equal((await run('/subagents spawn main')).ok, false)
  assert.deepEqual(await world.timeline(id), [])
  for (let i = 0; i < 5; i++) {
    scene.play(`task ${i}`, held().answer)
    await run(`/subagents spawn main task ${i}`)
  }
  await assert.rejects(() => run('/subagents spawn main one more'), refusedWith('too_many_children'))
  const child = await scene.run('task 0')
  await assert.rejects(
    () => run('/subagents spawn main deeper', undefined, child.sessionId),
    refusedWith('too_deep'),
  )
})

test('[CMD8] [SES7] a viewer looks and changes nothing, who may not see the session gets the same answer as for none', async () => {
  const { scene, world, ann, run } = await commanding()
  await using _ = scene
  const team = await world.chat(ann, { visibility: 'team' })
  const vera = (await world.signedIn('vera', 'viewer')).actor
  const lou = (await world.signedIn('lou', 'owner')).actor
  for (const place of [team, scene.id]) {
    scene.play(`dig in ${place}`, held().answer)
    await run(`/subagents spawn main dig in ${place}`, ann, place)
  }
  await scene.pass()
  for (const text of ['list', 'info #1', 'log #1']) {
    assert.equal((await run(`/subagents ${text}`, vera, team)).ok, true, text)
  }
  const writes = ['send #1 hi', 'steer #1 hi', 'kill #1', 'kill all', 'spawn main more']
  for (const text of writes) {
    await assert.rejects(() => run(`/subagents ${text}`, vera, team), refusedWith('not_allowed'), text)
  }
  for (const text of ['list', 'info #1', 'log #1', ...writes]) {
    await assert.rejects(() => run(`/subagents ${text}`, lou, scene.id), refusedWith('not_found'), text)
    await assert.rejects(() => run(`/subagents ${text}`, lou, 'ses_none'), refusedWith('not_found'), text)
  }
  assert.equal((await scene.runs()).filter(({ ended_at }) => ended_at === null).length, 2)
})

test('[CMD8] [R1] for a guest no session is there, whatever they command', async () => {
  const { scene, world, id } = await commanding()
  await using _ = scene
  const guest: Actor = { kind: 'guest', guestId: 'gst_1' as GuestId, name: 'Visitor' }
  const conversation = { channel: 'web', accountId: 'gst_1', conversationId: id }
  for (const text of ['/subagents', '/subagents spawn main Count', '/subagents kill all', '/agents']) {
    await assert.rejects(
      () => world.store.tx((t) => world.routing.runCommand(t, guest, { conversation, sessionId: id }, text)),
      refusedWith('not_found'),
      text,
    )
  }
  assert.deepEqual(await scene.runs(), [])
})

test('[CMD8] a token that may only write is not told what it may not read', async () => {
  const { scene, world, ann, run } = await commanding()
  await using _ = scene
  scene.play('dig', held().answer)
  await run('/subagents spawn main dig')
  const { actor } = await world.tokenOf(ann, ['write'])
  for (const text of ['list', 'info #1', 'log #1', 'send #1 hi', 'kill #1', 'kill all']) {
    await assert.rejects(() => run(`/subagents ${text}`, actor), refusedWith('not_allowed'), text)
  }
  const reader = (await world.tokenOf(ann, ['read'])).actor
  assert.equal((await run('/subagents list', reader)).ok, true)
  await assert.rejects(() => run('/subagents kill #1', reader), refusedWith('not_allowed'))
  await assert.rejects(() => run('/subagents spawn main more', reader), refusedWith('not_allowed'))
})
