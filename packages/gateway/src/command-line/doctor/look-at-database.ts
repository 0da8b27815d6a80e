// The database: is its schema one that we know, is every page of it whole, do its secrets open? A running gateway is
// asked; otherwise the file itself is looked at, under the folder's lock, and not brought forward.

import { existsSync } from 'node:fs'
import type { DataFolder } from '../../data-folder.ts'
import { foldLogIn, looksLikeDatabase } from '../../database-file-store.ts'
import { readMigrations } from '../../foundation/database/real-migrations.ts'
import { createStorageWorker } from '../../foundation/database/storage-worker-client.ts'
import { availableKeyIds } from '../../key-ids.ts'
import type { CommandContext } from '../command.ts'
import { withFolderLock } from '../with-folder-lock.ts'
import { fail, type Finding, ok, warn } from './finding.ts'
import { checkFilesOf, filesFinding } from './look-at-files.ts'
import { settingsFinding } from './look-at-models.ts'
import type { Running } from './find-running.ts'

const restoreIt = 'Keep a copy of the data folder, then restore a backup: heddle restore <dir> --force'

export async function lookAtDatabase(
  context: CommandContext,
  folder: DataFolder,
  running: Running,
): Promise<Finding[]> {
  if (running.state === 'yes') return askGateway(context)
  if (!existsSync(folder.database)) return [ok('database', 'none yet; the first start makes it')]
  if (running.state === 'silent') {
    return [warn('database', 'not looked at: another process has the folder', 'Try again when it is done.')]
  }
  if (!looksLikeDatabase(folder.database)) return [damaged('the file does not begin like a database')]
  try {
    return await withFolderLock(folder, () => lookAtFile(context, folder))
  } catch (error) {
    return [damaged(error instanceof Error ? error.message : String(error))]
  }
}

async function askGateway(context: CommandContext): Promise<Finding[]> {
  const found = await context.call('store.check', {})
  const { complaints, secrets, closedSecrets, needsOwner, files, warnings } = found
  return [
    ok('schema', `${knownSchema()}, in use`),
    integrity(complaints),
    secretsFinding(secrets, closedSecrets.length),
    filesFinding(files),
    ...warnings.map(settingsFinding),
    ...(needsOwner
      ? [warn('owner', 'there is none yet', 'Open the owner link: heddle user owner-link')]
      : []),
  ]
}

async function lookAtFile(context: CommandContext, folder: DataFolder): Promise<Finding[]> {
  const { schema, keyIds } = foldLogIn(folder.database)
  const worker = createStorageWorker(folder.database)
  try {
    const complaints = await worker.ask<string[]>({ kind: 'check', depth: 'full' })
    return [
      schemaFinding(schema, knownSchema()),
      integrity(complaints),
      secretsFinding(keyIds.length, closedKeys(context, folder, keyIds)),
      filesFinding(await checkFilesOf(folder)),
    ]
  } finally {
    await worker.close()
  }
}

function knownSchema(): number {
  return readMigrations().at(-1)?.version ?? 0
}

export function schemaFinding(found: number, known: number): Finding {
  if (found === known) return ok('schema', String(found))
  if (found > known) {
    return fail('schema', `${found}; this Heddle knows up to ${known}`, 'Use the newer Heddle that wrote it.')
  }
  return warn(
    'schema',
    `${found}; the next start brings it to ${known}`,
    'A copy is made before, in <data>/backups.',
  )
}

function integrity(complaints: readonly string[]): Finding {
  return complaints.length === 0 ? ok('database', 'whole, every page read') : damaged(complaints[0] ?? '')
}

function damaged(why: string): Finding {
  return fail('database', `damaged: ${why}`, restoreIt)
}

function secretsFinding(count: number, closed: number): Finding {
  if (closed === 0) return ok('secrets', count === 0 ? 'none' : 'the key opens all of them')
  return fail(
    'secrets',
    'some cannot be opened with this key',
    'Put the right key back, or set them again: heddle secret list',
  )
}

/** How many of the keys that secrets are sealed with are not the one in force. */
function closedKeys({ world }: CommandContext, folder: DataFolder, keyIds: readonly string[]): number {
  const available = availableKeyIds(folder.secretKey, world.env['HEDDLE_SECRET_KEY'] || undefined)
  return keyIds.filter((id) => !available.includes(id)).length
}
