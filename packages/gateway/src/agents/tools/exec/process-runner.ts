// Processes, as a port. The real one stands in real-process-runner.ts; tests and simulated worlds hand in their own.

import type { Launch } from './sandbox.ts'
import type { OverLimit } from './supervised-job.ts'

export interface ProcessRunner {
  /** Never throws: what cannot be started has ended as `not started`. */
  start(launch: Launch, onOutput: (bytes: Uint8Array) => void): RunningProcess
  /** Ends what an earlier process of ours left behind; says how many there were. */
  sweep(): Promise<number>
}

export interface RunningProcess {
  /** False when it does not read any more. */
  write(text: string): boolean
  endInput(): void
  /** Asks all its processes to end, and ends them if they do not. More calls change nothing. */
  stop(): void
  /** When nothing of it is left. */
  ended: Promise<ProcessEnd>
}

export type ProcessEnd =
  /** `trouble` is what whatever holds it complained about, not what it said itself. */
  | { kind: 'exited'; code: number; trouble: string; over?: OverLimit }
  | { kind: 'killed'; signal: string; trouble: string; over?: OverLimit }
  | { kind: 'not started'; message: string }
