import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type ToolPolicy } from '@heddle/contract'
import type { Tool } from '../tools.ts'
import type { AgentToolsConfig, ToolsConfig } from '../tools-config.ts'
import { choosePolicy } from './choose-policy.ts'
import { judgeCall } from './judge-call.ts'

const place = { sessionId: 's', agentId: 'main', turnId: 't', workspace: '/w' }

function tool(name: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: name,
    parameters: { type: 'object' },
    group: 'files',
    policy: 'allow',
    isIdempotent: false,
    carriesOut: false,
    isUntrusted: false,
    complainOf: () => undefined,
    run: async () => ({ output: '', isError: false }),
    ...more,
  }
}

interface Case {
  tool?: Partial<Tool>
  agent?: AgentToolsConfig
  rules?: NonNullable<ToolsConfig['tools']>
  isTainted?: boolean
  name?: string
  args?: string
}

function judge({ tool: more, agent, rules, isTainted = false, name = 'write', args = '{}' }: Case) {
  const one = tool('write', more)
  const tools = new Map([[one.name, { tool: one, chosen: choosePolicy(one, agent, rules) }]])
  return judgeCall(tools, { id: '1', name, arguments: args }, place, { isTainted })
}

const kindOf = (one: Case) => judge(one).kind

test('[AGT5] the policy of the nearest wins: denied, not given, the agent’s, the place’s, the tool’s', () => {
  assert.equal(kindOf({}), 'run')
  assert.equal(kindOf({ tool: { policy: 'ask' } }), 'ask')
  assert.equal(kindOf({ rules: { policy: { write: 'ask' } } }), 'ask')
  assert.equal(kindOf({ rules: { policy: { write: 'deny' } } }), 'refuse')
  assert.equal(kindOf({ rules: { policy: { write: 'deny' } }, agent: { policy: { write: 'allow' } } }), 'run')
  assert.equal(kindOf({ agent: { policy: { write: 'allow' }, deny: ['write'] } }), 'refuse')
  assert.equal(kindOf({ agent: { allow: ['read'] } }), 'refuse')
  assert.equal(kindOf({ agent: { allow: [] } }), 'refuse')
  assert.equal(kindOf({ agent: { allow: ['files'] } }), 'run')
  assert.equal(kindOf({ rules: { policy: { files: 'deny', write: 'allow' } } }), 'run')
})

test('[R3] names are compared whole, and no word that objects have by themselves is a policy', () => {
  assert.equal(kindOf({ agent: { deny: ['writ', 'write2', 'WRITE'] } }), 'run')
  assert.equal(kindOf({ agent: { allow: ['wri'] } }), 'refuse')
  const odd = tool('constructor', { policy: 'ask' })
  assert.equal(choosePolicy(odd, undefined, { policy: {} }).policy, 'ask')
})

test('[AGT9] with foreign text in the turn, what can carry data out is asked for, unless somebody allowed it by name', () => {
  const out: Partial<Tool> = { carriesOut: true }
  assert.equal(kindOf({ tool: out }), 'run')
  const asked = judge({ tool: out, isTainted: true })
  assert(asked.kind === 'ask')
  assert.equal(asked.why, 'untrusted')
  assert.equal(kindOf({ isTainted: true }), 'run')
  assert.equal(kindOf({ tool: out, isTainted: true, rules: { policy: { write: 'allow' } } }), 'run')
  assert.equal(kindOf({ tool: out, isTainted: true, agent: { policy: { write: 'allow' } } }), 'run')
  assert.equal(kindOf({ tool: out, isTainted: true, rules: { policy: { write: 'deny' } } }), 'refuse')
})

test('[AGT5] a tool that must be asked for is, whatever the policy allows', () => {
  const must: Partial<Tool> = { mustAsk: () => ({ why: 'no_sandbox', reason: 'Nothing keeps it in.' }) }
  const asked = judge({ tool: must, rules: { policy: { write: 'allow' } } })
  assert(asked.kind === 'ask')
  assert.equal(asked.why, 'no_sandbox')
})

test('[AGT9][AGT6] where several reasons ask, foreign text comes first, and what asks besides is told with it', () => {
  const open: Partial<Tool> = {
    carriesOut: true,
    mustAsk: () => ({ why: 'no_sandbox', reason: 'Nothing keeps it in.' }),
  }
  const both = judge({ tool: open, isTainted: true })
  assert(both.kind === 'ask')
  assert.equal(both.why, 'untrusted')
  assert.match(both.reason, /nobody here wrote.*Nothing keeps it in/)
  assert.match(both.scope.label, /other reasons/)
  const policy = judge({ tool: { carriesOut: true, policy: 'ask' }, isTainted: true })
  assert(policy.kind === 'ask')
  assert.equal(policy.why, 'untrusted')
  assert.match(policy.scope.label, /other reasons/)
})

test('[AGT5] what cannot be called is told with what to do: an unknown name, arguments that are none, too many of them', () => {
  const told = (one: Case) => {
    const verdict = judge(one)
    assert(verdict.kind === 'refuse')
    return verdict.message
  }
  assert.match(told({ name: 'wirte' }), /Did you mean "write"\?/)
  assert.match(told({ name: '__proto__' }), /There is no tool/)
  assert.match(
    told({ name: 'mcp__tracker__add' }),
    /"mcp__tracker__add" right now; its MCP server may be gone\.$/,
  )
  assert.match(told({ args: '{"path":' }), /not valid JSON/)
  assert.match(told({ args: '[1]' }), /one JSON object/)
  assert.match(told({ args: 'null' }), /one JSON object/)
  assert.match(told({ args: `{"a":"${'x'.repeat(limits.toolArgumentsBytesMax)}"}` }), /longer than/)
  assert.match(told({ tool: { complainOf: () => 'path is missing.' } }), /path is missing/)
})

test('[AGT6] what "for this session" would allow is said in words', () => {
  const ask: ToolPolicy = 'ask'
  const whole = judge({ tool: { policy: ask } })
  assert(whole.kind === 'ask')
  assert.match(whole.scope.label, /write, whatever its arguments/)
  const narrow = judge({ tool: { policy: ask, scopeOf: () => ({ key: 'k', label: 'write in docs/' }) } })
  assert(narrow.kind === 'ask')
  assert.deepEqual(narrow.scope, { key: 'k', label: 'write in docs/' })
})

test('[AGT6] [R1] a tool that does the work of another is judged as that one is, whatever is said of itself', () => {
  const shows = tool('attach', { needs: ({ path }) => (path === undefined ? [] : ['read']) })
  const judged = (read: ToolPolicy | undefined, args: object, own: ToolPolicy = 'allow') => {
    const chosen = (policy: ToolPolicy) => ({ policy, isDefault: false })
    const tools = new Map([['attach', { tool: shows, chosen: chosen(own) }]])
    if (read) tools.set('read', { tool: tool('read'), chosen: chosen(read) })
    return judgeCall(tools, { id: '1', name: 'attach', arguments: JSON.stringify(args) }, place, {
      isTainted: false,
    })
  }
  assert.equal(judged('allow', { path: 'a' }).kind, 'run')
  assert.equal(judged('ask', { path: 'a' }).kind, 'ask')
  assert.equal(judged('deny', { path: 'a' }).kind, 'refuse')
  assert.equal(judged(undefined, { path: 'a' }).kind, 'refuse')
  // Nothing is read by this call.
  assert.equal(judged('deny', {}).kind, 'run')
  assert.equal(judged('allow', { path: 'a' }, 'deny').kind, 'refuse')
})
