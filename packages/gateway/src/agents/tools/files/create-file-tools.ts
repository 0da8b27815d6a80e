// The file tools of an agent that has a folder.

import type { ToolOrigin } from '../../tools.ts'
import { createEditTool } from './edit-tool.ts'
import { createFileLine } from './file-line.ts'
import { createListTool } from './list-tool.ts'
import { createReadTool } from './read-tool.ts'
import { createSearchTool, type FolderSearch } from './search-tool.ts'
import type { WorkspaceFolders } from './workspace-folder.ts'
import { createWriteTool } from './write-tool.ts'

export function createFileTools(deps: { folders: WorkspaceFolders; search: FolderSearch }): ToolOrigin {
  const { folders, search } = deps
  const line = createFileLine()
  const tools = [
    createReadTool(folders),
    createWriteTool(folders, line),
    createEditTool(folders, line),
    createListTool(folders),
    createSearchTool(folders, search),
  ]
  return { tools: async ({ workspace }) => (workspace === null ? [] : tools) }
}
