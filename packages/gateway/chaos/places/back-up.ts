// Backups that are made while people talk, some of them killed in their middle: one that has its name is whole, and can be
// gone on from.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readVerifiedManifest } from '../../src/backup-manifest.ts'
import { callOperation } from '../../src/command-line/call-operation.ts'
import { inspect } from '../inspect-database.ts'

/** Resolves when it is made, or when whoever was to make it is gone. `onBegun`: it is being written. */
export async function backUp(database: string, onBegun: () => void): Promise<void> {
  const socketPath = join(dirname(database), 'heddle.sock')
  try {
    await callOperation({
      socketPath,
      name: 'backup.create',
      input: { withKey: false },
      onProgress: onBegun,
    })
  } catch {
    // Killed: what it left is looked at when all is at rest.
  }
}

/** Makes one more, and takes all of them away again. */
export async function checkBackups(database: string): Promise<string[]> {
  const folder = join(dirname(database), 'backups')
  if (!existsSync(folder)) return []
  await backUp(database, () => undefined)
  const names = readdirSync(folder)
  const complaints = names
    .filter((name) => name.includes('.partial-'))
    .map((name) => `[F19] ${name} was left`)
  for (const name of names) {
    if (!name.includes('.partial-')) complaints.push(...(await checkBackup(join(folder, name))))
  }
  rmSync(folder, { recursive: true })
  return complaints
}

async function checkBackup(path: string): Promise<string[]> {
  try {
    await readVerifiedManifest(path)
  } catch (error) {
    return [`[F19] ${path} is not whole: ${error instanceof Error ? error.message : String(error)}`]
  }
  return inspect(join(path, 'heddle.db'), (copy) => copy.complaints()).map((text) => `[F19] ${path}: ${text}`)
}
