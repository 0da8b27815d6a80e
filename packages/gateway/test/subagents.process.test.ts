// Sub-agents of a real gateway, whose model is a server on loopback: they are spawned, nested, fail and are told, over a
// kill in the middle; and as many at once as come, no more are active than may be.

import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock'
import type { RunJson, SessionJson, SpawnedJson, TimelineJson, WholeRunJson } from '@heddle/contract'
import { openModelEndpoint } from '@heddle/emulators/model-endpoint'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { type RunningProcess, runProcess, startProcess } from '../test-support/run-heddle-process.ts'

interface Place {
  gateway: RunningProcess
  /** Ends it without a word, and starts it again. */
  kill(): Promise<void>
  ask<T>(method: string, path: string, body?: object): Promise<{ status: number; body: T }>
}

async function openPlace(t: TestContext, baseUrl: string, subagents: object): Promise<Place> {
  const data = join(makeTestFolder(t), 'data')
  mkdirSync(data, { mode: 0o700 })
  const file = {
    models: {
      providers: {
        mock: {
          kind: 'openai-compatible',
          baseUrl,
          models: [{ id: 'm', cost: { input: 1, output: 2 } }],
        },
      },
    },
    agents: { defaults: { model: 'mock/m', subagents } },
  }
  writeFileSync(join(data, 'heddle.json5'), JSON.stringify(file))
  const place = { gateway: await startProcess(t, ['--data', data]) }
  await runProcess(['user', 'create', 'ada', '--role', 'owner', '--data', data])
  const made = await runProcess(['token', 'create', 'ada', '--data', data])
  const token = made.stdout.trim().split(/\s+/).at(-1) ?? ''
  return {
    get gateway() {
      return place.gateway
    },
    async kill() {
      await place.gateway.end('SIGKILL')
      place.gateway = await startProcess(t, ['--data', data])
    },
    async ask<T>(method: string, path: string, body?: object) {
      const response = await fetch(`${place.gateway.url}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      // The edge: the server holds every answer against the contract in its own tests.
      return { status: response.status, body: (await response.json()) as T }
    },
  }
}

async function openMock(t: TestContext): Promise<LLMock> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1' })
  await mock.start()
  t.after(() => mock.stop())
  return mock
}

function textIn({ messages }: ChatCompletionRequest, role: string): string {
  return messages
    .filter((message) => message.role === role)
    .map(({ content }) => JSON.stringify(content))
    .join('\n')
}

/** Whether this one asks: `root`, or a sub-agent by its task. */
function isBy(who: string, request: ChatCompletionRequest): boolean {
  const system = textIn(request, 'system')
  return who === 'root' ? !system.includes('# Your task') : system.includes(`{\\"task\\":\\"${who}\\"`)
}

const hasHeard = (request: ChatCompletionRequest) =>
  textIn(request, 'user').includes('[Heddle: a sub-agent has ended')
const hasCalled = (request: ChatCompletionRequest) => request.messages.some(({ role }) => role === 'tool')

const call = (name: string, args: object, id: string) => ({ name, arguments: JSON.stringify(args), id })

/** Looks until it is so; the runner of the tests knows when that takes too long. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(50)
  }
}

const listRuns = async ({ ask }: Place, id: string) =>
  (await ask<{ items: RunJson[] }>('GET', `/sessions/${id}/subagents`)).body.items

test('[SUB1] [SUB8] [SUB9] [SUB10] [SUB11] a tree of sub-agents comes to its end over a kill, and each of them is told once', async (t) => {
  const mock = await openMock(t)
  const slow = { latency: 40, chunkSize: 10 }
  const long = 'The hole is deep. '.repeat(30)
  mock.on(
    { predicate: (request) => isBy('root', request) && !hasCalled(request) },
    { toolCalls: [call('sessions_spawn', { task: 'plan', label: 'planner' }, 'call_1')] },
  )
  mock.on(
    { predicate: (request) => isBy('root', request) && hasHeard(request) },
    { content: 'The plan was carried out.' },
  )
  mock.on({ predicate: (request) => isBy('root', request) }, { content: 'I have begun it.' })
  mock.on(
    { predicate: (request) => isBy('plan', request) && !hasCalled(request) },
    {
      toolCalls: [
        call('sessions_spawn', { task: 'dig' }, 'call_2'),
        call('sessions_spawn', { task: 'break' }, 'call_3'),
        call('subagents', { action: 'wait' }, 'call_4'),
      ],
    },
  )
  mock.on({ predicate: (request) => isBy('plan', request) }, { content: 'Dug, but one broke.' })
  mock.on({ predicate: (request) => isBy('dig', request) }, { content: long }, slow)
  mock.on(
    { predicate: (request) => isBy('break', request) },
    { error: { message: 'not with me', type: 'invalid_request_error' }, status: 400 },
  )
  const place = await openPlace(t, `${mock.url}/v1`, { maxSpawnDepth: 2 })
  const { body: session } = await place.ask<SessionJson>('POST', '/sessions', { agentId: 'main' })
  const message = { body: 'Carry out the plan', clientMessageId: 'one' }
  const { status } = await place.ask('POST', `/sessions/${session.id}/messages`, message)
  assert.equal(status, 201)
  await until(async () =>
    (await listRuns(place, session.id)).find((run) => run.task === 'dig' && run.state !== 'queued'),
  )
  await place.kill()
  const said = await until(async () => {
    const { body } = await place.ask<TimelineJson>('GET', `/sessions/${session.id}/timeline?limit=100`)
    const last = body.items.findLast(({ kind }) => kind === 'message.agent')
    return last?.payload['text'] === 'The plan was carried out.' ? body.items : undefined
  })
  const runs = await listRuns(place, session.id)
  assert.deepEqual(runs.map(({ task, depth, status }) => `${depth} ${task} ${status}`).toSorted(), [
    '1 plan success',
    '2 break error',
    '2 dig success',
  ])
  const ofTask = async (task: string) => {
    const { id } = runs.find((run) => run.task === task) ?? { id: '' }
    return (await place.ask<WholeRunJson>('GET', `/runs/${id}`)).body
  }
  const [plan, dig, broken] = [await ofTask('plan'), await ofTask('dig'), await ofTask('break')]
  const told = said.filter(({ kind }) => kind === 'subagent.finished')
  assert.deepEqual(
    told.map(({ payload }) => payload['runId']),
    [plan.id],
    'the root hears of its own only',
  )
  const below = await place.ask<TimelineJson>('GET', `/sessions/${plan.sessionId}/timeline?limit=100`)
  assert.deepEqual(
    below.body.items
      .filter(({ kind }) => kind === 'subagent.finished')
      .map(({ payload }) => String(payload['runId']))
      .toSorted(),
    [dig.id, broken.id].toSorted(),
  )
  assert.equal(plan.announcement?.result, 'Dug, but one broke.')
  assert.equal(dig.announcement?.result, long.trim())
  assert.match(broken.announcement?.notes ?? '', /^refused: /)
  assert.deepEqual([plan.destination?.kind, plan.destination?.reason], ['parent', 'parent_tells'])
  const lastLine = plan.announcement?.text.split('\n').at(-1) ?? ''
  assert.match(
    lastLine,
    /^runtime (\d+m)?\d+s · tokens \d+ in \/ \d+ out \/ \d+ total · cost \d\.\d{4} · session key agent:main:subagent:[-0-9a-f]{36} · session id ses_\w+ · transcript \/sessions\/ses_\w+$/,
  )
  assert.equal(await place.gateway.end('SIGTERM'), 0)
})

test('[SUB5] [SUB12] [I23] of fifty requests at once as many pass as may be active, and a stop ends them all', async (t) => {
  const endpoint = await openModelEndpoint({ m: { fault: 'silent' } })
  t.after(() => endpoint.close())
  const place = await openPlace(t, endpoint.url, {})
  const { body: session } = await place.ask<SessionJson>('POST', '/sessions', { agentId: 'main' })
  const path = `/sessions/${session.id}/runs`
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      place.ask<SpawnedJson & { code?: string }>('POST', path, { task: `task ${i}` }),
    ),
  )
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const what = `${status} ${status === 201 ? body.status : JSON.stringify(body).match(/"code":"(\w+)"/)?.[1]}`
    counts[what] = (counts[what] ?? 0) + 1
  }
  assert.deepEqual(counts, { '201 accepted': 5, '409 too_many_children': 45 })
  await until(async () =>
    (await listRuns(place, session.id)).every(({ state }) => state === 'running') ? true : undefined,
  )
  interface Stopped {
    descendants: { sessionId: string; confirmed: boolean }[]
  }
  const { body: stopped } = await place.ask<Stopped>('POST', `/sessions/${session.id}/stop`)
  assert.deepEqual(
    stopped.descendants.map(({ confirmed }) => confirmed),
    [true, true, true, true, true],
  )
  const runs = await listRuns(place, session.id)
  assert.deepEqual(
    runs.map(({ status, isWorking }) => [status, isWorking]),
    Array.from({ length: 5 }, () => ['cancelled', false]),
  )
  assert.equal(await place.gateway.end('SIGTERM'), 0)
})
