// Where the repository is, and its files in one order on every machine.

import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const repositoryRoot = join(import.meta.dirname, '..')

const neverEntered = new Set([
  'node_modules',
  'dist',
  '.git',
  '.heddle',
  '.heddle-dev',
  '.cache',
  'test-results',
])

/** Paths of all files below a folder, relative to the root, with "/" on every system, sorted. A missing folder has none. */
export function filesBelow(folder: string, root: string = repositoryRoot): string[] {
  const found: string[] = []
  walk(join(root, folder), (path) => found.push(relative(root, path).split(sep).join('/')))
  return found.sort()
}

function walk(folder: string, found: (path: string) => void): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!neverEntered.has(entry.name)) walk(path, found)
    } else if (entry.isFile()) {
      found(path)
    }
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    // Also a folder that a running test removed between two looks.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
