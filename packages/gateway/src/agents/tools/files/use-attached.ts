// A file of the workspace folder as something that is handed to people: found and opened by the same rules as `read` has,
// with a name and a type, and read while it is open.

import { limits, nearest } from '@heddle/contract'
import { chooseMediaType } from './choose-media-type.ts'
import { parsePath, showPath } from './parse-path.ts'
import { tellSize } from './tell-size.ts'
import {
  type FolderFile,
  type FolderPath,
  FolderTrouble,
  type WorkspaceFolder,
  type WorkspaceFolders,
} from './workspace-folder.ts'

export interface AttachedFile {
  name: string
  mediaType: string
  content: AsyncIterable<Uint8Array>
}

/** Throws FolderTrouble, which names what is nearest to a path that is not there. */
export async function useAttached<T>(
  folders: WorkspaceFolders,
  workspace: string,
  path: string,
  use: (file: AttachedFile) => Promise<T>,
): Promise<T> {
  const names = parsePath(path, workspace)
  await folders.make(workspace)
  const folder = folders.open(workspace)
  try {
    return await folder.readFile(names, async (file) => {
      judgeSize(names, file)
      return use({ name: names.at(-1) ?? '', ...(await readHead(names, file)) })
    })
  } catch (error) {
    if (!(error instanceof FolderTrouble) || error.code !== 'missing') throw error
    throw new MissingFile(error, await findNearest(folder, names))
  }
}

/** `nearest` is a path that is there. */
export class MissingFile extends FolderTrouble {
  readonly nearest: string | undefined
  constructor(cause: FolderTrouble, near: string | undefined) {
    super(cause.code, cause.message, { cause })
    this.nearest = near
  }
}

function judgeSize(names: FolderPath, { bytes }: FolderFile): void {
  const shown = `"${showPath(names)}"`
  if (bytes === 0) throw new FolderTrouble('failed', `${shown} is empty.`)
  if (bytes <= limits.fileBytesMax) return
  const most = `${limits.fileBytesMax / 1_048_576} MiB`
  throw new FolderTrouble('too_large', `${shown} is too large: ${tellSize(bytes)}, and ${most} is the most.`)
}

/** The beginning says what it is, and is then read with the rest. */
async function readHead(
  names: FolderPath,
  file: FolderFile,
): Promise<Pick<AttachedFile, 'mediaType' | 'content'>> {
  const chunks = file.chunks()[Symbol.asyncIterator]()
  const first = await chunks.next()
  const head = first.done ? new Uint8Array() : first.value
  async function* whole(): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { mediaType: chooseMediaType(names.at(-1) ?? '', head), content: whole() }
}

/** In the folder where the way ends; of a slip in a folder's name that folder. */
async function findNearest(folder: WorkspaceFolder, names: FolderPath): Promise<string | undefined> {
  for (let depth = names.length - 1; depth >= 0; depth--) {
    const above = names.slice(0, depth)
    const listed = await folder.listFolder(above).catch(() => undefined)
    if (!listed) continue
    const isLast = depth === names.length - 1
    const there = listed.entries.filter(({ kind }) => (isLast ? kind === 'file' : kind === 'folder'))
    const found = nearest(names[depth] ?? '', there.map(({ name }) => name).toSorted())
    return found === undefined ? undefined : [...above, found].join('/')
  }
  return undefined
}
