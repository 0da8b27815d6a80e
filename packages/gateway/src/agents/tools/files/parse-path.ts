// From the text of a path to names below the workspace folder. Nothing is decoded, expanded or folded: what is not a plain
// path inside is refused, and everything else is a name like any other.

import { limits } from '@heddle/contract/limits'
import { showControls } from '../fit-output.ts'
import { type FolderPath, FolderTrouble } from './workspace-folder.ts'

const nameBytesMax = 255

/** `root` is the absolute path of the folder, as it is configured. */
export function parsePath(text: string, root: string): FolderPath {
  if (text.length > limits.filePathCharsMax)
    throw no(text, `is longer than ${limits.filePathCharsMax} characters`)
  if (text.includes('\0')) throw no(text, 'has a NUL byte in it')
  if (!text.isWellFormed()) throw no(text, 'has half a character in it')
  const isWindows = !root.startsWith('/')
  const names = split(isWindows ? text.replaceAll('\\', '/') : text)
  const below = isAbsolute(text, isWindows) ? dropRoot(text, names, root, isWindows) : names
  if (below.includes('..'))
    throw no(text, 'has ".." in it; say the path from the workspace folder down', 'outside')
  if (below.length > limits.filePathNamesMax)
    throw no(text, `is deeper than ${limits.filePathNamesMax} folders`)
  if (below.some((name) => Buffer.byteLength(name) > nameBytesMax)) {
    throw no(text, `has a name of more than ${nameBytesMax} bytes in it`)
  }
  if (isWindows && below.some(isWindowsDevice))
    throw no(text, 'has a name in it that Windows reads as something else')
  return below
}

/** As it is shown: no control bytes, and "." for the folder itself. */
export function showPath(path: FolderPath): string {
  return path.length === 0 ? '.' : showName(path.join('/'))
}

/** On one line, whatever signs it has. */
export function showName(name: string): string {
  return showControls(name).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

function split(text: string): string[] {
  return text.split('/').filter((name) => name !== '' && name !== '.')
}

function isAbsolute(text: string, isWindows: boolean): boolean {
  return isWindows ? /^([A-Za-z]:|[\\/])/.test(text) : text.startsWith('/')
}

function dropRoot(text: string, names: readonly string[], root: string, isWindows: boolean): string[] {
  const above = split(isWindows ? root.replaceAll('\\', '/') : root)
  // Drives and folders of Windows have no case.
  const same = (a: string, b: string | undefined) =>
    a === b || (isWindows && a.toLowerCase() === b?.toLowerCase())
  if (!above.every((name, at) => same(name, names[at]))) {
    throw no(text, 'is outside of the workspace folder', 'outside')
  }
  return names.slice(above.length)
}

/** Devices by their old names, streams of a file, and endings that Windows drops. */
function isWindowsDevice(name: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|[:<>|"?*]|[. ]$/i.test(name)
}

function no(text: string, why: string, code: 'outside' | 'failed' = 'failed'): FolderTrouble {
  return new FolderTrouble(code, `The path "${showName(text.slice(0, 200))}" ${why}.`)
}
