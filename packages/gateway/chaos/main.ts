// `npm run chaos -- --rounds N [--only work|gateway|turns|tools|subagents|places|discord|replies] [--json FILE]`: kills real processes and
// looks at what is left. Prints a table; fails when something acknowledged is gone, done twice, or damaged.

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { kindNames, runRounds } from './run-rounds.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string' }, only: { type: 'string' }, json: { type: 'string' } },
})
const rounds = Number(options.rounds ?? 40)
if (!Number.isSafeInteger(rounds) || rounds < 1) {
  console.error(`--rounds must be a whole number from 1 up, not "${options.rounds}".`)
  process.exit(2)
}

const only = kindNames.find((name) => name === options.only)
if (options.only !== undefined && only === undefined) {
  console.error(`--only must be one of ${kindNames.join(', ')}, not "${options.only}".`)
  process.exit(2)
}

// Ends with the exit that takes the gateways along.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

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
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
process.exitCode = breaches.length === 0 ? 0 : 1
