import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ended, run, someRuns } from '../../../gallery/sample-tree.ts'
import { sessionId } from '../../../gallery/sample-sessions.ts'
import { arrangeTree, type Branch, countNodes, mayRetry, sumTree, type TreeNode } from './arrange-tree.ts'

const draw = (node: TreeNode): unknown => [node.run.id, ...drawn(node.below)]
const drawn = ({ live, ended: over }: Branch): unknown[] => [
  ...live.map(draw),
  ...(over.length === 0 ? [] : [{ ended: over.map(draw) }]),
]

test('[UIW6] each stands below the one that spawned it, and what has ended apart', () => {
  const tree = arrangeTree(someRuns, sessionId)
  assert.deepEqual(drawn(tree), [
    ['run_1', ['run_3', ['run_4']], ['run_2'], { ended: [['run_9']] }],
    ['run_5'],
    { ended: [['run_8'], ['run_7'], ['run_6']] },
  ])
  assert.equal(tree.live[0]?.activeBelow, 3)
  assert.equal(countNodes(tree), someRuns.length)
})

test('[UIW6] whoever began first stands first, whatever the order in which they are told', () => {
  const runs = [3, 1, 2].map((minute) =>
    run({ id: `run_${minute}`, createdAt: `2026-03-14T13:0${minute}:00Z` }),
  )
  assert.deepEqual(drawn(arrangeTree(runs, sessionId)), [['run_1'], ['run_2'], ['run_3']])
})

test('[UIW6] one that has ended stays with those at work as long as something below it works', () => {
  const runs = [ended({ id: 'run_1' }), run({ id: 'run_2', parentId: 'ses_of_run_1', depth: 2 })]
  assert.deepEqual(drawn(arrangeTree(runs, sessionId)), [['run_1', ['run_2']]])
})

test('[UIW6] one whose parent was put away stands at the top, and a circle does not hang it up', () => {
  const lost = run({ id: 'run_1', parentId: 'ses_gone', depth: 2 })
  assert.deepEqual(drawn(arrangeTree([lost], sessionId)), [['run_1']])
  const circle = [
    run({ id: 'run_1', parentId: 'ses_of_run_2' }),
    run({ id: 'run_2', parentId: 'ses_of_run_1' }),
  ]
  assert.deepEqual(drawn(arrangeTree(circle, sessionId)), [])
})

test('[UIW6] a session that works again after its run is at work; a failed one may be tried again until it does', () => {
  const failed = ended({ state: 'failed', status: 'error' })
  assert.equal(mayRetry(failed), true)
  assert.equal(mayRetry({ ...failed, isWorking: true }), false)
  assert.equal(mayRetry({ ...failed, sessionState: 'archived' }), false)
  assert.equal(mayRetry(ended()), false)
  const again = { ...failed, isWorking: true }
  assert.equal(arrangeTree([again], sessionId).live.length, 1)
  assert.deepEqual([sumTree([again]).active, sumTree([failed]).active], [1, 0])
})

test('[UIW6] the sums say how many work, wait for a word and have ended, and what all of them used', () => {
  const { active, ended: over, asks, tokens } = sumTree(someRuns)
  assert.deepEqual([active, over, asks], [5, 4, 1])
  assert.equal(tokens, 8 * (18_400 + 2_210))
})
