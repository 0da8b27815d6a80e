// What one operation is, and what it gets to work with. An operation runs inside a gateway, asked through its command
// socket, or in the command's own process when no gateway runs; it cannot tell which.

import type { ToolServerJson } from '@heddle/contract'
import type { z } from 'zod'
import type { Backups } from '../backup.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Durability } from '../foundation/database/real-disk.ts'
import type { StorageWorker } from '../foundation/database/storage-worker-client.ts'
import type { Store } from '../foundation/database/store.ts'
import type { Secrets } from '../foundation/secrets/secrets.ts'
import type { Actor, People } from '../people/people.ts'
import type { Routing } from '../routing/routing.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Settings } from '../settings.ts'

/** The part of the house that operations use. */
export interface OperationGround {
  readonly store: Store
  readonly people: People
  readonly sessions: Sessions
  readonly routing: Routing
  readonly secrets: Secrets
  readonly settings: Settings
  readonly backups: Backups
  readonly storageWorker: StorageWorker
  readonly tools: { readonly servers: { list(): Promise<readonly ToolServerJson[]> } }
  /** How commits reach the disk, which need not be what was asked for. */
  readonly durability: Durability
  readonly clock: Clock
  readonly version: string
  /** Where the gateway listens; undefined when none runs. */
  listeningUrl(): string | undefined
  /** What links start with, without a slash at the end. */
  linkBase(): string
}

export interface OperationContext extends OperationGround {
  /** Whoever can reach the folder on the machine itself. */
  readonly actor: Extract<Actor, { kind: 'operator' }>
}

/** Says what is being done now, for whoever waits. */
export type Progress = (stage: string) => void

export interface Operation<Input, Result> {
  readonly input: z.ZodType<Input>
  run(context: OperationContext, input: Input, progress: Progress): Promise<Result>
}

export function defineOperation<Input, Result>(
  operation: Operation<Input, Result>,
): Operation<Input, Result> {
  return operation
}
