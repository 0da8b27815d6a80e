// Follows the newest log file as it grows, over rotations, until told to end.

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { splitLines } from './read-log-lines.ts'

export interface Following {
  /** Up to here the file was there before; what follows is told as it comes. */
  readonly from: number
  stop(): void
}

const lookMs = 250
const chunkBytes = 65_536

/** Begins at the file's end as it is now. Looking at its size every so often works on every kind of disk. */
export function followLog(path: string, onLine: (text: string) => void): Following {
  let file = openAtEnd(path)
  const from = file?.position ?? 0
  let rest = ''
  let stopped = false

  function look(): void {
    if (file) read(file)
    if (stopped) return
    const now = statSync(path, { throwIfNoEntry: false })
    if (!now || now.ino === file?.inode) return
    // Rotated: what was left in the old one has just been read.
    if (file) closeSync(file.descriptor)
    file = { descriptor: openSync(path, 'r'), inode: now.ino, position: 0 }
    read(file)
  }

  function read(open: OpenFile): void {
    const size = fstatSync(open.descriptor).size
    const chunk = Buffer.alloc(chunkBytes)
    const pieces: Buffer[] = []
    while (open.position < size) {
      const bytes = readSync(open.descriptor, chunk, 0, chunkBytes, open.position)
      if (bytes === 0) break
      pieces.push(Buffer.from(chunk.subarray(0, bytes)))
      open.position += bytes
    }
    const text = rest + Buffer.concat(pieces).toString('utf8')
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    for (const line of splitLines(text.slice(0, end))) onLine(line)
  }

  const timer = setInterval(look, lookMs)
  return {
    from,
    stop() {
      stopped = true
      clearInterval(timer)
      if (file) closeSync(file.descriptor)
      file = undefined
    },
  }
}

interface OpenFile {
  descriptor: number
  inode: number
  position: number
}

function openAtEnd(path: string): OpenFile | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return undefined
  const descriptor = openSync(path, 'r')
  const { ino, size } = fstatSync(descriptor)
  return { descriptor, inode: ino, position: size }
}
