// `edit`: replaces exact pieces of a file, all of them or none. Not to be made twice blindly: but a second time it finds
// its pieces replaced, and says so.

import { limits } from '@heddle/contract'
import { z } from 'zod'
import type { Tool, ToolOutcome } from '../../tools.ts'
import { defineTool } from '../define-tool.ts'
import { answerFileCall } from './answer-file-call.ts'
import { applyEdits, type Edit } from './apply-edits.ts'
import type { FileLine } from './file-line.ts'
import { encodeForWriting, readKnownFile } from './known-text.ts'
import { showPath } from './parse-path.ts'
import { tellSize } from './tell-size.ts'
import { writeDiff } from './write-diff.ts'
import {
  type FolderPath,
  FolderTrouble,
  type WorkspaceFolder,
  type WorkspaceFolders,
} from './workspace-folder.ts'

const editShape = z.strictObject({
  oldText: z
    .string()
    .min(1)
    .max(limits.fileWriteBytesMax)
    .describe('Exactly as it is in the file, with its spaces; long enough to be there only once.'),
  newText: z.string().max(limits.fileWriteBytesMax).describe('What to put there.'),
  replaceAll: z
    .boolean()
    .describe('Wherever it is, not only if it is there once. Default: false.')
    .optional(),
})

export function createEditTool(folders: WorkspaceFolders, line: FileLine): Tool {
  return defineTool({
    name: 'edit',
    description:
      'Replaces pieces of a text file of the workspace folder. The edits are made one after the other, all of them or none. To write a new file, use write.',
    group: 'files',
    policy: 'allow',
    isIdempotent: false,
    carriesOut: false,
    isUntrusted: false,
    input: z.strictObject({
      path: z.string().min(1).describe('From the workspace folder down, as "src/main.ts".'),
      edits: z.array(editShape).min(1).max(limits.fileEditsMax),
    }),
    run: ({ path, edits }, place) =>
      answerFileCall(folders, place, path, (folder, names) => line(place, () => edit(folder, names, edits))),
  })
}

async function edit(folder: WorkspaceFolder, path: FolderPath, edits: readonly Edit[]): Promise<ToolOutcome> {
  const shown = showPath(path)
  const before = await readKnownFile(folder, path)
  if (before === undefined)
    throw new FolderTrouble('missing', `"${shown}" does not exist; use write to make it.`)
  if (before.text === undefined) {
    const size = tellSize(before.bytes)
    throw new FolderTrouble('failed', `"${shown}" (${size}) is no text in UTF-8, or too large to be edited.`)
  }
  const edited = applyEdits(before.text, edits)
  switch (edited.kind) {
    case 'already':
      return {
        output: `Nothing was changed: "${shown}" has the new text already, and not the old one.`,
        isError: false,
      }
    case 'refused': {
      const which = edits.length === 1 ? '' : ` (edit ${edited.at + 1} of ${edits.length})`
      return { output: `Nothing was changed in "${shown}"${which}: ${edited.message}`, isError: true }
    }
    case 'edited': {
      await folder.writeFile(path, encodeForWriting(path, edited.text), before.version)
      const places = edited.places === 1 ? 'one place' : `${edited.places} places`
      const diff = await writeDiff(path.join('/'), before.text, edited.text)
      return {
        output: `"${shown}" was changed in ${places}.`,
        isError: false,
        ...(diff !== undefined && { diff }),
      }
    }
  }
}
