// Which of its files a message carries on a platform, and in which of its parts: behind the text, as many to a request as
// it takes. What is too large is named in a line with the way to where it can be had: a text is not lost over a file, and
// a file not over a limit. Pure.

import type { TextPart } from './cut-into-parts.ts'
import { closingOf } from './read-fences.ts'

export interface FileToPlace {
  fileId: string
  name: string
  bytes: number
  /** Where people who may read it find it. */
  link?: string | undefined
}

export interface FileLimits {
  fileBytesMax: number
  requestBytesMax: number
  requestFilesMax: number
  /** As it is called in a line: "Discord". */
  platform: string
}

export interface PlacedFiles {
  /** Ids, by request. */
  requests: readonly (readonly string[])[]
  /** Those that the platform does not take. */
  left: readonly FileToPlace[]
}

export function placeFiles(files: readonly FileToPlace[], limits: FileLimits): PlacedFiles {
  const requests: string[][] = []
  const left: FileToPlace[] = []
  let [bytes, count] = [0, 0]
  for (const file of files) {
    if (file.bytes > Math.min(limits.fileBytesMax, limits.requestBytesMax)) {
      left.push(file)
      continue
    }
    const isFull = bytes + file.bytes > limits.requestBytesMax || count === limits.requestFilesMax
    if (requests.length === 0 || isFull) {
      requests.push([])
      bytes = 0
      count = 0
    }
    requests.at(-1)?.push(file.fileId)
    bytes += file.bytes
    count++
  }
  return { requests, left }
}

/** `shown`: the name, as the platform writes a text that is no markup. */
export function tellLeftFile(
  { bytes, link }: Pick<FileToPlace, 'bytes' | 'link'>,
  shown: string,
  { platform, fileBytesMax }: Pick<FileLimits, 'platform' | 'fileBytesMax'>,
): string {
  const why = `${tellMebibytes(bytes)}, too large for ${platform}, which takes ${tellMebibytes(fileBytesMax)}`
  return `📎 ${shown} (${why})${link === undefined ? '' : `: ${link}`}`
}

export function tellMebibytes(bytes: number): string {
  const size = bytes / 1_048_576
  return `${Number.isInteger(size) ? size : Math.max(0.1, size).toFixed(1)} MB`
}

/** Behind a block of code that the text leaves open they would be read as code. */
export function withLines(text: string, lines: readonly string[]): string {
  if (lines.length === 0) return text
  const closing = closingOf(text)
  const closed = closing === undefined ? text : `${text}\n${closing}`
  return [...(closed.trim() === '' ? [] : [closed, '']), ...lines].join('\n')
}

export interface PartWithFiles extends TextPart {
  /** Ids. */
  files?: readonly string[]
}

/** The first request goes with the last part, the others are parts of their own. */
export function withFiles(
  parts: readonly TextPart[],
  requests: readonly (readonly string[])[],
): PartWithFiles[] {
  const [first, ...others] = requests
  if (first === undefined) return [...parts]
  const last = parts.at(-1) ?? { text: '', mentions: [] }
  const more = others.map((files) => ({ text: '', mentions: [], files }))
  return [...parts.slice(0, -1), { ...last, files: first }, ...more]
}
