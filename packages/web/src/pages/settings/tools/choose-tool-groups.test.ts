import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tool } from '../../../gallery/sample-tools.ts'
import { choosePolicies, chooseToolGroups } from './choose-tool-groups.ts'

test('[UIA6] our own tools come first, in their order, then those of servers by name', () => {
  const tools = ['mcp:b', 'exec', 'mcp:a', 'files', 'exec'].map((group, i) => tool({ name: `t${i}`, group }))
  assert.deepEqual(
    chooseToolGroups(tools).map(({ group, items }) => [group, items.length]),
    [
      ['files', 1],
      ['exec', 2],
      ['mcp:a', 1],
      ['mcp:b', 1],
    ],
  )
})

test('[UIA6] what holds for every agent is said once; where they differ, each is named', () => {
  const main = { agentId: 'main', policy: 'ask', isDefault: true } as const
  const other = { ...main, agentId: 'other' }
  assert.deepEqual(choosePolicies([main, other]), [{ agentId: undefined, policy: 'ask', isDefault: true }])
  assert.deepEqual(choosePolicies([main]), [main])
  const denied = { ...other, policy: 'deny', isDefault: false } as const
  assert.deepEqual(choosePolicies([main, denied]), [main, denied])
  assert.deepEqual(choosePolicies([]), [])
})
