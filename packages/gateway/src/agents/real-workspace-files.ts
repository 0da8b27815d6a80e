// Reads the instruction files of a workspace folder. What is not a file inside that folder, by its real path, does not
// exist here: an agent may write into its folder, and a link it made must not show the rest of the machine.

import { constants } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Log } from '../foundation/logging/log.ts'
import type { Agent } from './agents.ts'
import type { WorkspaceFileName } from './choose-workspace-files.ts'

export const workspaceFileBytesMax = 64 * 1_024

export function createRealWorkspaceFiles(deps: { log: Log }) {
  return async function readWorkspaceFile(
    agent: Pick<Agent, 'id' | 'workspace'>,
    name: WorkspaceFileName,
  ): Promise<string | undefined> {
    if (agent.workspace === null) return undefined
    const path = join(agent.workspace, name)
    const file = await openFile(path)
    if (file === undefined) return undefined
    try {
      if (!(await isInside(agent.workspace, path, file))) {
        deps.log.warn('a workspace file is not a file inside its folder and was left out', {
          agent: agent.id,
          name,
        })
        return undefined
      }
      const { text, isWhole } = await readStart(file)
      if (isWhole) return text
      deps.log.warn('a workspace file is too large; only its beginning is used', {
        agent: agent.id,
        name,
        bytesMax: workspaceFileBytesMax,
      })
      return `${text}\n\n(The rest of this file was left out: it is larger than ${workspaceFileBytesMax} bytes.)`
    } finally {
      await file.close()
    }
  }
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    // Without O_NONBLOCK, opening a pipe would wait for someone to write into it.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Asked of what is open already: a link that is exchanged between looking and opening would fool the other order. */
async function isInside(folder: string, path: string, file: FileHandle): Promise<boolean> {
  const opened = await file.stat()
  if (!opened.isFile()) return false
  const [realFolder, realFile] = await Promise.all([realpath(folder), realpath(path)])
  const prefix = realFolder.endsWith(sep) ? realFolder : `${realFolder}${sep}`
  if (!realFile.startsWith(prefix)) return false
  const there = await stat(realFile)
  return there.ino === opened.ino && there.dev === opened.dev
}

async function readStart(file: FileHandle): Promise<{ text: string; isWhole: boolean }> {
  const buffer = Buffer.alloc(workspaceFileBytesMax + 1)
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  const isWhole = filled <= workspaceFileBytesMax
  // A stream decoder keeps the half character at the cut to itself.
  const text = new TextDecoder('utf-8').decode(buffer.subarray(0, Math.min(filled, workspaceFileBytesMax)), {
    stream: !isWhole,
  })
  return { text, isWhole }
}
