// The program as a few files, if it is that of the sources as they are now: hundreds of files cost more to find than to
// run. Made by scripts/bundle-program.ts. An edit, an update or a folder that was moved makes it void, and the sources
// themselves are run.

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Below the repository. */
export const programFolder = 'packages/gateway/dist/program'
export const indexName = 'index.json'

/** Where to begin; undefined where the sources have to. */
export function findProgram(root) {
  try {
    const folder = join(root, programFolder)
    const index = JSON.parse(readFileSync(join(folder, indexName), 'utf8'))
    if (index.root !== root) return undefined
    for (const [file, modifiedMs, bytes] of index.files) {
      const { mtimeMs, size } = statSync(join(root, file))
      if (mtimeMs !== modifiedMs || size !== bytes) return undefined
    }
    const entry = join(folder, index.entry)
    return statSync(entry).isFile() ? entry : undefined
  } catch {
    return undefined
  }
}
