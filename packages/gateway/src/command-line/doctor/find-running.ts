// Whether a gateway runs on the folder, and whether it is of our version.

import { existsSync } from 'node:fs'
import { chooseSocketPath, describeDataFolder } from '../../data-folder.ts'
import type { Durability } from '../../foundation/database/real-disk.ts'
import { takeFolderLock } from '../../foundation/database/real-folder-lock.ts'
import { callOperation, NobodyThere } from '../call-operation.ts'
import type { CommandContext } from '../command.ts'
import type { ResultOf } from '../operations.ts'
import { fail, type Finding, ok, warn } from './finding.ts'

export interface Running {
  /** `silent`: someone has the folder's lock, but nobody answers commands. */
  state: 'yes' | 'no' | 'silent'
  url: string | null
  /** How its commits reach the disk; null when nobody says. */
  durability: Durability | null
  finding: Finding
}

const what = 'gateway'
const unknown = { url: null, durability: null } as const

export async function findRunning(context: CommandContext): Promise<Running> {
  const { world, dataFolder } = context
  try {
    const socketPath = chooseSocketPath(dataFolder, world.cwd)
    const call = { socketPath, name: 'about', input: {}, onProgress: () => undefined }
    // The cast is the edge: what answers here is the operation of that name.
    const { version, url, durability } = (await callOperation(call)) as ResultOf<'about'>
    const finding =
      version === world.version
        ? ok(what, `runs at ${url}`)
        : warn(what, `runs at ${url} with version ${version}; this is ${world.version}`, 'Restart it.')
    return { state: 'yes', url, durability: durability ?? null, finding }
  } catch (error) {
    if (error instanceof NobodyThere) return lookAtLock(dataFolder)
    return { state: 'silent', ...unknown, finding: unreachable(error) }
  }
}

function lookAtLock(dataFolder: string): Running {
  const { owner } = describeDataFolder(dataFolder)
  try {
    // Taking it makes the file, which is not for us to do in a folder that is not there yet.
    const lock = existsSync(owner) ? takeFolderLock(owner) : 'none'
    if (lock === undefined) {
      const todo = 'Wait a moment and try again; if it stays so, stop that process.'
      return { state: 'silent', ...unknown, finding: warn(what, 'another process has the folder', todo) }
    }
    if (lock !== 'none') lock.release()
    return { state: 'no', ...unknown, finding: ok(what, 'does not run; the folder is free') }
  } catch (error) {
    return { state: 'no', ...unknown, finding: unreachable(error) }
  }
}

function unreachable(error: unknown): Finding {
  const why = error instanceof Error ? error.message : String(error)
  return fail(what, `cannot be asked: ${why}`, 'Look at the rights of the data folder.')
}
