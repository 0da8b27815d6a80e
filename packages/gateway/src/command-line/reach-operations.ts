// Gets an operation done: by the gateway that runs on the folder, or, when none does, here, with the folder's lock in
// hand for as long as the command lasts.

import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { limits } from '@heddle/contract'
import { loadConfig } from '../config.ts'
import {
  chooseSocketPath,
  describeDataFolder,
  FolderInUse,
  FolderUnusable,
  openDataFolder,
} from '../data-folder.ts'
import { callOperation, NobodyThere } from './call-operation.ts'
import type { Ground } from './house.ts'
import type { InputOf, OperationName, ResultOf } from './operations.ts'
import type { World } from './world.ts'

/** The same keys as the operation's input; its schema judges the values, wherever it runs. */
export type LooseInput<Name extends OperationName> = { [Key in keyof InputOf<Name>]?: unknown }

export interface Reach {
  call<Name extends OperationName>(name: Name, input: LooseInput<Name>): Promise<ResultOf<Name>>
  close(): Promise<void>
}

export interface ReachOptions {
  world: World
  dataFolder: string
  configFlag: string | undefined
  /** May make a folder that is not there yet. Others say that there is none: the name is probably mistyped. */
  makesFolder: boolean
  onProgress(stage: string): void
}

// A gateway that starts or ends holds the lock without answering, and so does another command that is at work. An
// orderly end takes the longest.
const patienceMs = limits.shutdownMs + 10_000
const pauseMs = 50

export function createReach(options: ReachOptions): Reach {
  const { world, dataFolder } = options
  let ground: Ground | undefined

  async function perform(name: string, input: unknown): Promise<unknown> {
    const socketPath = chooseSocketPath(dataFolder, world.cwd)
    const until = world.uptimeMs() + patienceMs
    for (;;) {
      if (ground) return runHere(ground, name, input)
      try {
        return await callOperation({ socketPath, name, input, onProgress: options.onProgress })
      } catch (error) {
        if (!(error instanceof NobodyThere)) throw error
      }
      ground = await open(until)
    }
  }

  /** Undefined when it is worth asking the socket again. */
  async function open(until: number): Promise<Ground | undefined> {
    const folder = options.makesFolder ? openDataFolder(dataFolder) : existingFolder(dataFolder)
    const config = loadConfig({
      flags: options.configFlag === undefined ? {} : { config: options.configFlag },
      env: world.env,
      dataFolder,
      cwd: world.cwd,
    })
    const house = await world.house()
    try {
      return await house.openGround({ folder, config, env: world.env })
    } catch (error) {
      if (!(error instanceof FolderInUse) || world.uptimeMs() > until) throw error
      options.onProgress('Waiting for another Heddle that is busy with this folder')
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      return undefined
    }
  }

  async function runHere(here: Ground, name: string, input: unknown): Promise<unknown> {
    const { runOperation } = await import('./operations.ts')
    return runOperation(withOperator(here), name, input, options.onProgress)
  }

  return {
    // The cast is the edge: the table that made the result is the one its type is taken from.
    call: async <Name extends OperationName>(name: Name, input: LooseInput<Name>) =>
      (await perform(name, input)) as ResultOf<Name>,
    async close() {
      await ground?.close()
      ground = undefined
    },
  }
}

/** What operations get: the ground, and whoever runs this process as the one who asks. */
export function withOperator<G extends object>(ground: G): G & { actor: { kind: 'operator'; name: string } } {
  return { ...ground, actor: { kind: 'operator', name: operatorName() } }
}

function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

function existingFolder(path: string) {
  const folder = describeDataFolder(path)
  if (existsSync(folder.database)) return openDataFolder(path)
  throw noDataIn(path)
}

export function noDataIn(path: string): FolderUnusable {
  return new FolderUnusable(
    `There is no Heddle data in ${path}; name another folder with --data, or make one with "heddle start".`,
  )
}
