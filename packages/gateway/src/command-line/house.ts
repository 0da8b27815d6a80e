// What the command line needs of the house. The wiring implements it; it is loaded when a command first needs it.

import type { LoadedConfig, Reload } from '../config.ts'
import type { DataFolder } from '../data-folder.ts'
import type { OperationGround } from './operation.ts'

export interface House {
  /** Serves until it is stopped. Throws FolderInUse and the like when it cannot start. */
  startGateway(options: StartOptions): Promise<RunningGateway>
  /** Takes the folder's lock, opens and migrates the store. Throws FolderInUse when another process has the lock. */
  openGround(options: GroundOptions): Promise<Ground>
}

export interface GroundOptions {
  folder: DataFolder
  config: LoadedConfig
  env: Readonly<Record<string, string | undefined>>
}

export interface Ground extends OperationGround {
  close(): Promise<void>
}

export interface StartOptions extends GroundOptions {
  socketPath: string
  /** The gateway cannot go on, for the reason given: the process must end. */
  onBroken(error: Error): void
}

export interface RunningGateway {
  readonly url: string
  /** Present while there is no owner. */
  readonly ownerLink: string | undefined
  /** After the configuration was read again: writes that down, and takes over what works without a restart. */
  applyConfig(outcome: Reload): void
  /** Lets what runs end, then closes everything. */
  stop(): Promise<void>
}
