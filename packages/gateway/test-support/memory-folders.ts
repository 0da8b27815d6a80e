// Workspace folders in memory, for worlds that have no disk of their own. There are no links, rights or devices in them; a
// folder is there as long as something is in it.

import {
  type FolderEntry,
  type FolderPath,
  FolderTrouble,
  type WorkspaceFolder,
  type WorkspaceFolders,
} from '../src/agents/tools/files/workspace-folder.ts'
import { showPath } from '../src/agents/tools/files/parse-path.ts'
import type { FolderSearch, SearchFound } from '../src/agents/tools/files/search-tool.ts'
import { searchFolder } from '../src/agents/tools/files/search-folder.ts'

interface MemoryFile {
  bytes: Uint8Array
  version: string
}

export interface MemoryFolders extends WorkspaceFolders {
  /** By root, then by path with slashes. */
  readonly kept: Map<string, Map<string, MemoryFile>>
}

export function createMemoryFolders(files: Record<string, Record<string, string>> = {}): MemoryFolders {
  const kept = new Map<string, Map<string, MemoryFile>>()
  let versions = 0
  const keep = (bytes: Uint8Array): MemoryFile => ({ bytes, version: `v${++versions}` })
  for (const [root, texts] of Object.entries(files)) {
    kept.set(root, new Map(Object.entries(texts).map(([path, text]) => [path, keep(Buffer.from(text))])))
  }
  const folderOf = (root: string) => kept.get(root) ?? new Map<string, MemoryFile>()
  return {
    kept,
    open: (root) => openFolder(folderOf(root), keep),
    async make(root) {
      if (!kept.has(root)) kept.set(root, new Map())
    },
  }
}

function openFolder(
  files: Map<string, MemoryFile>,
  keep: (bytes: Uint8Array) => MemoryFile,
): WorkspaceFolder {
  const isFolder = (path: FolderPath) =>
    path.length === 0 || [...files.keys()].some((key) => key.startsWith(`${path.join('/')}/`))

  function judge(path: FolderPath): void {
    const above = path.slice(0, -1).map((_, at) => path.slice(0, at + 1))
    if (above.some((one) => files.has(one.join('/')))) {
      throw trouble('not_a_folder', path, 'has a file in its path where a folder should be')
    }
    if (isFolder(path)) throw trouble('not_a_file', path, 'is a folder, not a file')
  }

  return {
    async readFile(path, read) {
      judge(path)
      const file = files.get(path.join('/'))
      if (!file) throw trouble('missing', path, 'does not exist')
      const { bytes, version } = file
      async function* chunks(): AsyncGenerator<Uint8Array> {
        if (bytes.length > 0) yield bytes
      }
      return read({ bytes: bytes.length, version, chunks })
    },
    async writeFile(path, bytes, over) {
      judge(path)
      if ((files.get(path.join('/'))?.version ?? null) !== over) {
        throw trouble('changed', path, 'was changed in the meantime; read it again')
      }
      files.set(path.join('/'), keep(Uint8Array.from(bytes)))
    },
    async listFolder(path) {
      if (files.has(path.join('/'))) throw trouble('not_a_folder', path, 'is a file, not a folder')
      if (!isFolder(path)) throw trouble('missing', path, 'does not exist')
      const entries = new Map<string, FolderEntry>()
      for (const [key, { bytes }] of files) {
        const names = key.split('/')
        const name = names[path.length]
        if (name === undefined || path.some((one, at) => one !== names[at])) continue
        const isFile = names.length === path.length + 1
        entries.set(name, { name, kind: isFile ? 'file' : 'folder', bytes: isFile ? bytes.length : 0 })
      }
      return { entries: [...entries.values()], isWhole: true }
    },
  }
}

function trouble(code: FolderTrouble['code'], path: FolderPath, what: string): FolderTrouble {
  return new FolderTrouble(code, `"${showPath(path)}" ${what}.`)
}

/** In this very thread: for questions that come to an end. */
export function createDirectSearch(folders: WorkspaceFolders): FolderSearch {
  return async (root, question) => {
    const files: SearchFound['files'][number][] = []
    for await (const part of searchFolder(folders.open(root), question)) {
      if (part.kind === 'file') files.push(part.found)
      else return { files, end: part.kind === 'end' ? part.end : { trouble: part.message } }
    }
    throw new Error('a search ends with its end')
  }
}
