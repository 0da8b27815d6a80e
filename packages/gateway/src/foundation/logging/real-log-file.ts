// The log file in the data folder: appended to, and rotated by size so that it can never fill the disk.

import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@heddle/contract'

export interface LogFile {
  write(line: string): void
  close(): void
}

export function openLogFile(folder: string, name = 'heddle.log'): LogFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  let file = openSync(path, 'a', 0o600)
  let bytes = fstatSync(file).size

  function rotate(): void {
    for (let i = limits.logFilesMax - 1; i >= 1; i--) {
      moveIfThere(i === 1 ? path : `${path}.${i - 1}`, `${path}.${i}`)
    }
    const next = openSync(path, 'a', 0o600)
    // Closed last: were it closed first and opening failed, its number would soon be some other file's.
    closeSync(file)
    file = next
    bytes = 0
  }

  return {
    write(line) {
      try {
        if (bytes > limits.logFileBytesMax) rotate()
        bytes += writeSync(file, line)
      } catch {
        // A full disk must not bring the gateway down through its log; what matters is refused elsewhere, aloud.
      }
    },
    close: () => closeSync(file),
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
