import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commanding } from '../../../test-support/commanding-sessions.ts'
import { everything } from '../../../test-support/redacting.ts'
import { heardIn, held, manage, outputsIn, spawn } from '../../../test-support/spawning-sessions.ts'

test('[SUB15] whoever is focused is told in every turn where people speak to it, and no longer once that ends', async () => {
  const { scene, world, ann, id, run } = await commanding()
  await using _ = scene
  scene.play('root', [spawn('dig', { label: 'worker', mode: 'session' })])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('dig')
  assert.doesNotMatch(scene.asked('dig').at(-1)?.system ?? '', /Your own conversation/)
  await run('/focus worker')
  for (const text of ['one', 'two']) {
    await world.say(ann, sessionId, text)
    await scene.settle()
    const system = scene.asked('dig').at(-1)?.system ?? ''
    assert.match(
      system,
      new RegExp(`"channel":"web","kind":"web","conversationId":"${id}","boundBy":"${ann.name}"`),
    )
  }
  await run('/unfocus')
  await world.say(ann, sessionId, 'three')
  await scene.settle()
  assert.doesNotMatch(scene.asked('dig').at(-1)?.system ?? '', /Your own conversation/)
})

test('[SUB15] a parent is told of focus and unfocus of its child with its next turn, and is not woken by it', async () => {
  const { scene, id, run } = await commanding()
  await using _ = scene
  scene.play('root', [spawn('dig', { label: 'worker', mode: 'session' })])
  await scene.say('go')
  await scene.settle()
  const asked = scene.asked('root').length
  await run('/focus worker')
  await run('/unfocus')
  await scene.settle()
  assert.equal(scene.asked('root').length, asked, 'it sleeps on')
  await scene.say('and?')
  await scene.settle()
  const heard = heardIn(scene.asked('root').at(-1))
  const [made, ended, last] = heard.slice(-3)
  assert.match(
    made ?? '',
    /^\[Heddle: people speak to one of your sub-agents directly now: \{"sessionId":"ses_\w+","label":"worker"/,
  )
  assert.match(
    ended ?? '',
    /^\[Heddle: people no longer speak to one of your sub-agents in a place of its own/,
  )
  assert.match(last ?? '', /and\?$/)
  const kinds = (await scene.world.timeline(id)).map(({ kind }) => kind)
  assert.ok(kinds.includes('binding.made') && kinds.includes('binding.ended'))
})

test('[SUB15] what is told in the middle of a turn stands between its steps, and no call loses its result', async () => {
  const { scene, run } = await commanding()
  await using _ = scene
  scene.play('root', [spawn('dig', { label: 'worker', mode: 'session' })], ['Begun.'])
  await scene.say('go')
  await scene.settle()
  const slow = held(manage('list'))
  scene.play('root', slow.answer, ['Listed.'])
  await scene.say('list them')
  await scene.pass()
  await run('/focus worker')
  slow.go()
  await scene.settle()
  const { messages } = scene.asked('root').at(-1) ?? { messages: [] }
  const roles = messages.slice(-4).map(({ role }) => role)
  assert.deepEqual(roles, ['user', 'user', 'assistant', 'tool'])
  assert.deepEqual(scene.world.logged, [])
})

test('[SUB14] [BND10] an agent lets people speak to its sub-agent on its page, for nobody in particular, and ends it', async () => {
  const { scene, world, ann } = await commanding()
  await using _ = scene
  scene.play('root', [spawn('dig', { label: 'worker', mode: 'session' })], ['Begun.'])
  await scene.say('go')
  await scene.settle()
  const { sessionId, id: runId } = await scene.run('dig')
  scene.play('root', [manage('focus', { id: 'worker' })], ['Focused.'])
  await scene.say('let me talk to it')
  await scene.settle()
  assert.deepEqual(JSON.parse(outputsIn(scene.asked('root').at(-1)).at(-1) ?? ''), {
    status: 'focused',
    runId,
  })
  const list = async () => {
    const page = { limit: 10 }
    const { items } = await world.store.read((r) =>
      world.routing.listBindings(r, ann, { status: 'all' }, page),
    )
    return items.map(({ conversation, boundBy, status, mayEnd }) => [
      conversation.conversationId,
      boundBy,
      status,
      mayEnd,
    ])
  }
  assert.deepEqual(await list(), [[sessionId, null, 'active', true]])
  scene.play('root', [manage('unfocus', { id: 'worker' })], ['Done.'])
  await scene.say('enough')
  await scene.settle()
  assert.deepEqual(await list(), [[sessionId, null, 'ended', false]])
})

test('[SUB14] [BND10] an agent focuses only where its sub-agents may have conversations, and ends nothing of a person’s', async () => {
  const { scene, world, run } = await commanding()
  await using _ = scene
  scene.play('root', [spawn('dig', { label: 'worker', mode: 'session' })], ['Begun.'])
  await scene.say('go')
  await scene.settle()
  const answerTo = async (action: string, more: object = {}) => {
    scene.play('root', [manage(action, { id: 'worker', ...more })], ['Well.'])
    await scene.say(`${action} it`)
    await scene.settle()
    return JSON.parse(outputsIn(scene.asked('root').at(-1)).at(-1) ?? '')
  }
  assert.equal((await answerTo('unfocus')).code, 'not_bound')
  assert.equal((await answerTo('focus', { threadId: 'elsewhere' })).field, 'threadId')
  await run('/focus worker')
  const theirs = await answerTo('unfocus')
  assert.equal(theirs.code, 'not_yours')
  await run('/unfocus')
  world.placeRules.layers['web'] = { spawnSubagentSessions: false }
  const off = await answerTo('focus')
  assert.equal(off.code, 'threads_off')
  assert.match(off.message, /channels\.web\.threadBindings\.spawnSubagentSessions/)
})

test('[SES6] [BND1] a label that is redacted with its task is gone from what is bound, and from what was said of it', async () => {
  const { scene, world, ann, id, run } = await commanding()
  await using _ = scene
  scene.play('root', [spawn('dig secretly', { label: 'hush', mode: 'session' })], ['Begun.'])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('dig secretly')
  await run('/focus hush')
  await run('/unfocus')
  await run('/focus hush')
  const [task] = await world.timeline(sessionId)
  await world.store.tx((t) => world.sessions.redact(t, world.operator, sessionId, task?.eventId ?? ''))
  await scene.settle()
  const { items } = await world.store.read((r) =>
    world.routing.listBindings(r, ann, { status: 'all' }, { limit: 10 }),
  )
  const logs = [...(await world.log(id)), ...(await world.log(sessionId))]
  const said = logs.filter(({ kind }) => kind.startsWith('binding.'))
  assert.equal(said.length, 6)
  assert.ok(!JSON.stringify([items, said]).includes('hush'))
})

for (const where of ['the call that gave it', 'where it branches off', 'its own session']) {
  test(`[SES6] [I28] [BND10] the task of a sub-agent that is bound before it begins is gone when ${where} is redacted, and the place stays on record`, async () => {
    const { scene, world, id } = await commanding()
    await using _ = scene
    scene.play('root', [spawn('dig secretly', { thread: true })], ['Begun.'])
    scene.play('dig secretly', ['Dug.'])
    await scene.say('go')
    await scene.settle()
    const { sessionId } = await scene.run('dig secretly')
    const [above, below] = [await world.timeline(id), await world.timeline(sessionId)]
    assert.deepEqual(
      below.slice(0, 2).map(({ kind }) => kind),
      ['binding.made', 'message.user'],
    )
    const [at, event] = {
      'the call that gave it': [id, above.find(({ kind }) => kind === 'tool.call')] as const,
      'where it branches off': [id, above.find(({ kind }) => kind === 'subagent.spawned')] as const,
      'its own session': [sessionId, below[1]] as const,
    }[where]!
    await world.store.tx((t) => world.sessions.redact(t, world.operator, at, event?.eventId ?? ''))
    await scene.settle()
    assert.ok(!(await everything(scene)).includes('dig secretly'))
    const [made, task] = await world.timeline(sessionId)
    assert.deepEqual([made?.isRedacted, task?.isRedacted], [false, true])
    assert.equal(made?.payload['sessionId'], sessionId)
  })
}
