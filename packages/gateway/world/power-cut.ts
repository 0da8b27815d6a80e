// `node packages/gateway/world/power-cut.ts [--cuts N] [--json FILE]`: says what N power cuts left of a busy store, and
// fails when something acknowledged was gone, done twice, or damaged.

import { writeFileSync } from 'node:fs'
import { formatTable } from './report/format-table.ts'
import { readOptions, runCommand } from './report/read-options.ts'
import { runPowerCuts } from './run-power-cuts.ts'

const standardCuts = 300

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2), { cuts: 'value', json: 'value' })
  const report = await runPowerCuts(options.number('cuts', standardCuts))
  console.log(
    formatTable([
      ['power cuts', report.powerCuts],
      ['worlds', report.seeds],
      ['writes acknowledged', report.acknowledged],
      ['breaches', report.failures.length],
      ...Object.entries(report.sometimes).filter(([state]) => /power|checkpoint|log/.test(state)),
    ]),
  )
  for (const { seed, breach } of report.failures) console.log(`\nworld ${seed}: ${breach?.message}`)
  const json = options.text('json')
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`)
  return report.failures.length === 0
})
