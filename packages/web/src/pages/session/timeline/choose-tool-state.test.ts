import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from '../../../../test/sample-log.ts'
import { chooseToolState, isMade } from './choose-tool-state.ts'

const result = (payload: Record<string, unknown>) => entry(3, 'tool.result', payload)
const decided = (decision: string) => ({ decided: entry(2, 'approval.decided', { decision }) })

test('[UIT5] a call runs until it has a result, and says how that was', () => {
  assert.equal(chooseToolState({}), 'running')
  assert.equal(chooseToolState({ other: result({ isError: false }) }), 'done')
  assert.equal(chooseToolState({ other: result({ isError: true }) }), 'failed')
  assert.equal(chooseToolState({ other: result({ isError: true, interrupted: true }) }), 'interrupted')
  assert.equal(chooseToolState({ isOver: true }), 'interrupted')
})

test('[UIA4] a call that is asked about waits, and one that was not allowed does not read as made', () => {
  assert.equal(chooseToolState({ asked: { decided: undefined } }), 'waiting')
  assert.equal(chooseToolState({ asked: { decided: undefined }, isOver: true }), 'interrupted')
  assert.equal(chooseToolState({ asked: decided('once') }), 'running')
  const told = result({ isError: true })
  assert.equal(chooseToolState({ asked: decided('deny'), other: told }), 'denied')
  assert.equal(chooseToolState({ asked: decided('expired'), other: told }), 'expired')
  assert.equal(chooseToolState({ asked: decided('withdrawn') }), 'interrupted')
  assert.deepEqual(
    (['waiting', 'running', 'denied', 'expired', 'interrupted', 'done', 'failed'] as const).filter(isMade),
    ['done', 'failed'],
  )
})
