// A real gateway with a tree of a hundred sub-agents, all at work: in models that never answer, in commands that start
// processes of their own and will not listen, waiting for each other. One stop ends all of it.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openModelEndpoint } from '@heddle/emulators/model-endpoint'
import type { AskedMessage, EmulatedCall } from '@heddle/emulators/model-endpoint-calls'
import { startGateway } from '../chaos/gateway-process.ts'
import { inspect } from '../chaos/inspect-database.ts'
import { findLeftProcesses } from '../chaos/left-processes.ts'
import { makePeople } from '../chaos/make-people.ts'
import { makeTestFolder } from '../test-support/create-test-world.ts'

/** `waits` and `ends` have others below them; the others are where their models leave them. */
type NodeKind = 'waits' | 'ends' | 'hangs' | 'loops' | 'scatters'

interface TreeNode {
  id: string
  kind: NodeKind
  below: TreeNode[]
}

/** How many there are at each depth. */
const widths = [2, 6, 16, 34, 42]
const leafKinds = ['loops', 'hangs', 'scatters', 'hangs', 'hangs'] as const
const stopMsMax = 10_000
/** A machine that does other things beside it takes its time to get all of them to work. */
const untilMsMax = 90_000
const lead = 'Grow: '

test('[SUB12] [I22] a stop ends a tree of depth 5 with a hundred at work, with every process of theirs, within ten seconds', async (t) => {
  const place = await openPlace(t)
  const tree = growTree()
  const all = nodesBelow(tree)
  const rootId = String((await place.ask('POST', '/sessions', { visibility: 'team' }))['id'])
  const clientMessageId = crypto.randomUUID()
  const grow = { body: lead + JSON.stringify(tree), clientMessageId, mode: 'queue' }
  await place.ask('POST', `/sessions/${rootId}/messages`, grow)
  const inCommands = all.filter(({ kind }) => kind === 'loops' || kind === 'scatters').length
  await until(() => place.count(atWork) === all.length && place.count(runningCommands) === inCommands)
  await until(() => findLeftProcesses(place.folder).length >= 2 * inCommands)
  assert.equal(place.count('select max(depth) n from runs'), 5)

  const askedMs = performance.now()
  const stopped = await place.ask('POST', `/sessions/${rootId}/stop`)
  const made = place.count(toolCalls)
  const descendants = stopped['descendants'] as { sessionId: string; label: string; confirmed: boolean }[]
  assert.deepEqual(descendants.map(({ label }) => label).toSorted(), all.map(({ id }) => id).toSorted())
  assert.deepEqual(
    descendants.filter(({ confirmed }) => !confirmed),
    [],
  )
  const isOver = () => place.count(notOver) === 0 && findLeftProcesses(place.folder).length === 0
  await until(() => isOver() || performance.now() - askedMs > stopMsMax)
  assert.deepEqual(findLeftProcesses(place.folder), [])
  assert.equal(place.count(notOver), 0, 'all of them have ended, as stopped, and nothing is open')
  assert.equal(place.count(announced), all.length, 'each is announced once')
  assert.equal(place.count(toolCalls), made, 'nobody has begun anything since')
})

const atWork =
  'select count(*) n from runs r join sessions s on s.id = r.session_id where r.started_at is not null and r.ended_at is null'
const runningCommands = `select count(*) n from tool_calls c join session_events e on e.id = c.event_id
  where c.state = 'running' and e.payload ->> '$.name' = 'exec'`
const notOver = `select (select count(*) from runs where state <> 'cancelled')
  + (select count(*) from turns where ended_at is null) + (select count(*) from session_inbox where is_quiet = 0)
  + (select count(*) from sessions where kind = 'subagent' and state <> 'over') n`
const announced = `select count(distinct payload ->> '$.runId') * (count(*) = count(distinct payload ->> '$.runId')) n
  from session_events where kind = 'subagent.finished'`
const toolCalls = `select count(*) n from session_events where kind = 'tool.call'`

function growTree(): TreeNode {
  const root: TreeNode = { id: 'root', kind: 'waits', below: [] }
  let above = [root]
  for (const [depth, width] of widths.entries()) {
    const isLast = depth === widths.length - 1
    const level = Array.from({ length: width }, (_, i): TreeNode => {
      const kind = isLast ? leafKinds[i % leafKinds.length] : i % 2 === 0 ? 'waits' : 'ends'
      return { id: `n${depth + 1}x${i}`, kind: kind ?? 'hangs', below: [] }
    })
    for (const [i, node] of level.entries()) above[i % above.length]?.below.push(node)
    above = level
  }
  return root
}

function nodesBelow({ below }: TreeNode): TreeNode[] {
  return below.flatMap((node) => [node, ...nodesBelow(node)])
}

/** The first answer of which nothing is in the conversation yet. */
function nextCalls(conversation: readonly AskedMessage[]): readonly EmulatedCall[] {
  const made = new Set(conversation.flatMap(({ callIds }) => callIds))
  const said = conversation.filter(({ role }) => role === 'user').flatMap(({ text }) => text.split('\n'))
  const line = said.find((text) => text.startsWith(lead))
  if (line === undefined) return []
  // Written by this test.
  const answers = answersOf(JSON.parse(line.slice(lead.length)) as TreeNode)
  return answers.find((calls) => !calls.some(({ id }) => made.has(id))) ?? []
}

function answersOf({ id, kind, below }: TreeNode): EmulatedCall[][] {
  const call = (name: string, input: object, callId = `${id}-${name}`) => ({
    id: callId,
    name,
    arguments: JSON.stringify(input),
  })
  const spawns = below.map((node) => call('sessions_spawn', spawnOf(node), `${node.id}-spawn`))
  switch (kind) {
    case 'waits':
      return [spawns, [call('subagents', { action: 'wait' })]]
    case 'ends':
      return [spawns]
    case 'hangs':
      return []
    case 'loops':
      return [[call('exec', { script: `trap '' TERM; while true; do sleep 1; done` })]]
    case 'scatters': {
      const quiet = '>/dev/null 2>&1 </dev/null &'
      const script = `setsid sleep 300 ${quiet} (trap '' TERM HUP; setsid sh -c 'while :; do sleep 1; done') ${quiet} sleep 300`
      return [[call('exec', { script })]]
    }
  }
}

function spawnOf(node: TreeNode): object {
  const model = node.kind === 'hangs' ? 'test/hanging' : 'test/caller'
  return { task: lead + JSON.stringify(node), label: node.id, model }
}

async function openPlace(t: TestContext) {
  const folder = makeTestFolder(t)
  const endpoint = await openModelEndpoint({
    caller: { pieces: 1, calls: nextCalls },
    hanging: { fault: 'silent' },
  })
  t.after(() => endpoint.close())
  const models = [{ id: 'caller' }, { id: 'hanging' }]
  const subagents = { maxSpawnDepth: 5, maxChildrenPerAgent: 20, maxConcurrent: 128 }
  const file = {
    models: { providers: { test: { kind: 'openai-compatible', baseUrl: endpoint.url, models } } },
    agents: { defaults: { model: 'test/caller', subagents } },
  }
  writeFileSync(join(folder, 'heddle.json5'), JSON.stringify(file))
  const token = (await makePeople(folder, ['ada'])).get('ada') ?? ''
  const gateway = await startGateway(folder)
  t.after(() => gateway.kill('SIGTERM'))
  return {
    folder,
    count: (sql: string) => inspect(join(folder, 'heddle.db'), (database) => database.count(sql)),
    async ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
      const response = await fetch(`${gateway.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      assert.ok(response.ok, `${method} ${path} was answered with ${response.status}: ${text}`)
      return JSON.parse(text) as Record<string, unknown>
    },
  }
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + untilMsMax
  while (!isSo()) {
    assert.ok(performance.now() < end, `it did not come to this within ${untilMsMax} ms: ${String(isSo)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
