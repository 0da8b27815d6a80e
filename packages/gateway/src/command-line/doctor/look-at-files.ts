// The files that people attached: does each have its bytes, and do bytes lie there that belong to nothing?

import { statSync } from 'node:fs'
import type { DataFolder } from '../../data-folder.ts'
import { readContents } from '../../database-file-store.ts'
import { blobPath, listBlobs } from '../../foundation/files/real-blobs.ts'
import type { ContentsCheck } from '../../sessions/sessions.ts'
import { fail, type Finding, ok, warn } from './finding.ts'

const what = 'files'
const lookedMax = 20_000

export function filesFinding({ looked, missing, orphaned, isPartial }: ContentsCheck): Finding {
  const upTo = isPartial ? ' among the first that were looked at' : ''
  if (missing > 0) {
    return fail(
      what,
      `${missing} of ${looked} are lost${upTo}`,
      'Stop, and copy what is missing from the folder "files" of a backup into <data>/files.',
    )
  }
  if (orphaned > 0) {
    return warn(
      what,
      `${orphaned} belong to nothing${upTo}`,
      'They stay from before a restore, and cost only room. Nothing needs them but a database that was moved aside.',
    )
  }
  return ok(what, looked === 0 ? 'none' : `${looked}, all there${upTo}`)
}

/** Without a gateway; the folder's lock is held. */
export async function checkFilesOf(folder: DataFolder): Promise<ContentsCheck> {
  const known = readContents(folder.database, lookedMax + 1)
  const there = await listBlobs(folder.files, lookedMax + 1)
  const names = new Set(known.map(({ hash }) => hash))
  const missing = known.filter(
    ({ hash, bytes, isUsed }) =>
      isUsed && statSync(blobPath(folder.files, hash), { throwIfNoEntry: false })?.size !== bytes,
  ).length
  const isPartial = known.length > lookedMax || there.length > lookedMax
  // Of a folder that was not read to its end, what seems unknown may only not have been reached.
  const orphaned = known.length > lookedMax ? 0 : there.filter((hash) => !names.has(hash)).length
  return { looked: Math.min(known.length, lookedMax), missing, orphaned, isPartial }
}
