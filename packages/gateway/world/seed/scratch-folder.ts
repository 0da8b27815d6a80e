// A folder for simulated disks, in memory where the machine has such a place.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ScratchFolder {
  readonly path: string
  remove(): void
}

const inMemory = '/dev/shm'

export function makeScratchFolder(): ScratchFolder {
  const path = mkdtempSync(join(existsSync(inMemory) ? inMemory : tmpdir(), 'heddle-world-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
