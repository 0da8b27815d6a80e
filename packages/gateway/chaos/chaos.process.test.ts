import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KindName, runRounds } from './run-rounds.ts'

// A few of each, at chance: that the rounds themselves go round. `npm run chaos` does as many as it is asked for.
async function assertSurvives(rounds: number, kind: KindName): Promise<void> {
  const report = await runRounds(rounds, () => undefined, kind)
  assert.deepEqual(
    report.flatMap(({ breaches }) => breaches),
    [],
  )
  for (const { name, acknowledged } of report) assert.ok(acknowledged > 0, `${name} acknowledged nothing`)
}

test('[I1] [I13] [I15] what was acknowledged survives kill -9, and every reaction and timer happens once', async () => {
  await Promise.all([assertSurvives(3, 'work'), assertSurvives(3, 'gateway')])
})

test('[I1] [I10] [I11] [I24] [I49] [SES5] [LIV6] turns survive kill -9 in their middle: each message is there and taken once, each turn ends once, followers hold the log', async () => {
  await assertSurvives(3, 'turns')
})

test('[I1] [I47] [I49] [AGT5] [AGT6] [R18] tools survive kill -9: no call is made twice or without its word, approvals wait on, no process is left', async () => {
  await assertSurvives(2, 'tools')
})

test('[I1] [I2] [I12] [I13] [I49] [SUB8] [SUB10] sub-agents survive kill -9: whoever was accepted has one end, which is announced once and heard once', async () => {
  await assertSurvives(2, 'subagents')
})

test('[I1] [I3] [I5] [I6] [I9] [I10] [BND1] [I17] [I18] [I19] [I20] [I30] [I49] places survive kill -9 on a platform with troubles: what is written is heard once, and what is told is seen once', async () => {
  await assertSurvives(2, 'places')
})

test('[I1] [I6] [I13] [I15] [I25] [NTF2] [THR3] [SRC2] discussions survive kill -9: each reply is there once, names and is told to each once, also elsewhere, and is found once', async () => {
  await assertSurvives(2, 'replies')
})
