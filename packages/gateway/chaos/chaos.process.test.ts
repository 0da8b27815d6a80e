import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runRounds } from './run-rounds.ts'

test('[I1] [I13] [I15] what was acknowledged survives kill -9, and every reaction and timer happens once', async () => {
  const report = await runRounds(10, () => undefined)
  assert.deepEqual(
    report.flatMap((kind) => kind.breaches),
    [],
  )
  for (const kind of report) assert.ok(kind.acknowledged > 0, `${kind.name} acknowledged nothing`)
})
