import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Job } from '../../../src/foundation/work/job.ts'
import { createBreaches } from '../../watch/breach.ts'
import { createTrace } from '../../watch/trace.ts'
import { createSessionsTruth } from '../sessions-truth.ts'
import { createTurnWatch } from './turn-watch.ts'

const scene = { sessionId: 'ses_1', agentId: 'main', turnId: 'trn_1' }

/** Two lives, one after the other, each with a runner of the same name. */
function twoLives() {
  const truth = createSessionsTruth()
  let living = 1
  const watchOf = (life: number) =>
    createTurnWatch({
      truth,
      breaches: createBreaches(),
      trace: createTrace(),
      nowMs: () => 0,
      isAlive: () => living === life,
    })
  const die = () => {
    truth.inHand.clear()
    living++
  }
  return { first: watchOf(1), second: watchOf(2), die, inHand: () => [...truth.inHand.values()] }
}

/** The work on the turn's session, in the hands of a watch until it is let go. */
function holding() {
  const gate = Promise.withResolvers<void>()
  // As much of it as the watch looks at.
  const job = { key: 'session:ses_1', signal: new AbortController().signal } as Job
  return { job, run: () => gate.promise, letGo: gate.resolve }
}

test('[SES5] what is left of a dead program has no turn in hand: nobody dies with it again', () => {
  const { first, second, die, inHand } = twoLives()
  first.asked('r1', scene)
  assert.deepEqual(inHand(), ['trn_1'])
  die()
  first.asked('r1', scene)
  assert.deepEqual(inHand(), [])
  second.asked('r1', scene)
  assert.deepEqual(inHand(), ['trn_1'])
})

test('[SES5] what is left of a dead program does not let go of the turn that the next one holds', async () => {
  const { first, second, die, inHand } = twoLives()
  const work = holding()
  const left = first.whileRunning('r1', work.job, work.run)
  first.asked('r1', scene)
  die()
  second.asked('r1', scene)
  work.letGo()
  await left
  assert.deepEqual(inHand(), ['trn_1'])
})
