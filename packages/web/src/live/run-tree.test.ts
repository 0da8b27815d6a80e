import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunJson, ServerFrame } from '@heddle/contract'
import { run } from '../gallery/sample-tree.ts'
import type { Follower } from './followings.ts'
import { createRunTree, type RunTree } from './run-tree.ts'
import { createTrees } from './trees.ts'

const scope = 't:ses_root'
const snap = (items: RunJson[], truncated?: true): ServerFrame => ({
  type: 'snap',
  scope,
  seq: 0,
  state: { items, ...(truncated && { truncated }) },
  events: [],
})
const hint = (items: RunJson[], removed: string[] = []): ServerFrame => ({
  type: 'eph',
  scope,
  kind: 'runs.changed',
  items,
  removed,
})
const idsOf = (tree: RunTree) => [...tree.read().runs.keys()].toSorted()
const never = () => new Promise<never>(() => {})

test('[LIV13] a tree is what its snapshot said, then each hint about it', () => {
  let changes = 0
  const tree = createRunTree(never, () => changes++)
  assert.equal(tree.read().state, 'opening')
  tree.hear(snap([run({ id: 'run_1' }), run({ id: 'run_2' })]))
  assert.deepEqual([tree.read().state, idsOf(tree)], ['there', ['run_1', 'run_2']])
  tree.hear(hint([run({ id: 'run_2', lastLine: 'weaving' }), run({ id: 'run_3' })], ['run_1']))
  assert.deepEqual(idsOf(tree), ['run_2', 'run_3'])
  assert.equal(tree.read().runs.get('run_2')?.lastLine, 'weaving')
  assert.equal(changes, 2)
  tree.hear(snap([run({ id: 'run_3' })]))
  assert.deepEqual(idsOf(tree), ['run_3'], 'after a break the snapshot is all there is')
})

test('[LIV13] what does not fit a snapshot is read by page, and a hint that comes meanwhile is newer', async () => {
  let give: (runs: RunJson[]) => void = () => {}
  const tree = createRunTree(
    () => new Promise((resolve) => (give = resolve)),
    () => {},
  )
  tree.hear(snap([run({ id: 'run_1' })], true))
  tree.hear(hint([run({ id: 'run_2', lastLine: 'new' })], ['run_3']))
  assert.deepEqual(idsOf(tree), ['run_1', 'run_2'])
  give(['run_1', 'run_2', 'run_3', 'run_4'].map((id) => run({ id, lastLine: 'old' })))
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(idsOf(tree), ['run_1', 'run_2', 'run_4'])
  assert.equal(tree.read().runs.get('run_2')?.lastLine, 'new')
})

test('[LIV13] when the pages cannot be read, what is known stays', async () => {
  const tree = createRunTree(
    () => Promise.reject(new Error('no')),
    () => {},
  )
  tree.hear(snap([run({ id: 'run_1' })], true))
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(idsOf(tree), ['run_1'])
})

test('[LIV13] a tree that one may no longer see holds nothing', () => {
  const tree = createRunTree(never, () => {})
  tree.hear(snap([run({ id: 'run_1' })]))
  tree.refuse()
  assert.deepEqual([tree.read().state, idsOf(tree)], ['refused', []])
})

test('[LIV13] a tree is followed once, as long as anyone looks, and knows which sessions are in it', () => {
  const followed = new Map<string, Follower>()
  const trees = createTrees({
    live: {
      follow(name, follower) {
        assert.equal(followed.has(name), false, 'followed twice')
        followed.set(name, follower)
        return () => void followed.delete(name)
      },
    },
    readAll: never,
  })
  let heard = 0
  const [one, two] = [trees.watch('ses_root', () => heard++), trees.watch('ses_root', () => heard++)]
  followed.get(scope)?.hear(snap([run({ id: 'run_1', sessionId: 'ses_child' })]))
  assert.equal(heard, 2)
  assert.equal(trees.rootOf('ses_child'), 'ses_root')
  assert.equal(trees.rootOf('ses_other'), undefined)
  one()
  assert.equal(followed.size, 1)
  two()
  assert.equal(followed.size, 0)
  assert.equal(trees.read('ses_root').state, 'opening')
})
