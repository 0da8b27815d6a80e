// What the system says when something cannot be done with a file, as a sentence. The sentence never has the real path in
// it: where the folder lies on the machine is nobody's business here.

import { showPath } from './parse-path.ts'
import { type FolderPath, FolderTrouble, type TroubleCode } from './workspace-folder.ts'

/** What the system did not say comes back as it is. */
export function tellFolderError(error: unknown, path: FolderPath): unknown {
  const code = errorCode(error)
  // Codes that begin with ERR_ are Node's own: someone called it wrongly.
  if (code === undefined || code.startsWith('ERR_')) return error
  const [kind, text] = table[code] ?? ['failed', `could not be used (${code})`]
  return new FolderTrouble(kind, `"${showPath(path)}" ${text}.`, { cause: error })
}

const full = 'could not be written: the disk is full; nothing was changed'
const notAllowed = 'may not be used: Heddle lacks the rights on it'

const table: Record<string, [TroubleCode, string]> = {
  ENOENT: ['missing', 'does not exist'],
  ENOTDIR: ['not_a_folder', 'has a file in its path where a folder should be'],
  EISDIR: ['not_a_file', 'is a folder, not a file'],
  ENXIO: ['not_a_file', 'is neither a file nor a folder'],
  ENODEV: ['not_a_file', 'is neither a file nor a folder'],
  ELOOP: ['changed', 'became a link while it was opened; try again'],
  ENAMETOOLONG: ['failed', 'is too long a path'],
  EACCES: ['not_allowed', notAllowed],
  EPERM: ['not_allowed', notAllowed],
  EROFS: ['not_allowed', 'could not be written: it lies on a read-only disk'],
  ENOSPC: ['disk_full', full],
  EDQUOT: ['disk_full', full],
  EFBIG: ['too_large', 'could not be written: the disk takes no file of that size'],
  EMFILE: ['failed', 'could not be opened: too many files are open; try again'],
  ENFILE: ['failed', 'could not be opened: too many files are open; try again'],
  EIO: ['failed', 'could not be used: the disk reported an error'],
  EBUSY: ['failed', 'is in use by the system; try again'],
}

/** Undefined for what is no error of the system, or of Node. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof FolderTrouble || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
