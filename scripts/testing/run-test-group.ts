// Runs one group of test files in a process of its own and says what it came to, whatever happens to that process:
// an early end and a time-out are failures with the names of what was running.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { repositoryRoot } from '../repository.ts'
import { addTallies, nothingRun, type Tally } from './tally.ts'
import type { GroupMessage } from './test-group-process.ts'
import type { FileTime } from './time-files.ts'

export interface TestGroup {
  mode: 'together' | 'alone'
  files: readonly string[]
  /** How many run beside each other where each has a process of its own. Two unless told. */
  atOnce?: number
  env?: Record<string, string>
}

export interface GroupSurroundings {
  root?: string
  /** When it fires, time is up. */
  deadline: AbortSignal
  say: (line: string) => void
  /** Where the group's own report goes; to the terminal at once unless told. Held: in one piece when it is whole. */
  output?: 'inherit' | 'held' | 'ignore'
  onRunning?: (test: string) => void
  onTimed?: (time: FileTime) => void
  onCounted?: (as: keyof Tally, file: string | undefined) => void
}

export async function runTestGroup(group: TestGroup, around: GroupSurroundings): Promise<Tally> {
  if (group.files.length === 0) return nothingRun
  const child = launch(group, around)
  const state = follow(child, around)
  const tellHeld = hold(child, around)
  const closed = once(child, 'close')
  const end = () => endProcessGroup(child.pid)
  around.deadline.addEventListener('abort', end)
  process.on('exit', end)
  process.on('exit', tellHeld)
  if (around.deadline.aborted) end()

  // The channel closes after the last message, which may come later than the exit.
  const [[code, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  around.deadline.removeEventListener('abort', end)
  process.off('exit', end)
  process.off('exit', tellHeld)
  end()
  await closed
  tellHeld()

  if (state.isFinished) return state.tally
  const what = [...state.running].join(', ') || 'no test'
  around.say(
    around.deadline.aborted
      ? `✖ time is up; still running: ${what}`
      : `✖ the tests' process ended early (${signal ?? `exit code ${code}`}) in: ${what}`,
  )
  return addTallies([state.tally, { ...nothingRun, failed: 1 }])
}

function launch(group: TestGroup, around: GroupSurroundings): ChildProcess {
  const output = around.output === 'held' ? 'pipe' : (around.output ?? 'inherit')
  const program = join(import.meta.dirname, 'test-group-process.ts')
  return spawn(process.execPath, [program, group.mode, String(group.atOnce ?? 2), ...group.files], {
    cwd: around.root ?? repositoryRoot,
    // Node skips every file when it believes that it runs inside a test.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...group.env },
    stdio: ['ignore', output, output, 'ipc'],
    // A process group of its own, so that programs which a test left behind end with it.
    detached: true,
  })
}

/** Two groups that report at the same time would be read by nobody. */
function hold(child: ChildProcess, around: GroupSurroundings): () => void {
  const held: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => held.push(chunk))
  return () => {
    if (held.length > 0) around.say(Buffer.concat(held.splice(0)).toString().trimEnd())
  }
}

function follow(child: ChildProcess, around: GroupSurroundings) {
  const state = { running: new Set<string>(), tally: nothingRun, isFinished: false }
  child.on('message', (message: GroupMessage) => {
    switch (message.kind) {
      case 'running':
        state.running.add(message.test)
        around.onRunning?.(message.test)
        break
      case 'done':
        state.running.delete(message.test)
        break
      case 'counted':
        state.tally = message.tally
        around.onCounted?.(message.as, message.file)
        break
      case 'timed':
        around.onTimed?.(message.time)
        break
      case 'finished':
        state.isFinished = true
    }
  })
  return state
}

function endProcessGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of the group is left, which is the usual case.
  }
}
