// What every file tool has in common: it works in the agent's folder, which is made if it is Heddle's to make, and says
// in a sentence what the world did not let it do.

import type { ToolOutcome, ToolPlace } from '../../tools.ts'
import { parsePath } from './parse-path.ts'
import {
  type FolderPath,
  FolderTrouble,
  type WorkspaceFolder,
  type WorkspaceFolders,
} from './workspace-folder.ts'

export async function answerFileCall(
  folders: WorkspaceFolders,
  { workspace }: Pick<ToolPlace, 'workspace'>,
  path: string,
  answer: (folder: WorkspaceFolder, path: FolderPath) => Promise<string | ToolOutcome>,
): Promise<ToolOutcome> {
  if (workspace === null) return { output: 'This agent has no workspace folder.', isError: true }
  try {
    const names = parsePath(path, workspace)
    await folders.make(workspace)
    const outcome = await answer(folders.open(workspace), names)
    return typeof outcome === 'string' ? { output: outcome, isError: false } : outcome
  } catch (error) {
    if (error instanceof FolderTrouble) return { output: error.message, isError: true }
    throw error
  }
}
