import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chooseSubagentRules,
  chooseSubagentsAtOnce,
  mayTarget,
  subagentDefaults,
} from './choose-subagent-rules.ts'

test('[SUB4] [SUB5] [SUB6] [SUB13] without a word each rule has its default', () => {
  assert.deepEqual(chooseSubagentRules({}, 'main'), {
    runTimeoutSeconds: 0,
    maxSpawnDepth: 1,
    maxChildrenPerAgent: 5,
    archiveAfterMinutes: 60,
    allowAgents: [],
  })
  assert.equal(chooseSubagentsAtOnce({}), 8)
})

test('[SUB3] the word of an agent stands above that of all, each rule for itself', () => {
  const config = {
    agents: {
      defaults: {
        subagents: {
          model: 'lab/small',
          thinking: 'low',
          runTimeoutSeconds: 900,
          maxSpawnDepth: 2,
          allowAgents: ['*'],
          maxConcurrent: 3,
        },
      },
      list: [
        { id: 'main' },
        { id: 'Weaver', subagents: { model: 'lab/big', runTimeoutSeconds: 0, allowAgents: [] } },
      ],
    },
  } as const
  const all = {
    ...subagentDefaults,
    model: 'lab/small',
    thinking: 'low',
    runTimeoutSeconds: 900,
    maxSpawnDepth: 2,
    allowAgents: ['*'],
  }
  assert.deepEqual(chooseSubagentRules(config, 'main'), all)
  for (const id of ['weaver', 'WEAVER']) {
    const own = { ...all, model: 'lab/big', runTimeoutSeconds: 0, allowAgents: [] }
    assert.deepEqual(chooseSubagentRules(config, id), own)
  }
  assert.deepEqual(chooseSubagentRules(config, 'nobody'), all)
  assert.equal(chooseSubagentsAtOnce(config), 3, 'how many work at once is one number for all')
})

test('[SUB6] tasks may be given to whom the list names; without one, to oneself alone', () => {
  const may = (allowAgents: readonly string[], target: string) =>
    mayTarget({ ...subagentDefaults, allowAgents }, 'main', target)
  assert.deepEqual([may([], 'main'), may([], 'MAIN'), may([], 'weaver')], [true, true, false])
  assert.deepEqual(
    [may(['weaver'], 'Weaver'), may(['WEAVER'], 'weaver'), may(['weaver'], 'main')],
    [true, true, false],
  )
  assert.deepEqual([may(['*'], 'main'), may(['*'], 'anyone')], [true, true])
  assert(!may(['weav*'], 'weaver'), 'a star stands for itself alone')
})
