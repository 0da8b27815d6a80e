import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import type { AgentsConfig } from '../../agents/agents-config.ts'
import { kindsOf, textOf } from '../../../test-support/open-test-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { outputsIn, spawn, spawning } from '../../../test-support/spawning-sessions.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'

const lab: NonNullable<AgentsConfig['models']> = {
  providers: {
    lab: {
      kind: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:1/v1',
      models: [{ id: 'small' }, { id: 'big' }, { id: 'huge' }],
    },
  },
}

test('[SUB1] a spawn answers at once with the run and the key of its session, before the task is begun', async () => {
  await using scene = await spawning()
  const gate = Promise.withResolvers<void>()
  scene.play('root', [spawn('dig')], ['I have begun it.'])
  scene.play('dig', [{ type: 'wait', until: gate.promise }, 'A hole.'])
  await scene.say('Have it dug')
  await scene.pass()
  const answer = JSON.parse(outputsIn(scene.asked('root')[1])[0] ?? '{}')
  const [run] = await scene.runs()
  assert(run)
  assert.deepEqual(answer, {
    status: 'accepted',
    runId: run.id,
    childSessionKey: answer.childSessionKey,
    childSessionId: run.session_id,
  })
  assert.match(answer.childSessionKey, new RegExp(`^agent:main:subagent:${uuid}$`))
  assert.equal(textOf((await scene.world.timeline(scene.id)).at(-2)), 'I have begun it.')
  assert.equal((await scene.run('dig')).state, 'running')
  gate.resolve()
  await scene.settle()
  assert.deepEqual((await scene.run('dig')).status, 'success')
  assert.deepEqual(scene.world.logged, [])
})

test('[SUB1] it branches off on the timeline of its parent, and begins with its task in a session of its own', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig', { label: 'spade' })])
  await scene.say('Have it dug')
  await scene.settle()
  const spawned = (await scene.world.timeline(scene.id)).find(({ kind }) => kind === 'subagent.spawned')
  const run = await scene.run('dig')
  assert.deepEqual(spawned?.payload, {
    runId: run.id,
    sessionId: run.sessionId,
    sessionKey: run.sessionKey,
    agentId: 'main',
    agentName: 'Main',
    label: 'spade',
    task: 'dig',
    mode: 'run',
    cleanup: 'keep',
    model: 'demo/demo',
    thinking: 'off',
    timeoutSeconds: 0,
    askedBy: 'agent',
  })
  const child = await scene.world.timeline(run.sessionId)
  assert.deepEqual(kindsOf(child), ['message.user', 'turn.started', 'message.agent', 'turn.finished'])
  assert.deepEqual([textOf(child[0]), child[0]?.payload['channel']], ['dig', 'task'])
  const session = await scene.world.store.read((r) =>
    scene.world.sessions.find(r, scene.world.operator, run.sessionId),
  )
  assert.deepEqual([session.title, session.state], ['spade', 'over'])
  assert.deepEqual(scene.asked('dig')[0]?.messages.length, 1, 'it sees nothing else of the conversation')
})

test('[SUB1] every parameter has its effect, and what is not said has its default', async () => {
  const subagents = { allowAgents: ['*'] }
  await using scene = await spawning({
    agents: {
      models: lab,
      agents: { defaults: { model: 'lab/small', subagents }, list: [{ id: 'main' }, { id: 'weaver' }] },
    },
  })
  const wish = {
    label: 'loom',
    agentId: 'weaver',
    model: 'lab/big',
    thinking: 'high',
    runTimeoutSeconds: 90,
    thread: false,
    mode: 'session',
    cleanup: 'delete',
    runtime: 'subagent',
    tools: ['agents_list'],
  }
  scene.play('root', [spawn('weave', wish), spawn('plain')])
  await scene.say('go')
  await scene.settle()
  const [weave, plain] = await scene.runs()
  assert.deepEqual(
    [
      weave?.label,
      weave?.agent_id,
      weave?.model,
      weave?.thinking,
      weave?.timeout_ms,
      weave?.mode,
      weave?.cleanup,
    ],
    ['loom', 'weaver', 'lab/big', 'high', 90_000, 'session', 'delete'],
  )
  assert.deepEqual(JSON.parse(weave?.rights ?? ''), [{}, { list: { allow: ['agents_list'] } }])
  assert.match((await scene.run('weave')).sessionKey, /^agent:weaver:subagent:/)
  assert.deepEqual(
    [
      plain?.label,
      plain?.agent_id,
      plain?.model,
      plain?.thinking,
      plain?.timeout_ms,
      plain?.mode,
      plain?.cleanup,
    ],
    [null, 'main', 'lab/small', 'off', 0, 'run', 'keep'],
  )
  assert.deepEqual(JSON.parse(plain?.rights ?? ''), [{}])
  assert.deepEqual([scene.asked('weave')[0]?.model, scene.asked('weave')[0]?.thinking], ['big', 'high'])
})

const bad: [string, object, RegExp][] = [
  ['no task', {}, /task/],
  ['an empty task', { task: ' ' }, /task/],
  ['a task that is none', { task: 7 }, /task/],
  ['a key that is none', { task: 'x', lable: 'y' }, /lable.*label/s],
  ['a label of two lines', { task: 'x', label: 'a\nb' }, /label.*one line/s],
  ['a long label', { task: 'x', label: 'a'.repeat(limits.runLabelCharsMax + 1) }, /label/],
  ['a label that means all', { task: 'x', label: 'All' }, /label.*every one/s],
  ['an unknown agent', { task: 'x', agentId: 'maim' }, /"field":"agentId","nearest":"main"/],
  ['an unknown level of thinking', { task: 'x', thinking: 'hard' }, /thinking.*medium/s],
  ['time below none', { task: 'x', runTimeoutSeconds: -1 }, /runTimeoutSeconds/],
  ['half a second', { task: 'x', runTimeoutSeconds: 0.5 }, /runTimeoutSeconds/],
  ['too much time', { task: 'x', runTimeoutSeconds: limits.runTimeoutSecondsMax + 1 }, /runTimeoutSeconds/],
  ['a thread that is no yes or no', { task: 'x', thread: 'yes' }, /thread/],
  ['an unknown mode', { task: 'x', mode: 'sesion' }, /mode.*session/s],
  ['an unknown cleanup', { task: 'x', cleanup: 'remove' }, /cleanup.*delete/s],
  ['an unknown runtime', { task: 'x', runtime: 'docker' }, /runtime.*subagent/s],
  ['a runtime that is off', { task: 'x', runtime: 'acp' }, /"code":"acp_disabled".*"field":"runtime"/],
  ['a thread where they are off', { task: 'x', thread: true }, /"code":"threads_off".*"field":"thread"/],
  ['an unknown tool', { task: 'x', tools: ['agent_list'] }, /"field":"tools","nearest":"agents_list"/],
]

for (const [what, args, complaint] of bad) {
  test(`[SUB1] a spawn with ${what} is answered with an error that names the field, and spawns nothing`, async () => {
    await using scene = await spawning()
    scene.world.placeRules.layers['web'] = { spawnSubagentSessions: false }
    scene.play('root', [toolCall('sessions_spawn', args)])
    await scene.say('go')
    await scene.settle()
    const result = (await scene.world.timeline(scene.id)).find(({ kind }) => kind === 'tool.result')
    assert.equal(result?.payload['isError'], true)
    assert.match(String(result?.payload['output']), complaint)
    assert.deepEqual(await scene.runs(), [])
    assert(!kindsOf(await scene.world.timeline(scene.id)).includes('subagent.spawned'))
  })
}

test('[SUB1] what an agent is told of its tools does not mention what is off', async () => {
  await using scene = await spawning()
  await scene.say('go')
  await scene.settle()
  const tools = JSON.stringify(scene.asked('root')[0]?.tools)
  assert.match(tools, /sessions_spawn.*"runtime"/)
  assert.doesNotMatch(tools, /acp/i)
})

test('[SUB1] an unknown model is skipped with a warning that names the nearest, in the answer and on the timeline', async () => {
  await using scene = await spawning({
    agents: { models: lab, agents: { defaults: { model: 'lab/small' } } },
  })
  scene.play('root', [spawn('dig', { model: 'lab/bigg' })])
  await scene.say('go')
  await scene.settle()
  const warning = 'There is no model "lab/bigg", so "lab/small" is used. Did you mean "lab/big"?'
  const answer = JSON.parse(outputsIn(scene.asked('root')[1])[0] ?? '{}')
  assert.deepEqual([answer.status, answer.warnings], ['accepted', [warning]])
  const spawned = (await scene.world.timeline(scene.id)).find(({ kind }) => kind === 'subagent.spawned')
  assert.deepEqual(spawned?.payload['warnings'], [warning])
  assert.equal(scene.asked('dig')[0]?.model, 'small')
})

test('[SUB2] without a word it is a run; a persistent one needs no conversation', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('once'), spawn('stay', { mode: 'session' })])
  await scene.say('go')
  await scene.settle()
  assert.deepEqual(
    (await scene.runs()).map(({ mode, state }) => [mode, state]),
    [
      ['run', 'succeeded'],
      ['session', 'succeeded'],
    ],
  )
  const [once, stay] = [await scene.run('once'), await scene.run('stay')]
  assert.deepEqual([once.sessionState, stay.sessionState], ['over', 'idle'])
})

/** Which of the three says what; the answer is the model that is asked and how it thinks. */
const sources: [string, { call?: object; own?: object; all?: object }, [string, string]][] = [
  [
    'the call',
    { call: say('huge', 'max'), own: say('big', 'high'), all: say('small', 'low') },
    ['huge', 'max'],
  ],
  ['the agent', { own: say('big', 'high'), all: say('small', 'low') }, ['big', 'high']],
  ['what holds for all', { all: say('big', 'low') }, ['big', 'low']],
  ['the one who asks', {}, ['small', 'medium']],
  ['each for itself', { call: { model: 'lab/huge' }, all: { thinking: 'low' } }, ['huge', 'low']],
  [
    'the agent, where the call names a model that is none',
    { call: { model: 'lab/none' }, own: say('big', 'high') },
    ['big', 'high'],
  ],
]

function say(model: string, thinking: string) {
  return { model: `lab/${model}`, thinking }
}

for (const [who, { call, own, all }, expected] of sources) {
  test(`[SUB3] model and thinking are said by ${who}`, async () => {
    const config: AgentsConfig = {
      models: lab,
      agents: {
        defaults: { subagents: { ...all, allowAgents: ['*'] } },
        list: [
          { id: 'main', model: 'lab/small', thinking: 'medium' },
          { id: 'weaver', model: 'lab/huge', thinking: 'minimal', subagents: { ...own } },
        ],
      },
    }
    await using scene = await spawning({ agents: config })
    scene.play('root', [spawn('weave', { agentId: 'weaver', ...call })])
    await scene.say('go')
    await scene.settle()
    const [request] = scene.asked('weave')
    assert.deepEqual([request?.model, request?.thinking], expected)
  })
}

test('[SUB3] below a sub-agent the one who asks is that sub-agent', async () => {
  await using scene = await spawning({
    agents: { models: lab, agents: { defaults: { model: 'lab/small', subagents: { maxSpawnDepth: 2 } } } },
  })
  scene.play('root', [spawn('plan', { model: 'lab/big', thinking: 'high' })])
  scene.play('plan', [spawn('dig')])
  await scene.say('go')
  await scene.settle()
  assert.deepEqual([scene.asked('dig')[0]?.model, scene.asked('dig')[0]?.thinking], ['big', 'high'])
})
