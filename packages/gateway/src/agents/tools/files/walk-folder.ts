// Goes through a folder and those below it, folders first, in the order of their names. Follows no links, and leaves out
// what is never meant: the folders of Git and of installed packages, unless the walk begins in one.

import { limits } from '@heddle/contract/limits'
import { type FolderEntry, type FolderPath, FolderTrouble, type WorkspaceFolder } from './workspace-folder.ts'

export const skippedFolders: readonly string[] = ['.git', 'node_modules']

export interface WalkedEntry extends FolderEntry {
  /** Below the folder in which the walk began. */
  path: FolderPath
}

export interface WalkNotes {
  /** Of `skippedFolders`, those that were met. */
  skipped: Set<string>
  /** Folders that could not be read, or were gone. */
  unread: number
  /** Folders of which not everything was seen, and those that were not entered: too deep, or too many before. */
  cut: number
}

/** Throws FolderTrouble for the first folder alone: what goes wrong below is counted. */
export async function* walkFolder(
  folder: WorkspaceFolder,
  from: FolderPath,
  depth: number,
  notes: WalkNotes,
): AsyncGenerator<WalkedEntry> {
  const entries = await listSorted(folder, from, notes)
  // Those still to be handed on; the next one is the last.
  const waiting = entries.map((entry) => ({ ...entry, path: [entry.name] })).reverse()
  let folders = 1
  let seen = entries.length
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    yield entry
    if (entry.kind !== 'folder' || entry.path.length >= depth) continue
    if (skippedFolders.includes(entry.name)) {
      notes.skipped.add(entry.name)
      continue
    }
    const path = [...from, ...entry.path]
    const isTooMany = ++folders > limits.fileFoldersPerWalkMax || seen > limits.fileEntriesPerWalkMax
    if (isTooMany || path.length >= limits.filePathNamesMax) {
      notes.cut++
      continue
    }
    const { path: above } = entry
    const inside = await listSorted(folder, path, notes).catch((error: unknown) => {
      if (!(error instanceof FolderTrouble)) throw error
      notes.unread++
      return []
    })
    seen += inside.length
    for (const inner of inside.reverse()) waiting.push({ ...inner, path: [...above, inner.name] })
  }
}

export function createWalkNotes(): WalkNotes {
  return { skipped: new Set(), unread: 0, cut: 0 }
}

async function listSorted(
  folder: WorkspaceFolder,
  path: FolderPath,
  notes: WalkNotes,
): Promise<FolderEntry[]> {
  const { entries, isWhole } = await folder.listFolder(path)
  if (!isWhole) notes.cut++
  return entries.sort((a, b) => rank(a) - rank(b) || compare(a.name, b.name))
}

function rank({ kind }: FolderEntry): number {
  return kind === 'folder' ? 0 : 1
}

/** By code unit: the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
