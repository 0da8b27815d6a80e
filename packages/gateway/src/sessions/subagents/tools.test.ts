import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { textOf } from '../../../test-support/open-test-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import {
  givenTool,
  heardIn,
  held,
  manage,
  outputsIn,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'

/** Lets the root make one call in a turn of its own; the answer is what the tool said. */
async function ask(scene: Spawning, call: ReturnType<typeof toolCall>) {
  scene.play('root', [call])
  await scene.say(`do it ${scene.asked('root').length}`)
  await scene.pass()
  return outputsIn(scene.asked('root').at(-1)).at(-1) ?? ''
}

const parsed = async (scene: Spawning, call: ReturnType<typeof toolCall>) =>
  JSON.parse(await ask(scene, call))

/** A root with two sub-agents, `done` that has ended and `busy` that works. */
async function withTwo() {
  const scene = await spawning()
  const busy = held('finished at last')
  scene.play('root', [spawn('dig', { label: 'done' }), spawn('fill', { label: 'busy' })])
  scene.play('dig', ['A hole.'])
  scene.play('fill', busy.answer)
  await scene.say('go')
  await scene.pass()
  return { scene, busy }
}

test('[SUB14] list shows the active ones first, then the ended ones, with numbers that other actions take', async () => {
  const { scene, busy } = await withTwo()
  await using _ = scene
  const { subagents } = await parsed(scene, manage('list'))
  assert.deepEqual(
    subagents.map((one: Record<string, unknown>) => [
      one['number'],
      one['label'],
      one['state'],
      one['status'],
    ]),
    [
      ['#1', 'busy', 'running', null],
      ['#2', 'done', 'succeeded', 'success'],
    ],
  )
  for (const id of [
    '#2',
    '2',
    'done',
    'DONE',
    subagents[1].runId,
    subagents[1].sessionId,
    subagents[1].sessionKey,
  ]) {
    const info = await parsed(scene, manage('info', { id }))
    assert.equal(info.runId, subagents[1].runId, id)
  }
  busy.go()
  await scene.settle()
})

test('[SUB14] info says how one stands, and log what was said in it', async () => {
  const { scene, busy } = await withTwo()
  await using _ = scene
  const dig = await scene.run('dig')
  const info = await parsed(scene, manage('info', { id: 'done' }))
  assert.deepEqual(
    [info.status, info.mode, info.cleanup, info.model, info.sessionKey, info.lastLine, info.tokens],
    ['success', 'run', 'keep', 'demo/demo', dig.sessionKey, 'A hole.', 15],
  )
  assert.deepEqual(
    [info.startedAt, info.endedAt],
    [dig.startedAt, dig.endedAt].map((ms) => new Date(ms ?? 0).toISOString()),
  )
  const log = await parsed(scene, manage('log', { id: 'done' }))
  assert.deepEqual(
    log.rows.map((row: { said: string }) => row.said),
    ['dig', 'A hole.'],
  )
  busy.go()
  await scene.settle()
})

test('[SUB14] what is sent is heard after what it does, and what steers at its next step', async () => {
  await using scene = await spawning({ toolOrigins: [{ tools: async () => [givenTool('look', 'seen')] }] })
  const first = held(toolCall('look'))
  scene.play('root', [spawn('dig', { label: 'a' })])
  scene.play('dig', first.answer, ['as steered'], ['as sent'])
  await scene.say('go')
  await scene.pass()
  const sent = await parsed(scene, manage('send', { id: 'a', text: 'later' }))
  const steered = await parsed(scene, manage('steer', { id: 'a', text: 'now' }))
  assert.deepEqual([sent.status, steered.status], ['sent', 'steering'])
  first.go()
  await scene.settle()
  assert.deepEqual(heardIn(scene.asked('dig')[1]), ['dig', 'now'])
  assert.deepEqual(heardIn(scene.asked('dig')[2]), ['dig', 'now', 'later'])
  const run = await scene.run('dig')
  const said = (await scene.world.timeline(run.sessionId)).filter(({ kind }) => kind === 'message.user')
  assert.deepEqual(
    said.map((event) => [textOf(event), event.payload['channel'], event.actor?.kind]),
    [
      ['dig', 'task', 'agent'],
      ['later', 'agent', 'agent'],
      ['now', 'agent', 'agent'],
    ],
  )
  assert.equal(run.announcement?.result, 'as sent')
  assert.equal((await scene.told()).length, 1)
})

test('[SUB14] what is said to one that is archived is refused', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig', { label: 'a', cleanup: 'delete' })])
  await scene.say('go')
  await scene.settle()
  assert.match(await ask(scene, manage('send', { id: 'a', text: 'Hello?' })), /unknown_run/)
  assert.deepEqual((await parsed(scene, manage('list'))).subagents, [])
})

const mistakes: [string, ReturnType<typeof toolCall>, RegExp][] = [
  ['no action', toolCall('subagents', {}), /action/],
  ['an unknown action', manage('stop', { id: 'done' }), /action.*list/s],
  ['no one named', manage('info'), /id.*is missing; say which sub-agent/s],
  ['nothing to say', manage('send', { id: 'done' }), /text.*is missing; say what to tell it/s],
  [
    'a name that is nearly one',
    manage('info', { id: 'dome' }),
    /"code":"unknown_run".*"field":"id","nearest":"done"/,
  ],
  ['a number beyond the list', manage('info', { id: '#9' }), /"code":"unknown_run".*#1 to #2/],
  ['a conversation that is none', manage('focus', { id: 'done', threadId: 'x' }), /"field":"threadId"/],
  ['a conversation of nobody', manage('focus', { id: 'dome' }), /"code":"unknown_run".*"nearest":"done"/],
  ['nothing to leave', manage('unfocus', { id: 'done' }), /"code":"not_bound"/],
  ['too long a log', manage('log', { id: 'done', limit: limits.historyEventsMax + 1 }), /limit/],
  ['too long a wait', manage('wait', { timeoutSeconds: limits.waitSecondsMax + 1 }), /timeoutSeconds/],
  ['a key that is none', manage('kill', { ide: 'done' }), /ide/],
]

for (const [what, call, complaint] of mistakes) {
  test(`[SUB14] ${what} is an error that names the field`, async () => {
    const { scene, busy } = await withTwo()
    await using _ = scene
    assert.match(await ask(scene, call), complaint)
    busy.go()
    await scene.settle()
    assert.equal((await scene.run('fill')).status, 'success', 'nothing was changed')
  })
}

test('[SUB14] a name that several have changes nothing and lists them', async () => {
  await using scene = await spawning()
  const gate = held('done')
  scene.play('root', [spawn('one', { label: 'twin' }), spawn('two', { label: 'Twin' })])
  scene.play('one', gate.answer)
  scene.play('two', gate.answer)
  await scene.say('go')
  await scene.pass()
  const told = await ask(scene, manage('kill', { id: 'twin' }))
  assert.match(told, /"code":"ambiguous_name".*#1 \(run_.*#2 \(run_/)
  gate.go()
  await scene.settle()
  assert.deepEqual(
    (await scene.runs()).map(({ state }) => state),
    ['succeeded', 'succeeded'],
  )
})

test('[SUB14] an agent looks after its own only, not those of its parent or its children', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  const write = held('written')
  scene.play('root', [spawn('plan', { label: 'plan' }), spawn('write', { label: 'write' })])
  scene.play('write', write.answer)
  scene.play('plan', [spawn('dig', { label: 'dig' })], [manage('kill', { id: 'write' })], [manage('list')])
  await scene.say('go')
  await scene.pass()
  const outputs = outputsIn(scene.asked('plan').at(-1))
  assert.match(outputs[1] ?? '', /"code":"unknown_run"/)
  assert.deepEqual(
    JSON.parse(outputs[2] ?? '{}').subagents.map((one: { label: string }) => one.label),
    ['dig'],
  )
  assert.match(await ask(scene, manage('info', { id: 'dig' })), /"code":"unknown_run"/)
  write.go()
  await scene.settle()
})

test('[SUB14] [SUB15] a parent reads what its child said by sessions_history, bounded and without credentials', async () => {
  const secret = `hdt_${'a1B2'.repeat(8)}`
  await using scene = await spawning({
    toolOrigins: [{ tools: async () => [givenTool('look', `key ${secret}`)] }],
  })
  scene.play('root', [spawn('dig')])
  scene.play('dig', [toolCall('look')], [`The key is ${secret}.`])
  await scene.say('go')
  await scene.settle()
  const { sessionId, sessionKey } = await scene.run('dig')
  const plain = await ask(scene, toolCall('sessions_history', { session: sessionId }))
  assert.deepEqual(
    JSON.parse(plain).rows.map((row: { said: string }) => row.said),
    ['dig', 'The key is [redacted].'],
  )
  const whole = await ask(scene, toolCall('sessions_history', { session: sessionKey, tools: true }))
  assert.match(whole, /"calls": "look".*"result": "key \[redacted\]"/s)
  assert.doesNotMatch(whole, /hdt_/)
  const last = JSON.parse(await ask(scene, toolCall('sessions_history', { session: sessionId, limit: 1 })))
  assert.equal(last.rows.length, 1)
  assert.match(
    await ask(scene, toolCall('sessions_history', { session: 'ses_none' })),
    /"code":"not_found".*"field":"session"/,
  )
})

test('[SUB14] sessions_history is no longer than its limit, however long what was said is', async () => {
  await using scene = await spawning()
  const long = 'word '.repeat(2_000)
  scene.play('root', [spawn('dig')])
  scene.play('dig', [long])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('dig')
  for (let i = 0; i < 8; i++) {
    scene.play('dig', [long])
    await scene.world.say(scene.ann, sessionId, `again ${i}`)
    await scene.settle()
  }
  const told = await ask(scene, toolCall('sessions_history', { session: sessionId, limit: 100 }))
  assert(told.length < limits.historyCharsMax * 1.1, String(told.length))
  assert.equal(JSON.parse(told).rows.at(-1).said.startsWith('word'), true, 'the newest are there')
})

test('[SUB14] sessions_list shows this one and what is below it', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('plan', { label: 'plan' })])
  scene.play('plan', [spawn('dig', { label: 'dig' })], [toolCall('sessions_list')])
  await scene.say('go')
  await scene.settle()
  const { sessions } = await parsed(scene, toolCall('sessions_list'))
  assert.deepEqual(
    sessions.map((one: { depth: number; kind: string; isThisOne?: true }) => [
      one.depth,
      one.kind,
      one.isThisOne,
    ]),
    [
      [0, 'chat', true],
      [1, 'subagent', undefined],
      [2, 'subagent', undefined],
    ],
  )
  const below = JSON.parse(outputsIn(scene.asked('plan')[2])[1] ?? '{}').sessions
  assert.deepEqual(
    below.map((one: { title: string }) => one.title),
    ['plan', 'dig'],
    'a sub-agent sees itself and its own, and nothing above',
  )
})

test('[SUB14] sessions_send says something in a session that can be seen, once', async () => {
  await using scene = await spawning()
  const other = await scene.world.chat(scene.ann)
  scene.play('root', [toolCall('sessions_send', { session: other, text: 'Hello over there' })])
  await scene.say('Greet them')
  await scene.settle()
  const result = (await scene.world.timeline(scene.id)).find(({ kind }) => kind === 'tool.result')
  const told = JSON.parse(String(result?.payload['output']))
  assert.deepEqual([told.status, told.sessionId], ['sent', other])
  const said = (await scene.world.timeline(other)).filter(({ kind }) => kind === 'message.user')
  assert.deepEqual(said.map(textOf), ['Hello over there'])
  assert.match(
    await ask(scene, toolCall('sessions_send', { session: scene.id, text: 'Hello me' })),
    /"code":"bad_input".*"field":"session"/,
  )
})

test('[SUB14] agents that write to each other come to an end without a person', async () => {
  await using scene = await spawning()
  const other = await scene.world.chat(scene.ann)
  scene.world.model.respond(({ messages }) => {
    const last = messages.at(-1)
    if (last?.role === 'tool') return ['ok']
    // Each writes to the other, whoever it is.
    const mine = messages.some((message) => message.role === 'user' && message.text === 'begin')
    return [
      toolCall(
        'sessions_send',
        { session: mine ? other : scene.id, text: 'ping' },
        `call_${messages.length}`,
      ),
    ]
  })
  await scene.say('begin')
  await scene.settle()
  const pings = [...(await scene.world.timeline(scene.id)), ...(await scene.world.timeline(other))].filter(
    (event) => event.kind === 'message.user' && textOf(event) === 'ping',
  )
  assert.equal(pings.length, limits.agentHopsMax)
})

const targets: [string, readonly string[] | undefined, string[]][] = [
  ['only itself without a word', undefined, ['main']],
  ['those that are listed', ['weaver'], ['weaver']],
  ['any with a star', ['*'], ['main', 'weaver', 'dyer']],
  ['itself too if it is listed', ['main', 'DYER'], ['main', 'dyer']],
]

for (const [what, allowAgents, expected] of targets) {
  test(`[SUB6] an agent may give tasks to ${what}, and agents_list shows the same`, async () => {
    await using scene = await spawning({
      agents: {
        agents: {
          defaults: { subagents: { maxChildrenPerAgent: 10, ...(allowAgents && { allowAgents }) } },
          list: [{ id: 'main' }, { id: 'weaver' }, { id: 'dyer' }],
        },
      },
    })
    const listed = await parsed(scene, toolCall('agents_list'))
    assert.deepEqual(
      listed.agents.map((one: { id: string }) => one.id),
      expected,
    )
    for (const agentId of ['main', 'weaver', 'dyer']) {
      const told = await parsed(scene, spawn(`for ${agentId}`, { agentId }))
      await scene.settle()
      if (expected.includes(agentId)) assert.equal(told.status, 'accepted')
      else
        assert.deepEqual([told.code, told.field, told.nearest], ['agent_not_allowed', 'agentId', expected[0]])
    }
    assert.deepEqual(
      (await scene.runs()).map((run) => run.agent_id),
      expected.length === 2 ? ['main', 'dyer'] : expected,
    )
  })
}

test('[SUB6] what an agent may is its own word before that of all', async () => {
  await using scene = await spawning({
    agents: {
      agents: {
        defaults: { subagents: { allowAgents: ['*'] } },
        list: [{ id: 'main', subagents: { allowAgents: ['main'] } }, { id: 'weaver' }],
      },
    },
  })
  assert.match(await ask(scene, spawn('weave', { agentId: 'weaver' })), /agent_not_allowed/)
})
