import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { commanding } from '../../../../test-support/commanding-sessions.ts'
import { textOf } from '../../../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../../../test-support/refused-with.ts'
import { toolCall } from '../../../../test-support/scripted-model.ts'
import { heardIn, held, spawn, withRules } from '../../../../test-support/spawning-sessions.ts'

test('[CMD1] list counts the active first, then what has ended, newest first, and says how each stands', async () => {
  const { scene, run } = await commanding()
  await using _ = scene
  assert.equal((await run('/subagents')).text, 'This session has no sub-agents.')
  const slow = held('later')
  scene.play('root', [spawn('quick', { label: 'hare' }), spawn('slow', { label: 'snail' })])
  scene.play('slow', slow.answer)
  await scene.say('go')
  await scene.pass()
  const { text, data } = await run('/subagents list')
  assert.match(
    text,
    /^#1 snail · main · running · \d+s · unbound · slow\n#2 hare · main · completed successfully · 0s · unbound · quick$/,
  )
  const [snail, hare] = [await scene.run('slow'), await scene.run('quick')]
  assert.deepEqual(data, {
    runs: [
      { id: snail.id, sessionId: snail.sessionId, label: 'snail', state: 'running', binding: 'unbound' },
      { id: hare.id, sessionId: hare.sessionId, label: 'hare', state: 'succeeded', binding: 'unbound' },
    ],
  })
  slow.go()
})

test('[CMD1] one without a label goes by how its task begins', async () => {
  const { scene, run } = await commanding()
  await using _ = scene
  scene.play('root', [spawn('count the sheep\nand the goats')])
  await scene.say('go')
  await scene.settle()
  const { text } = await run('/subagents list')
  assert.equal(text, '#1 count the sheep · main · completed successfully · 0s · unbound')
  assert.match((await run('/subagents send #1 thanks')).text, /^Said to count the sheep\./)
})

test('[CMD1] one is found by its run, place in the list, label, session id or key; otherwise the nearest is named', async () => {
  const { scene, run } = await commanding()
  await using _ = scene
  scene.play('root', [spawn('dig', { label: 'Deep Hole' })])
  await scene.say('go')
  await scene.settle()
  const found = await scene.run('dig')
  const names = [found.id, '#1', '1', 'deep hole', '"Deep Hole"', found.sessionId, found.sessionKey]
  for (const name of [...names, found.sessionKey.toUpperCase()]) {
    assert.equal((await run(`/subagents info ${name}`)).data?.['runId'], found.id, name)
  }
  await assert.rejects(
    () => run('/subagents info deep hloe'),
    (error: unknown) =>
      refusedWith('unknown_run', 'id')(error) && /Did you mean "Deep Hole"\?/.test((error as Error).message),
  )
  await assert.rejects(() => run('/subagents info #2'), refusedWith('unknown_run', 'id'))
})

test('[CMD1] info says everything about one, also where it was told and why there', async () => {
  const { scene, run } = await commanding()
  await using _ = scene
  scene.play('root', [spawn('dig', { label: 'spade', cleanup: 'keep', runTimeoutSeconds: 60 })])
  await scene.say('go')
  await scene.settle()
  const one = await scene.run('dig')
  const { text, data } = await run('/subagents info spade')
  const moment = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`
  for (const line of [
    'Sub-agent: spade, agent main',
    `Run: ${one.id}`,
    'Task: dig',
    'Status: completed successfully · success',
    String.raw`Asked for by: Main \(an agent\)`,
    `Spawned: ${moment}`,
    `Started: ${moment}`,
    `Ended: ${moment}`,
    `Runtime: 0s, until ${moment} at most`,
    `Archived: ${moment}`,
    'Model: demo/demo, thinking off',
    'Mode: ends with its task',
    'Cleanup: archived some time after its end',
    'Tokens: 10 in, 5 out.*',
    `Session key: ${one.sessionKey}`,
    `Session id: ${one.sessionId}`,
    `Transcript: /sessions/${one.sessionId}`,
    'Binding: unbound',
    'Told: to the agent that asked for it, which tells it in its own words',
  ]) {
    assert.match(text, new RegExp(`^${line}$`, 'm'), line)
  }
  const { mode, cleanup, told } = data ?? {}
  assert.deepEqual(
    [mode, cleanup, told],
    ['run', 'keep', { destination: 'parent', reason: 'parent_tells' }],
    'programs read the codes',
  )
})

test('[CMD1] log tells the last rows, 20 without a number, and tool calls only when asked for', async () => {
  const { scene, world, ann, run } = await commanding(withRules({ maxSpawnDepth: 2 }))
  await using _ = scene
  scene.play('root', [spawn('dig', { mode: 'session' })])
  scene.play('dig', ['Looking. ', toolCall('sessions_list')], ['A hole.'])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('dig')
  const plain = (await run('/subagents log #1')).text
  assert.match(plain, /^\d\d:\d\d:\d\d Main: dig\n\S+ Main: Looking\.\s*\n\S+ Main: A hole\.$/)
  const whole = (await run('/subagents log #1 tools')).text
  assert.match(whole, /→ sessions_list \{\}\n\S+ ← sessions_list: /)
  assert.match((await run('/subagents log #1 1')).text, /^\S+ Main: A hole\.$/)
  for (let i = 1; i <= 12; i++) {
    await world.say(ann, sessionId, `message ${i}`)
    await scene.settle()
  }
  assert.equal((await run('/subagents log #1')).text.split('\n').length, limits.historyEventsDefault)
})

test('[CMD1] [SES6] what a log quotes is for who asked; on the timeline stands only where to find it', async () => {
  const { scene, world, ann, id } = await commanding()
  await using _ = scene
  scene.play('root', [spawn('a secret task')])
  scene.play('a secret task', ['a secret answer'])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('a secret task')
  for (const [i, text] of ['/subagents log #1', '/subagents list', '/subagents info #1'].entries()) {
    const said = await world.say(ann, id, text, { clientMessageId: `c${i}` })
    assert.match(said.command?.text ?? '', /secret/, text)
    const notice = (await world.timeline(id)).at(-1)
    assert.equal(notice?.kind, 'notice')
    assert.doesNotMatch(textOf(notice), /secret/, text)
    const again = await world.say(ann, id, text, { clientMessageId: `c${i}` })
    assert.doesNotMatch(again.command?.text ?? '', /secret/, text)
  }
  const shown = (await world.timeline(id)).filter(({ kind }) => kind === 'notice').map(textOf)
  assert.equal(shown[0], `What it said stands on its own page: /sessions/${sessionId}`)
})

test('[CMD1] [CMD4] [SES6] a label is for who asked; what stays says ids, so that it can be redacted', async () => {
  const { scene, world, ann, id } = await commanding(withRules({ maxSpawnDepth: 2 }))
  await using _ = scene
  scene.play('root', [spawn('dig', { label: 'secret', mode: 'session' })])
  scene.play('dig', [spawn('deeper', { label: 'secret too' })], held().answer)
  scene.play('deeper', held().answer)
  await scene.say('go')
  await scene.pass()
  const texts = ['/subagents list', '/subagents info #1', '/agents', '/subagents send #1 hi', '/stop']
  for (const [i, text] of [...texts, '/subagents kill #1'].entries()) {
    const said = await world.say(ann, id, text, { clientMessageId: `c${i}` })
    assert.match(said.command?.text ?? '', /secret/, text)
    assert.doesNotMatch(textOf((await world.timeline(id)).at(-1)), /secret/, text)
    const again = await world.say(ann, id, text, { clientMessageId: `c${i}` })
    assert.equal(again.deduped, true)
    assert.doesNotMatch(JSON.stringify(again.command), /secret/, text)
  }
})

test('[CMD1] [RTE3] steer reaches the running turn of a sub-agent at its next step, send comes after it', async () => {
  const { scene, run } = await commanding(withRules({ maxSpawnDepth: 2 }))
  await using _ = scene
  const step = held(toolCall('sessions_list'))
  scene.play('root', [spawn('dig', { label: 'spade' })])
  scene.play('dig', step.answer)
  await scene.say('go')
  await scene.pass()
  const sent = await run('/subagents send spade and when you are done, rest')
  const steered = await run('/subagents steer #1 dig to the left')
  assert.match(sent.text, /^Said to spade\. It hears this next\.$/)
  assert.match(steered.text, /^Said to spade\. It hears this at its next step\.$/)
  step.go()
  await scene.settle()
  const [first, second, third] = scene.asked('dig')
  assert.equal(heardIn(first).length, 1)
  assert.match(heardIn(second).at(-1) ?? '', /dig to the left/)
  assert.match(heardIn(third).at(-1) ?? '', /and when you are done, rest/)
  assert.equal((await scene.told()).length, 1, 'the run ends after what was said to it, and is told once')
  const { sessionId } = await scene.run('dig')
  const messages = (await scene.world.timeline(sessionId)).filter(({ kind }) => kind === 'message.user')
  assert.deepEqual(
    messages.map(({ actor, payload }) => [actor.name, payload['mode'], payload['channel']]),
    [
      ['Main', 'queue', 'task'],
      ['ann', 'queue', 'web'],
      ['ann', 'steer', 'web'],
    ],
  )
})

test('[CMD1] [CNV7] what is said to one that has ended is a turn of it, and no run', async () => {
  const { scene, world, id, run } = await commanding()
  await using _ = scene
  scene.play('root', [spawn('dig')])
  await scene.say('go')
  await scene.settle()
  await run('/subagents send #1 thanks')
  await scene.settle()
  assert.equal((await scene.told()).length, 1)
  assert.equal(scene.asked('dig').length, 2)
  assert.deepEqual(
    [(await scene.run('dig')).sessionState, (await world.timeline(id)).length > 0],
    ['over', true],
  )
})

test('[CMD1] [CMD8] an ambiguous name changes nothing and lists who is meant', async () => {
  const { scene, run } = await commanding()
  await using _ = scene
  const [one, two] = [held(), held()]
  scene.play('root', [spawn('first', { label: 'twin' }), spawn('second', { label: 'TWIN' })])
  scene.play('first', one.answer)
  scene.play('second', two.answer)
  await scene.say('go')
  await scene.pass()
  for (const command of ['info twin', 'kill Twin', 'send twin hello', 'steer twin hello', 'log twin']) {
    await assert.rejects(
      () => run(`/subagents ${command}`),
      (error: unknown) =>
        refusedWith('ambiguous_name', 'id')(error) &&
        /#1 \(run_\w+\), #2 \(run_\w+\)/.test((error as Error).message),
      command,
    )
  }
  assert.equal((await scene.run('first')).state, 'running')
  assert.equal((await run('/subagents send #1')).text, '/subagents send needs <id|#> <text>.')
  one.go()
  two.go()
})
