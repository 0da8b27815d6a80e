// The program that watches over one command that would outlive the gateway. It gets its job on the fourth descriptor; when
// that line breaks, the gateway is gone, and the command goes too. The command has our input and output as its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type ChildEnd, endOfChild } from './real-child-end.ts'
import { createFamilyWatch } from './real-family-watch.ts'
import { openProcessCage, type ProcessCage } from './real-process-cage.ts'
import { createProcessFamily } from './real-process-family.ts'
import { putLast } from './real-put-last.ts'
import type { OverLimit, SupervisedJob, SupervisorReport } from './supervised-job.ts'

interface Started {
  child: ChildProcess
  ended: Promise<ChildEnd>
  cage?: ProcessCage
  /** When it has ended. */
  close(): Promise<void>
}

const line = new Socket({ fd: 3, readable: true, writable: true })
const lines = createInterface({ input: line })
let isBegun = false
let isStopWanted = false
/** While the command is being started, there is nobody to end yet. */
let stop: () => void = () => {
  isStopWanted = true
  if (!isBegun) process.exit(0)
}

lines.on('line', (text) => {
  if (isBegun) return stop()
  isBegun = true
  // The edge: the gateway is of the same version as we are.
  void supervise(JSON.parse(text) as SupervisedJob)
})
// Both tell the same trouble, after which the line is closed.
lines.on('error', () => undefined)
line.on('error', () => undefined)
line.on('close', () => stop())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop())

async function supervise(job: SupervisedJob): Promise<void> {
  try {
    const started = await start(job)
    await watchOver(job, started)
  } catch (error) {
    report({ report: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
  // What the line has not taken by then, nobody wants any more.
  if (line.destroyed) process.exit(0)
  line.end(() => process.exit(0))
}

async function start(job: SupervisedJob): Promise<Started> {
  if (job.sandboxRuntime) {
    const { startInSandboxRuntime } = await import('./real-start-in-sandbox-runtime.ts')
    return startInSandboxRuntime(job, job.sandboxRuntime)
  }
  const { env, cwd } = job
  const cage = openProcessCage(job.mark)
  const [program = '', ...args] = cage?.enter(job.argv) ?? job.argv
  const child = spawn(program, args, { env, cwd, stdio: 'inherit', detached: true })
  return {
    child,
    ended: endOfChild(child),
    ...(cage && { cage }),
    close: async () => cage?.remove(),
  }
}

async function watchOver({ mark }: SupervisedJob, { child, ended, cage, close }: Started): Promise<void> {
  const root = child.pid
  if (root === undefined) {
    await close()
    await ended
    return
  }
  putLast(root)
  const family = createProcessFamily({ root, isHolder: false, cage, mark })
  let over: OverLimit | undefined
  let ending: Promise<void> | undefined
  const unwatch = createFamilyWatch().add(family, (limit) => {
    over ??= limit
  })
  stop = () => {
    ending ??= family.end()
  }
  if (isStopWanted) stop()
  const end = await ended
  unwatch()
  if (ending) await ending
  // A command takes along what it started.
  family.kill()
  await close()
  report({ report: 'ended', ...end, ...(over && { over }) })
}

function report(value: SupervisorReport): void {
  if (!line.destroyed) line.write(`${JSON.stringify(value)}\n`)
}
