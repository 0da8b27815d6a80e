// What the gateway and the program that watches over a command say to each other: one JSON value a line.

import type { Environment } from './choose-environment.ts'

export interface SupervisedJob {
  argv: readonly string[]
  env: Environment
  cwd: string
  /** By which processes are found that got away from their parents. */
  mark: string
  /** Absent: as it is, outside of any sandbox. */
  sandboxRuntime?: SandboxRuntimeRules
}

export interface SandboxRuntimeRules {
  /** Without a /proc of its own, for containers that forbid one. */
  isWeaker: boolean
  readable: readonly string[]
  writable: readonly string[]
  hidden: readonly string[]
}

/** What comes down after the job; the end of the line says the same. */
export interface SupervisorOrder {
  order: 'stop'
}

export type SupervisorReport =
  | { report: 'ended'; code: number | null; signal: string | null; over?: OverLimit }
  | { report: 'failed'; message: string }

export type OverLimit = 'processes' | 'memory'
