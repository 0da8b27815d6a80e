// Reads the instruction files of a workspace folder, in the way in which file tools read: an agent may write into its
// folder, and a link that it made must not show the rest of the machine.

import { join } from 'node:path'
import type { Log } from '../foundation/logging/log.ts'
import type { Agent } from './agents.ts'
import type { WorkspaceFileName } from './choose-workspace-files.ts'
import { createKnownTexts } from './real-known-texts.ts'
import type { HeddlePlaces } from './tools/files/real-forbidden-places.ts'
import { type FolderFile, FolderTrouble, type WorkspaceFolders } from './tools/files/workspace-folder.ts'

export const workspaceFileBytesMax = 64 * 1_024

export function createRealWorkspaceFiles({ log, places }: { log: Log; places: HeddlePlaces }) {
  // With the first turn: no start needs it.
  let opened: Promise<WorkspaceFolders> | undefined
  const folders = () => (opened ??= openFolders(places))
  const texts = createKnownTexts()

  async function readAnew(agentId: string, workspace: string, name: WorkspaceFileName) {
    const folder = (await folders()).open(workspace)
    const start = await folder.readFile([name], readStart).catch(explainTrouble)
    if (start === 'missing') return undefined
    if (start === 'not a file inside') {
      log.warn('a workspace file is not a file inside its folder and was left out', { agent: agentId, name })
      return undefined
    }
    if (start.isWhole) return start.text
    log.warn('a workspace file is too large; only its beginning is used', {
      agent: agentId,
      name,
      bytesMax: workspaceFileBytesMax,
    })
    return `${start.text}\n\n(The rest of this file was left out: it is larger than ${workspaceFileBytesMax} bytes.)`
  }

  /** For each turn. */
  return async function readWorkspaceFile(
    { id, workspace }: Pick<Agent, 'id' | 'workspace'>,
    name: WorkspaceFileName,
  ): Promise<string | undefined> {
    if (workspace === null) return undefined
    return texts.read(join(workspace, name), () => readAnew(id, workspace, name))
  }
}

async function openFolders(places: HeddlePlaces): Promise<WorkspaceFolders> {
  const { createRealWorkspaceFolders } = await import('./tools/files/real-workspace-folder.ts')
  return createRealWorkspaceFolders({ places })
}

/** Trouble of other kinds is thrown on. */
function explainTrouble(error: unknown): 'missing' | 'not a file inside' {
  switch (error instanceof FolderTrouble ? error.code : undefined) {
    case 'missing':
    case 'not_a_folder':
      return 'missing'
    case 'outside':
    case 'forbidden':
    case 'not_a_file':
      return 'not a file inside'
    default:
      throw error
  }
}

async function readStart(file: FolderFile): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of file.chunks()) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > workspaceFileBytesMax) break
  }
  const isWhole = bytes <= workspaceFileBytesMax
  // A stream decoder keeps the half character at the cut to itself.
  const text = new TextDecoder('utf-8').decode(Buffer.concat(chunks).subarray(0, workspaceFileBytesMax), {
    stream: !isWhole,
  })
  return { text, isWhole }
}
