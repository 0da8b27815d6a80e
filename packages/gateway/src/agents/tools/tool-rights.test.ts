import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolPolicy } from '@heddle/contract'
import type { ToolLayer, ToolRights } from '../tools.ts'
import type { ChosenPolicy } from './choose-policy.ts'
import { applyRights, narrowRights } from './tool-rights.ts'

const exec = { name: 'exec', group: 'exec', policy: 'ask' } as const
const read = { name: 'read', group: 'files', policy: 'allow' } as const
const now = (policy: ToolPolicy, isDefault = true): ChosenPolicy => ({ policy, isDefault })

test('[SUB7] the strictest of all rules holds, and none gives back what another takes', () => {
  const layers: Record<ToolPolicy, ToolLayer> = {
    deny: { agent: { deny: ['exec'] } },
    ask: { agent: { policy: { exec: 'ask' } } },
    allow: { agent: { policy: { exec: 'allow' } } },
  }
  const rank: Record<ToolPolicy, number> = { deny: 0, ask: 1, allow: 2 }
  for (const first of ['deny', 'ask', 'allow'] as const) {
    for (const second of ['deny', 'ask', 'allow'] as const) {
      for (const current of ['deny', 'ask', 'allow'] as const) {
        const { policy } = applyRights(exec, now(current, false), [layers[first], layers[second]])
        const strictest = [first, second, current].toSorted((a, b) => rank[a] - rank[b])[0]
        assert.equal(policy, strictest, `${first}, ${second} and now ${current}`)
      }
    }
  }
})

test('[SUB7] without rules what holds now holds', () => {
  assert.deepEqual(applyRights(read, now('allow'), []), now('allow'))
})

test('[SUB7] what a list does not name is denied, a group names all of it, and deny wins over allow', () => {
  const asAgent = (allow: string[], deny: string[] = []): ToolRights => [{ agent: { allow, deny } }]
  const asFilter = (allow: string[], deny: string[] = []): ToolRights => [{ list: { allow, deny } }]
  for (const only of [asAgent, asFilter]) {
    assert.equal(applyRights(read, now('allow'), only(['read'])).policy, 'allow')
    assert.equal(applyRights(read, now('allow'), only(['files'])).policy, 'allow')
    assert.equal(applyRights(exec, now('ask'), only(['files'])).policy, 'deny')
    assert.equal(applyRights(read, now('allow'), only([])).policy, 'deny')
    assert.equal(applyRights(read, now('allow'), only(['read'], ['files'])).policy, 'deny')
  }
})

test('[SUB7] a list takes away and says nothing else: what it leaves is as it was', () => {
  for (const policy of ['allow', 'ask', 'deny'] as const) {
    for (const isDefault of [true, false]) {
      assert.deepEqual(
        applyRights(exec, now(policy, isDefault), [{ list: { allow: ['exec'] } }]),
        now(policy, isDefault),
      )
    }
  }
})

test('[SUB7] a policy of the place as it was counts like one of an agent', () => {
  assert.equal(applyRights(read, now('allow'), [{ place: { policy: { files: 'ask' } } }]).policy, 'ask')
})

test('[SUB7] [AGT9] a word for "allow" that only one of them has is no word', () => {
  const said: ToolLayer = { agent: { policy: { read: 'allow' } } }
  assert.deepEqual(applyRights(read, now('allow', false), [said]), now('allow', false))
  assert.deepEqual(applyRights(read, now('allow', false), [{}]), now('allow', true))
  assert.deepEqual(applyRights(read, now('allow', true), [said]), now('allow', true))
})

test('[SUB7] rights below are those above and more; the same rule again says nothing', () => {
  const a: ToolLayer = { agent: { deny: ['exec'] } }
  const b: ToolLayer = { agent: { allow: ['read'] } }
  assert.deepEqual(narrowRights([], [{}, a, {}, a]), [{}, a])
  assert.deepEqual(narrowRights([a], [a, b]), [a, b])
  for (const tool of [exec, read]) {
    const above = applyRights(tool, now('allow', false), narrowRights([], [a]))
    const below = applyRights(tool, now('allow', false), narrowRights([a], [b]))
    assert(above.policy !== 'deny' || below.policy === 'deny')
  }
})
