// `npm run bench [-- --only name] [-- --json FILE]`: measures, prints a table, and fails when a bound is broken.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Benchmark, type Figure, holds, ratio } from './benchmark.ts'
import { bindings } from './bindings.ts'
import { bigStore } from './big-store.ts'
import { collaboration } from './collaboration.ts'
import { deliveries } from './deliveries.ts'
import { discord } from './discord.ts'
import { durableAcks } from './durable-acks.ts'
import { factCost } from './fact-cost.ts'
import { httpRequests } from './http-requests.ts'
import { messageRoundTrip } from './message-round-trip.ts'
import { messageThroughput } from './message-throughput.ts'
import { liveBroadcast } from './live-broadcast.ts'
import { liveIdle } from './live-idle.ts'
import { sessionPage } from './session-page.ts'
import { startUp } from './start-up.ts'
import { stepCost } from './step-cost.ts'
import { stepOverhead } from './step-overhead.ts'
import { subagents } from './subagents.ts'
import { timerCost } from './timer-cost.ts'
import { toolSteps } from './tool-steps.ts'

const benchmarks: readonly Benchmark[] = [
  startUp,
  durableAcks,
  factCost,
  timerCost,
  httpRequests,
  messageRoundTrip,
  messageThroughput,
  stepCost,
  stepOverhead,
  toolSteps,
  subagents,
  bindings,
  deliveries,
  discord,
  bigStore,
  liveIdle,
  liveBroadcast,
  collaboration,
  sessionPage,
]

const { values: options } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } })
const chosen = benchmarks.filter(({ name }) => options.only === undefined || name === options.only)
if (chosen.length === 0) {
  console.error(
    `There is no benchmark "${options.only}". There are: ${benchmarks.map((b) => b.name).join(', ')}.`,
  )
  process.exit(2)
}

// Started as a user starts it.
spawnSync(process.execPath, [fileURLToPath(new URL('../../../scripts/bundle-program.ts', import.meta.url))])

const report: { benchmark: string; figures: Figure[] }[] = []
for (const benchmark of chosen) {
  console.log(`\n${benchmark.name}: ${benchmark.about}`)
  const figures = await benchmark.run((line) => console.error(`  … ${line}`))
  report.push({ benchmark: benchmark.name, figures })
  for (const figure of figures) console.log(`  ${row(figure)}`)
}

const broken = report.flatMap(({ figures }) => figures.filter((figure) => !holds(figure)))
if (options.json !== undefined) {
  const machine = {
    cores: cpus().length,
    cpu: cpus()[0]?.model,
    node: process.version,
    at: new Date().toISOString(),
  }
  writeFileSync(options.json, `${JSON.stringify({ machine, report }, null, 2)}\n`)
}
console.log(broken.length === 0 ? '\nEvery bound holds.' : `\n${broken.length} bound(s) broken.`)
process.exitCode = broken.length === 0 ? 0 : 1

function row(figure: Figure): string {
  const parts = [figure.what.padEnd(46), `${number(figure.value)} ${figure.unit}`.padStart(18)]
  if (figure.baseline !== undefined) {
    parts.push(`baseline ${number(figure.baseline)}`.padStart(20), `ratio ${ratio(figure).toFixed(2)}`)
  }
  if (figure.bound)
    parts.push(`${figure.bound.kind} ${number(figure.bound.limit)}: ${holds(figure) ? 'ok' : 'BROKEN'}`)
  if (figure.target !== undefined) parts.push(`target ${figure.target}`)
  if (figure.note !== undefined) parts.push(`(${figure.note})`)
  return parts.join('  ')
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 })
}
