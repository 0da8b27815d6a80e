// A file's text as it is about to be changed, with the version that it was read at.

import { limits } from '@heddle/contract'
import { showPath } from './parse-path.ts'
import { tellSize } from './tell-size.ts'
import { type FolderPath, FolderTrouble, type WorkspaceFolder } from './workspace-folder.ts'

export interface KnownFile {
  version: string
  bytes: number
  /** Undefined for what is no text in UTF-8, or too large to be compared. A mark of the byte order stays in it. */
  text: string | undefined
}

/** Undefined when there is no such file. */
export async function readKnownFile(
  folder: WorkspaceFolder,
  path: FolderPath,
): Promise<KnownFile | undefined> {
  try {
    return await folder.readFile(path, async (file) => {
      const { version, bytes } = file
      if (bytes > limits.fileWriteBytesMax) return { version, bytes, text: undefined }
      const chunks: Uint8Array[] = []
      for await (const chunk of file.chunks()) chunks.push(chunk)
      return { version, bytes, text: decode(Buffer.concat(chunks)) }
    })
  } catch (error) {
    if (error instanceof FolderTrouble && error.code === 'missing') return undefined
    throw error
  }
}

function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The bytes of a text that may be written. */
export function encodeForWriting(path: FolderPath, text: string): Uint8Array {
  if (path.some((name) => /[\0-\x1f\x7f-\x9f]/.test(name))) {
    throw new FolderTrouble('failed', `"${showPath(path)}" has control signs in it; use a plain name.`)
  }
  if (!text.isWellFormed())
    throw new FolderTrouble('failed', 'The text has half a character in it (a lone surrogate).')
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length <= limits.fileWriteBytesMax) return bytes
  const max = tellSize(limits.fileWriteBytesMax)
  throw new FolderTrouble(
    'too_large',
    `The file would have ${tellSize(bytes.length)}; at most ${max} are written.`,
  )
}
