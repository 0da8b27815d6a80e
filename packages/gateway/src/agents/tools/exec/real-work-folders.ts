// Folders of the disk, by their real paths.

import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { FolderUnusable, type WorkFolders } from './work-folder.ts'

/**
 * `hidden`: what no command may see, such as the data folder. `make`: makes the folder that Heddle gives to an agent, and
 * leaves every other alone.
 */
export function createRealWorkFolders(
  hidden: readonly string[],
  make: (workspace: string) => Promise<void> = async () => undefined,
): WorkFolders {
  return {
    async find(workspace, cwd) {
      await make(workspace)
      const real = await realFolder(workspace, 'The workspace folder')
      if (relative('/', real) === '') throw new FolderUnusable('The workspace folder is the whole disk.')
      for (const path of hidden) {
        if ((await realpath(path).catch(() => path)) === real) {
          throw new FolderUnusable("The workspace folder is Heddle's own folder; give the agent another one.")
        }
      }
      if (cwd === undefined) return { workspace: real, cwd: real }
      const wanted = await realFolder(resolve(workspace, cwd), `"cwd"`)
      const between = relative(real, wanted)
      if (between.split(/[\\/]/)[0] === '..' || isAbsolute(between)) {
        throw new FolderUnusable('"cwd" leads out of the workspace folder.')
      }
      return { workspace: real, cwd: wanted }
    },
  }
}

async function realFolder(path: string, what: string): Promise<string> {
  try {
    const real = await realpath(path)
    if ((await stat(real)).isDirectory()) return real
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      throw new FolderUnusable(`${what} cannot be opened (${String(code ?? error)}).`)
    }
    throw new FolderUnusable(`${what} does not exist.`)
  }
  throw new FolderUnusable(`${what} is not a folder.`)
}
