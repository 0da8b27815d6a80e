// Where a command runs, as a port: bubblewrap, sandbox-runtime, or nowhere in particular, with somebody's word for it.

import type { Environment } from './choose-environment.ts'
import type { SupervisedJob } from './supervised-job.ts'

export interface Sandbox {
  /** Why it does not work on this machine, and what would help, in one sentence; undefined when it does. Never throws. */
  probe(): Promise<string | undefined>
  /** What has to be started. Throws `FolderUnusable` for a folder that is none, `CannotRun` for what it cannot give. */
  wrap(command: Command): Promise<Launch>
}

/** The message is one sentence for the model that wanted it. */
export class CannotRun extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotRun'
  }
}

export interface Command {
  /** A program with its arguments; no shell sees any of it. */
  argv: readonly string[]
  env: Environment
  /** The agent's folder, which is all that it may change. */
  workspace: string
  /** Where it starts: the agent's folder or one inside of it. */
  cwd: string
  /** Somebody allowed it the network. */
  network?: boolean
}

export type Launch =
  /** Ends by the kernel's hand when we end. `systemCalls` is a filter that it reads from its fourth descriptor. */
  | { kind: 'bound to us'; argv: readonly string[]; env: Environment; systemCalls?: Uint8Array }
  /** Would outlive us, so somebody watches over it. */
  | { kind: 'supervised'; job: SupervisedJob }
