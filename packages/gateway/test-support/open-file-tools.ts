// The file tools on some folders, called as a turn would call them.

import { createFileTools } from '../src/agents/tools/files/create-file-tools.ts'
import type { FolderSearch } from '../src/agents/tools/files/search-tool.ts'
import type { WorkspaceFolders } from '../src/agents/tools/files/workspace-folder.ts'
import type { ToolOutcome, ToolPlace } from '../src/agents/tools.ts'

export type CallFileTool = (
  name: string,
  args: Record<string, unknown>,
  signal?: AbortSignal,
) => Promise<ToolOutcome>

export function openFileTools(
  folders: WorkspaceFolders,
  search: FolderSearch,
  workspace: string,
): CallFileTool {
  const origin = createFileTools({ folders, search })
  const place: ToolPlace = { sessionId: 'ses_1', agentId: 'main', turnId: 'trn_1', workspace }
  return async (name, args, signal = new AbortController().signal) => {
    const tool = (await origin.tools(place, signal)).find((one) => one.name === name)
    if (!tool) throw new Error(`no tool ${name}`)
    const complaint = tool.complainOf(args)
    if (complaint !== undefined) return { output: complaint, isError: true }
    return tool.run(args, place, {
      signal,
      isApproved: false,
      onProgress: () => undefined,
      callEventId: 'evt_1',
      calledAt: 0,
    })
  }
}
