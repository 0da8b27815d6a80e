// Runs one command to its end: within its time and its output, and no longer than the turn that wanted it.

import { limits } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { ToolOutcome, ToolRun } from '../../tools.ts'
import { cleanOutput } from './clean-output.ts'
import { createOutputKeeper, type OutputKeeper } from './keep-output.ts'
import type { ProcessRunner } from './process-runner.ts'
import type { Launch } from './sandbox.ts'
import { joinTold, type StopReason, tellEnd, tellOutput } from './tell-end.ts'

export interface RunDeps {
  clock: Clock
  runner: Pick<ProcessRunner, 'start'>
}

export interface RunWishes {
  stdin?: string
  timeoutMs: number
}

export async function runCommand(
  { clock, runner }: RunDeps,
  launch: Launch,
  { stdin, timeoutMs }: RunWishes,
  run: ToolRun,
): Promise<ToolOutcome> {
  const half = limits.toolOutputBytesMax / 2
  const output = createOutputKeeper({ headBytes: half, tailBytes: half })
  let reason: StopReason | undefined
  const stop = (why: StopReason) => {
    if (reason !== undefined) return
    reason = why
    child.stop()
  }
  const progress = createProgress(clock, output, run)
  const child = runner.start(launch, (bytes) => {
    output.add(bytes)
    progress.tell()
    if (output.totalBytes > limits.execFloodBytesMax) stop({ kind: 'flood' })
  })
  const onAbort = () => stop({ kind: 'turn' })
  const cancel = clock.timer(timeoutMs, () => stop({ kind: 'time', seconds: timeoutMs / 1_000 }))
  run.signal.addEventListener('abort', onAbort, { once: true })
  if (run.signal.aborted) onAbort()
  if (stdin !== undefined && stdin !== '') child.write(stdin)
  child.endInput()

  const end = await child.ended
  cancel()
  progress.end()
  run.signal.removeEventListener('abort', onAbort)
  const { text, isError } = tellEnd(end, reason)
  return { output: joinTold(tellOutput(output), text), isError }
}

/** At most so often; what came in between is told with the next. */
function createProgress(clock: Clock, output: OutputKeeper, run: ToolRun) {
  let cancel: (() => void) | undefined
  const tell = () => {
    cancel = undefined
    // As many bytes as that many characters can take.
    const tail = cleanOutput(output.end(limits.toolProgressCharsMax * 4))
    run.onProgress(tail.slice(-limits.toolProgressCharsMax))
  }
  return {
    tell() {
      cancel ??= clock.timer(limits.toolProgressEveryMs, tell)
    },
    end: () => cancel?.(),
  }
}
