// Everything the command line touches outside itself, handed in by main.ts: arguments, environment, streams, signals,
// and the house when a command needs it.

import type { Environment } from '../config-environment.ts'
import type { House } from './house.ts'
import type { Outlet } from './terminal.ts'

export interface World {
  readonly args: readonly string[]
  readonly env: Environment
  readonly cwd: string
  readonly version: string
  readonly stdout: Outlet
  readonly stderr: Outlet
  readonly stdin: Inlet
  /** Loaded on first use: most commands do without. */
  house(): Promise<House>
  onSignal(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', fn: () => void): void
  /** Ends the process at once. */
  exit(code: number): never
  /** Milliseconds since the process began. */
  uptimeMs(): number
}

export interface Inlet {
  readonly isTerminal: boolean
  /** All of it, up to so many bytes; undefined if there is more. */
  readAll(bytesMax: number): Promise<string | undefined>
}
