// A file that appears when it is whole: written beside its place, on disk, and only then put there.

import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { Misused } from '../explain-failure.ts'

export interface ExportFile {
  write(text: string): void
  /** Puts it in its place. Throws Misused if something has appeared there meanwhile. */
  finish(): void
  /** Leaves nothing behind; does nothing after `finish`. */
  discard(): void
}

/** Throws Misused when the file is there already and may not be replaced. */
export function openExportFile(path: string, options: { mayReplace: boolean; mark: string }): ExportFile {
  if (!options.mayReplace && existsSync(path)) throw isThere(path)
  const beside = `${path}.${options.mark}.part`
  // What is said in sessions is for nobody else on this machine.
  const file = open(beside, path)
  let isOpen = true
  const close = () => {
    if (isOpen) closeSync(file)
    isOpen = false
  }
  return {
    write(text) {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    },
    finish() {
      fsyncSync(file)
      close()
      if (options.mayReplace) return renameSync(beside, path)
      place(beside, path)
      rmSync(beside, { force: true })
    },
    discard() {
      close()
      rmSync(beside, { force: true })
    },
  }
}

function open(beside: string, path: string): number {
  try {
    return openSync(beside, 'wx', 0o600)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') {
      // Left behind by an export that was killed.
      rmSync(beside, { force: true })
      return openSync(beside, 'wx', 0o600)
    }
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new Misused(`${path} cannot be written: there is no such folder.`)
    }
    if (code === 'EACCES' || code === 'EROFS') {
      throw new Misused(`${path} cannot be written by this user.`)
    }
    throw error
  }
}

/** A second name fails where a file is; a rename would replace it without a word. */
function place(beside: string, path: string): void {
  try {
    linkSync(beside, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw isThere(path)
    // Some disks know no second names.
    if (existsSync(path)) throw isThere(path)
    renameSync(beside, path)
  }
}

function isThere(path: string): Misused {
  return new Misused(`${path} is there already and was left as it is. Replace it with --force.`)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
