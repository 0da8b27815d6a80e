// Starts processes for real. Each stands in a session of its own, so that a signal to our terminal is not one to it.

import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Duplex, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { limits } from '@heddle/contract'
import type { ProcessRow } from './choose-tree.ts'
import { markName, type ProcessMarks } from './process-marks.ts'
import type { ProcessEnd, ProcessRunner, RunningProcess } from './process-runner.ts'
import { createFamilyWatch, type FamilyWatch } from './real-family-watch.ts'
import { openProcessCage, removeCages } from './real-process-cage.ts'
import { createProcessFamily, lookEveryMs, type ProcessFamily, sweepMarked } from './real-process-family.ts'
import { createSharedListing } from './real-process-table.ts'
import { putLast } from './real-put-last.ts'
import type { Launch } from './sandbox.ts'
import type { OverLimit, SupervisorOrder, SupervisorReport } from './supervised-job.ts'

const supervisorProgram = fileURLToPath(new URL('./real-supervisor.ts', import.meta.url))

export function createRealProcessRunner(marks: ProcessMarks): ProcessRunner {
  const table = { watch: createFamilyWatch(), recent: createSharedListing(lookEveryMs / 2) }
  return {
    start: (launch, onOutput) =>
      launch.kind === 'supervised' ? startSupervised(launch, onOutput) : startBound(launch, onOutput, table),
    async sweep() {
      const count = sweepMarked(marks.isLeftOver)
      removeCages(marks.isLeftOver)
      return count
    },
  }
}

type Of<Kind extends Launch['kind']> = Extract<Launch, { kind: Kind }>
type OnOutput = (bytes: Uint8Array) => void

/** What all commands share of what there is to know about processes. */
interface SharedTable {
  watch: FamilyWatch
  recent: () => readonly ProcessRow[]
}

function startBound(
  { argv, env, systemCalls }: Of<'bound to us'>,
  onOutput: OnOutput,
  { watch, recent }: SharedTable,
) {
  const cage = openProcessCage(env[markName] ?? '')
  const [program = '', ...args] = cage?.enter(argv) ?? argv
  const child = open(program, args, { env, cwd: '/' })
  if (systemCalls) lineOf(child).end(systemCalls)
  else lineOf(child).destroy()
  let over: OverLimit | undefined
  let family: ProcessFamily | undefined
  let unwatch: (() => void) | undefined
  if (child.pid !== undefined) {
    putLast(child.pid)
    family = createProcessFamily({ root: child.pid, isHolder: true, cage, recent })
    unwatch = watch.add(family, (limit) => {
      over ??= limit
    })
  }
  const ended = endOf(child, onOutput).then(({ code, signal, trouble }): ProcessEnd => {
    unwatch?.()
    void cage?.remove()
    return describeEnd(code, signal, trouble, over)
  })
  return handle(child, ended, () => void family?.end())
}

function startSupervised({ job }: Of<'supervised'>, onOutput: OnOutput) {
  // Its environment is that of the command: the libraries it loads shall not see ours either. Its mark is another one,
  // so that it does not take itself for one of those that it ends.
  const supervisorMark = `${job.mark}.supervisor`
  const env = { ...job.env, [markName]: supervisorMark }
  const child = open(process.execPath, ['--no-warnings', supervisorProgram], { env, cwd: '/' })
  const line = lineOf(child)
  let report: SupervisorReport | undefined
  line.write(`${JSON.stringify(job)}\n`)
  const lines = createInterface({ input: line })
  lines.on('line', (text) => {
    // The edge: it is a program of ours.
    report = JSON.parse(text) as SupervisorReport
  })
  // What breaks the line ends the supervisor, and that is told by its end.
  lines.on('error', () => undefined)
  const ended = endOf(child, onOutput).then(({ code, signal, trouble }): ProcessEnd => {
    // Whoever ended the supervisor did not end what it watched over.
    if (report === undefined) sweepMarked((mark) => mark === job.mark || mark === supervisorMark)
    if (report?.report === 'ended') return describeEnd(report.code, report.signal, trouble, report.over)
    const why = report?.message ?? (trouble.trim() || `its supervisor ended with ${code ?? signal}`)
    return { kind: 'not started', message: why }
  })
  const order: SupervisorOrder = { order: 'stop' }
  const stop = () => {
    if (!line.destroyed) line.write(`${JSON.stringify(order)}\n`)
    const giveUp = setTimeout(() => child.kill('SIGKILL'), limits.execStopMs * 3)
    void ended.then(() => clearTimeout(giveUp))
  }
  return handle(child, ended, stop)
}

function open(
  program: string,
  args: readonly string[],
  { env, cwd }: { env: NodeJS.ProcessEnv; cwd: string },
) {
  const child = spawn(program, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe', 'pipe'], detached: true })
  // It may end, or close its input, while we write.
  child.stdin?.on('error', () => undefined)
  lineOf(child).on('error', () => undefined)
  return child
}

function lineOf(child: ChildProcess): Duplex {
  // The edge: Node gives a pipe beyond the third as a stream of both directions.
  return child.stdio[3] as Duplex
}

interface End {
  code: number | null
  signal: string | null
  trouble: string
}

const troubleBytesMax = 2_048

/** Not before everything it said has been heard; but a stranger who keeps its output open is not waited for. */
function endOf(child: ChildProcess, onOutput: OnOutput): Promise<End> {
  let trouble = ''
  listen(child.stdout, onOutput)
  listen(child.stderr, (bytes) => {
    if (trouble.length < troubleBytesMax) trouble += Buffer.from(bytes).toString('utf8')
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, trouble: error.message }))
    child.once('exit', (code, signal) => {
      const leave = setTimeout(() => child.stdout?.destroy(), limits.execStopMs)
      child.once('close', () => {
        clearTimeout(leave)
        resolve({ code, signal, trouble })
      })
    })
  })
}

const burstBytesMax = 1_048_576
const burstMs = 20

/** Who puts out faster than this waits: reading it all would leave us no time for anybody else. */
function listen(stream: Readable | null, onBytes: OnOutput): void {
  let burst = 0
  stream?.on('error', () => undefined)
  stream?.on('data', (bytes: Buffer) => {
    onBytes(bytes)
    burst += bytes.length
    if (burst < burstBytesMax) return
    burst = 0
    stream.pause()
    setTimeout(() => stream.resume(), burstMs)
  })
}

function handle(child: ChildProcess, ended: Promise<ProcessEnd>, stop: () => void): RunningProcess {
  let isStopping = false
  return {
    write(text) {
      if (child.stdin === null || !child.stdin.writable) return false
      child.stdin.write(text)
      return true
    },
    endInput: () => void child.stdin?.end(),
    stop() {
      if (isStopping) return
      isStopping = true
      stop()
    },
    ended,
  }
}

function describeEnd(
  code: number | null,
  signal: string | null,
  trouble: string,
  over: OverLimit | undefined,
): ProcessEnd {
  const rest = { trouble, ...(over && { over }) }
  if (code !== null) return { kind: 'exited', code, ...rest }
  if (signal !== null) return { kind: 'killed', signal, ...rest }
  return { kind: 'not started', message: trouble }
}
