// `npm run chaos -- --rounds N [--only work|gateway|turns|tools|subagents|places|discord|replies] [--json FILE]`: kills real processes and
// looks at what is left. Prints a table; fails when something acknowledged is gone, done twice, or damaged.

import { writeFileSync } from 'node:fs'
import { nameFrom, readOptions, runCommand } from '../world/report/read-options.ts'
import { kindNames, runRounds } from './run-rounds.ts'

// Ends with the exit that takes the gateways along.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2), { rounds: 'value', only: 'value', json: 'value' })
  const rounds = options.number('rounds', 40)
  const named = options.text('only')
  const only = named === undefined ? undefined : nameFrom('--only', named, kindNames)
  const json = options.text('json')
  const report = await runRounds(rounds, (line) => console.error(line), only)
  for (const { name, rounds: done, acknowledged, breaches, seconds, figures: told = {} } of report) {
    const figures = [
      `${done} rounds`,
      `${acknowledged} acknowledged`,
      `${breaches.length} breaches`,
      `${seconds} s`,
    ]
    console.log([name.padEnd(24), ...figures.map((text) => text.padStart(20))].join(''))
    for (const [what, count] of Object.entries(told)) console.log(`  ${what.padEnd(60)}${count}`)
  }
  const breaches = report.flatMap((kind) => kind.breaches)
  for (const breach of breaches.slice(0, 20)) console.error(breach)
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`)
  return breaches.length === 0
})
