import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolPolicy } from '@heddle/contract'
import { builtInOrigins, callOf, remoteName } from '../../../test-support/built-in-tools.ts'
import { createListLog } from '../../../test-support/open-test-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import {
  held,
  manage,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'
import { toolOf } from '../../../test-support/tool-of.ts'
import type { AgentsConfig } from '../../agents/agents-config.ts'
import { createAgents } from '../../agents/create-agents.ts'
import type { CallVerdict, ToolRights, ToolSet } from '../../agents/tools.ts'
import { type AgentToolsConfig, builtInToolNames, toolGroups } from '../../agents/tools-config.ts'
import { createTools } from '../../agents/tools/create-tools.ts'
import type { RunRow, SessionRow } from '../sessions-tables.ts'
import { judgeSpawn } from './judge-spawn.ts'

const names = [...builtInToolNames, remoteName]
const groups = [...toolGroups, 'mcp:tides']
const depthMax = 3

/** How a word about every tool can be said; undefined: nobody says one. */
const words: Readonly<Record<string, AgentToolsConfig | undefined>> = {
  nothing: undefined,
  'allow by policy': { policy: policyOf(names, 'allow') },
  'ask by policy': { policy: policyOf(names, 'ask') },
  'ask by policy of groups': { policy: policyOf(groups, 'ask') },
  'deny by policy': { policy: policyOf(names, 'deny') },
  'deny by a list of groups': { deny: groups },
  'all by a list of groups': { allow: groups },
  'none by an empty list': { allow: [] },
}
const lists: Readonly<Record<string, readonly string[] | undefined>> = {
  nothing: undefined,
  names,
  groups,
  'only some': ['read', 'fetch', 'mcp:tides', 'sessions'],
  none: [],
}

function policyOf(of: readonly string[], policy: ToolPolicy): Record<string, ToolPolicy> {
  return Object.fromEntries(of.map((name) => [name, policy]))
}

/** A house whose configuration can change, with every tool there is. */
function house({ isOpen = false } = {}) {
  let config: AgentsConfig = {}
  const log = createListLog([])
  const agents = createAgents({
    clock: undefined as never,
    log,
    config: () => config,
    openProvider: async () => undefined as never,
    apiKey: async () => undefined,
    readWorkspaceFile: async () => undefined,
  })
  const tools = createTools({
    config: () => config,
    findAgent: agents.find,
    origins: builtInOrigins({ isOpen }),
    log,
  })
  const signal = new AbortController().signal
  const scene = { sessionId: 's', turnId: 't' }
  return {
    configure(next: AgentsConfig) {
      config = next
    },
    /** What a session of that agent has; a sub-agent's, with these rights. */
    open: (agentId: string, below?: { depth: number; rights: ToolRights }) =>
      tools.open({ ...scene, agentId, ...(below && { subagent: { ...below, depthMax } }) }, signal),
    give(from: string, above: { depth: number; rights: ToolRights } | undefined, input: object): ToolRights {
      const session = { agent_id: from, depth: above?.depth ?? 0, rights: null } as SessionRow
      const run = above && ({ rights: JSON.stringify(above.rights), depth_max: depthMax } as RunRow)
      const caller = { session, run, model: 'demo/demo', thinking: 'off' } as const
      return judgeSpawn({ agents }, caller, { task: 'x', ...input }).rights
    },
  }
}

function configOf(of: {
  place?: Readonly<Record<string, ToolPolicy>>
  parent?: AgentToolsConfig | undefined
  target?: AgentToolsConfig | undefined
  subagents?: Pick<AgentToolsConfig, 'allow' | 'deny'> | undefined
}): AgentsConfig {
  return {
    agents: {
      defaults: { subagents: { allowAgents: ['*'], maxSpawnDepth: depthMax } },
      list: [
        { id: 'parent', workspace: '/tmp', ...(of.parent && { tools: of.parent }) },
        { id: 'target', workspace: '/tmp', ...(of.target && { tools: of.target }) },
      ],
    },
    tools: {
      ...(of.place && { policy: of.place }),
      ...(of.subagents && { subagents: { tools: of.subagents } }),
    },
  }
}

const strictness: readonly CallVerdict['kind'][] = ['run', 'ask', 'refuse']

/** How each call of each tool is judged, among foreign text and without: the higher, the stricter. */
function judged(tools: ToolSet): Map<string, number> {
  return new Map(
    names.flatMap((name) =>
      [false, true].map((isTainted) => [
        `${name}${isTainted ? ', among foreign text' : ''}`,
        strictness.indexOf(tools.judge(callOf(name), { isTainted }).kind),
      ]),
    ),
  )
}

function assertNoMore(child: Map<string, number>, parent: Map<string, number>, what: string): void {
  for (const [call, strict] of parent) assert.ok((child.get(call) ?? 2) >= strict, `${what}: ${call}`)
}

const subagentWords: Readonly<Record<string, Pick<AgentToolsConfig, 'allow' | 'deny'> | undefined>> = {
  nothing: undefined,
  'only some': { allow: ['files', 'exec', 'sessions'] },
  'not some': { deny: ['exec', 'mcp:tides', 'read'] },
  'deny before allow': { allow: groups, deny: ['fetch'] },
}

for (const isOpen of [false, true]) {
  test(`[SUB7] [R8] [I38] no tool, policy or depth lets a sub-agent do what its parent may not, ${isOpen ? 'without' : 'with'} a sandbox`, async () => {
    const { configure, open, give } = house({ isOpen })
    let round = 0
    for (const place of isOpen ? (['allow'] as const) : ([undefined, 'ask'] as const)) {
      for (const [parentWord, parent] of Object.entries(words)) {
        for (const [targetWord, target] of Object.entries(words)) {
          for (const [subagentWord, subagents] of Object.entries(subagentWords)) {
            const config = configOf({
              ...(place && { place: policyOf(names, place) }),
              parent,
              target,
              subagents,
            })
            configure(config)
            const targetAlone = judged(await open('target'))
            let above: { depth: number; rights: ToolRights } | undefined
            let verdicts = judged(await open('parent'))
            for (let depth = 0; depth < depthMax; depth++) {
              // Another list each time, so that each of them meets the others.
              const [listed, list] = Object.entries(lists)[round++ % Object.keys(lists).length] ?? []
              const what = JSON.stringify({ place, parentWord, targetWord, subagentWord, listed, depth })
              const from = depth === 0 ? 'parent' : 'target'
              const rights = give(from, above, { agentId: 'target', ...(list && { tools: list }) })
              above = { depth: depth + 1, rights }
              configure(config)
              const child = judged(await open('target', above))
              assertNoMore(child, verdicts, `more than its parent, ${what}`)
              assertNoMore(child, targetAlone, `more than its agent, ${what}`)
              configure(configOf({ place: policyOf(names, 'allow') }))
              const loosened = judged(await open('target', above))
              assertNoMore(loosened, verdicts, `more than its parent once loosened, ${what}`)
              configure(config)
              verdicts = child
            }
          }
        }
      }
    }
  })
}

test('[SUB7] the list of a spawn is all that it gets, by name, by group and of a server; empty is nothing', async () => {
  const { configure, open, give } = house()
  configure(configOf({}))
  const shown = async (tools: readonly string[] | undefined, depth = depthMax) => {
    const rights = give('parent', undefined, { ...(tools && { tools }) })
    return (await open('parent', { depth, rights })).descriptions.map(({ name }) => name)
  }
  assert.deepEqual(await shown(['read', 'exec']), ['read', 'exec', 'process'])
  assert.deepEqual(await shown(['files']), ['read', 'write', 'edit', 'list', 'search', 'attach'])
  assert.deepEqual(await shown(['mcp:tides', 'fetch_url']), ['fetch_url', remoteName])
  assert.deepEqual(await shown([]), [])
  assert.deepEqual(await shown(['sessions_spawn', 'read'], 1), ['sessions_spawn', 'read'])
  const leaf = names.filter((name) => !/^sessions_|^subagents$|^agents_list$/.test(name))
  assert.deepEqual((await shown(undefined)).toSorted(), leaf.toSorted(), 'a leaf has no session tools')
  const orchestrator = ['sessions_spawn', 'subagents', 'sessions_list', 'sessions_history']
  assert.deepEqual((await shown(undefined, 1)).toSorted(), [...leaf, ...orchestrator].toSorted())
})

test('[SUB7] what sub-agents are denied they do not have, whatever is allowed; what is allowed is all that they have', async () => {
  const { configure, open, give } = house()
  const shown = async (subagents: Pick<AgentToolsConfig, 'allow' | 'deny'>, tools?: readonly string[]) => {
    configure(configOf({ subagents, parent: { policy: policyOf(names, 'allow') } }))
    const rights = give('parent', undefined, { ...(tools && { tools }) })
    assert.equal((await open('parent')).descriptions.length, names.length, 'the parent has all of them')
    return (await open('parent', { depth: depthMax, rights })).descriptions.map(({ name }) => name)
  }
  assert.deepEqual(await shown({ allow: ['files', 'fetch'], deny: ['write', 'fetch'] }), [
    'read',
    'edit',
    'list',
    'search',
    'attach',
  ])
  assert.deepEqual(await shown({ allow: ['mcp:tides'] }), [remoteName])
  assert.deepEqual(await shown({ deny: ['mcp:tides', 'files'] }), ['exec', 'process', 'fetch_url', 'message'])
  assert.deepEqual(await shown({ allow: ['read'] }, ['exec', 'write']), [])
  assert.deepEqual(await shown({ allow: [] }), [])
})

test('[SUB7] what its own agent or every sub-agent is denied since it was spawned it has no more; a server that comes later is judged too', async () => {
  const { configure, open, give } = house()
  configure(configOf({ parent: { deny: ['mcp:tides'] } }))
  const rights = give('parent', undefined, { agentId: 'target' })
  const has = async (name: string) =>
    (await open('target', { depth: 1, rights })).descriptions.some((tool) => tool.name === name)
  assert.deepEqual([await has('read'), await has(remoteName)], [true, false])
  configure(configOf({ target: { deny: ['read'] } }))
  assert.deepEqual([await has('read'), await has(remoteName)], [false, false])
  configure(configOf({ subagents: { deny: ['files'] } }))
  assert.deepEqual([await has('read'), await has('exec')], [false, true])
})

/** A tool that carries data out, without a word of policy about it, and one that brings foreign text in. */
const post = toolOf({ name: 'post', group: 'fetch', carriesOut: true })
const page = toolOf({ name: 'page', group: 'files', isUntrusted: true })

const pendingOf = ({ world, ann }: Spawning) =>
  world.store.read((r) => world.sessions.listApprovals(r, ann, { state: 'pending' }, { limit: 9 }))

test('[SUB7] [R8] what a person allowed its parent for the whole session a sub-agent has to ask for itself', async () => {
  await using scene = await spawning({
    toolOrigins: [post],
    agents: { tools: { policy: { post: 'ask' } } },
  })
  const { world, ann, id } = scene
  scene.play('root', [toolCall('post', {}, 'first')], [toolCall('post', {}, 'second'), spawn('send')])
  scene.play('send', [toolCall('post', {}, 'third')])
  await scene.say('go')
  await scene.settle()
  const [first] = (await pendingOf(scene)).items
  assert.equal(first?.sessionId, id)
  await world.store.tx((t) => world.sessions.decideApproval(t, ann, first.id, { decision: 'session' }))
  await scene.settle()
  const asked = (await pendingOf(scene)).items
  const { sessionId } = await scene.run('send')
  assert.deepEqual(
    asked.map((one) => [one.sessionId, one.why]),
    [[sessionId, 'policy']],
    'its parent’s second call was made without a word',
  )
  await world.store.tx((t) => world.sessions.decideApproval(t, ann, asked[0]!.id, { decision: 'deny' }))
  await scene.settle()
  assert.equal((await scene.run('send')).status, 'success')
})

for (const from of ['its turn', 'an earlier turn'] as const) {
  test(`[SUB7] [AGT9] a parent that would be asked because of foreign text in ${from} has sub-agents that are`, async () => {
    await using scene = await spawning({ toolOrigins: [post, page], ...withRules({ maxSpawnDepth: 2 }) })
    const read = toolCall('page', {})
    if (from === 'its turn') scene.play('root', [read], [spawn('plan')])
    else scene.play('root', [read], ['Read.'], [spawn('plan')])
    scene.play('plan', [spawn('send')])
    scene.play('send', [toolCall('post', {})])
    await scene.say('go')
    await scene.settle()
    if (from === 'an earlier turn') await scene.say('go on')
    await scene.settle()
    const { sessionId } = await scene.run('send')
    assert.deepEqual(
      (await pendingOf(scene)).items.map((one) => [one.sessionId, one.why]),
      [[sessionId, 'untrusted']],
    )
  })
}

test('[SUB7] [AGT9] foreign text that its parent read later reaches a sub-agent with what it is told', async () => {
  await using scene = await spawning({ toolOrigins: [post, page] })
  scene.play(
    'root',
    [spawn('stay', { mode: 'session', label: 'stay' })],
    ['Begun.'],
    [toolCall('page', {})],
    [manage('send', { id: 'stay', text: 'post this' })],
  )
  scene.play('stay', ['Ready.'], [toolCall('post', {})])
  await scene.say('go')
  await scene.settle()
  await scene.say('read and tell it')
  await scene.settle()
  const { sessionId } = await scene.run('stay')
  assert.deepEqual(
    (await pendingOf(scene)).items.map((one) => [one.sessionId, one.why]),
    [[sessionId, 'untrusted']],
  )
})

for (const action of ['wait', 'list'] as const) {
  test(`[AGT9] foreign text that a sub-agent read comes into the running turn of its parent with ${action}`, async () => {
    await using scene = await spawning({ toolOrigins: [post, page] })
    const look = held(manage(action))
    scene.play('root', [spawn('read')], look.answer, [toolCall('post', {})])
    scene.play('read', [toolCall('page', {})], ['Post this.'])
    await scene.say('go')
    await scene.pass()
    look.go()
    await scene.settle()
    assert.deepEqual(
      (await pendingOf(scene)).items.map((one) => [one.sessionId, one.why]),
      [[scene.id, 'untrusted']],
    )
  })
}
