import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson } from '@heddle/contract'
import { entry } from '../../../../test/sample-log.ts'
import { chooseArticles } from '../timeline/choose-articles.ts'
import { chooseItems, findItem } from '../timeline/choose-items.ts'

const turnId = 'trn_1'
const call = entry(2, 'tool.call', { callId: 'c', name: 'sessions_spawn' }, { turnId })
const spawned = entry(3, 'subagent.spawned', { runId: 'run_1' }, { turnId, causedBy: 'evt_2' })
const result = entry(4, 'tool.result', { callId: 'c', name: 'sessions_spawn', output: '{}' }, { turnId })
const answer = entry(5, 'message.agent', { text: 'They are on it.', state: 'complete' }, { turnId })
const turn = [
  entry(1, 'turn.started', {}, { turnId }),
  call,
  spawned,
  result,
  answer,
  entry(6, 'turn.finished', {}, { turnId }),
]
const finished = entry(7, 'subagent.finished', { runId: 'run_1' }, { causedBy: 'evt_3' })

const items = (rows: readonly EventJson[], openRuns: ReadonlySet<string> = new Set()) =>
  chooseItems({
    rows,
    waiting: new Set(),
    isBeginning: true,
    openTurns: new Set(),
    openRuns,
    unread: undefined,
    meId: 'per_9',
    dayOf: () => 'today',
  })
const shapes = (rows: readonly EventJson[], openRuns?: ReadonlySet<string>) =>
  items(rows, openRuns).map((item) =>
    item.kind === 'work' ? `work ${item.work.inner.length}` : item.article.kind,
  )

test('[UIW1] a sub-agent stands for the call that asked for it; a call that was refused stands for itself', () => {
  assert.deepEqual(
    chooseArticles([call, spawned, result]).map(({ kind }) => kind),
    ['spawned'],
  )
  assert.deepEqual(
    chooseArticles([call, result]).map(({ kind }) => kind),
    ['tool'],
  )
})

test('[UIW1] where it began and where it ended know each other', () => {
  const [begins, ends] = chooseArticles([spawned, finished])
  assert.deepEqual([begins?.other, ends?.other], [finished, spawned])
})

test('[UIW1] while it works it stays outside of the fold of its turn, and folds once it has ended', () => {
  assert.deepEqual(shapes(turn), ['work 0', 'spawned', 'agent'])
  assert.deepEqual(shapes([...turn, finished], new Set(['evt_3'])), [
    'work 0',
    'spawned',
    'agent',
    'finished',
  ])
  assert.deepEqual(shapes([...turn, finished]), ['work 1', 'agent', 'finished'])
})

test('[UIW2] the fold counts the sub-agents of its turn, inside or outside, and no tool for them', () => {
  for (const rows of [turn, [...turn, finished]]) {
    const [work] = items(rows)
    assert.ok(work?.kind === 'work')
    assert.deepEqual([work.work.toolCount, work.work.subagentCount], [0, 1])
  }
})

test('[UIW2] a turn says from how many sub-agents it heard when it began', () => {
  const heard = entry(8, 'turn.started', { messages: ['evt_7', 'evt_99'] }, { turnId: 'trn_2' })
  assert.equal(chooseArticles([spawned, finished, heard]).at(-1)?.heard, 1)
})

test('[UIW4] what an agent said is no person’s word', () => {
  const agent = { kind: 'agent' as const, id: 'main', name: 'Main' }
  const task = entry(1, 'message.user', { text: 'Find out.', channel: 'task' }, { actor: agent })
  assert.equal(chooseArticles([task])[0]?.kind, 'told')
})

test('[UIT4] an address of the call leads to its sub-agent, one of the end to the end', () => {
  const all = items([...turn, finished])
  assert.equal(findItem(all, 'evt_2'), 0)
  assert.equal(findItem(all, 'evt_3'), 0)
  assert.equal(findItem(all, 'evt_7'), 2)
})
