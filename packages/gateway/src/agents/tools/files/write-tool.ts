// `write`: makes a file, or replaces all of it. Making the call twice leaves what making it once leaves.

import { limits } from '@heddle/contract'
import { z } from 'zod'
import type { Tool, ToolOutcome } from '../../tools.ts'
import { defineTool } from '../define-tool.ts'
import { answerFileCall } from './answer-file-call.ts'
import { encodeForWriting, type KnownFile, readKnownFile } from './known-text.ts'
import { showPath } from './parse-path.ts'
import { tellSize } from './tell-size.ts'
import { writeDiff } from './write-diff.ts'
import type { FileLine } from './file-line.ts'
import type { FolderPath, WorkspaceFolder, WorkspaceFolders } from './workspace-folder.ts'

export function createWriteTool(folders: WorkspaceFolders, line: FileLine): Tool {
  return defineTool({
    name: 'write',
    description:
      'Writes a text file of the workspace folder: a new one, or all of an existing one. Missing folders are made. To change a part of a file, use edit.',
    group: 'files',
    policy: 'allow',
    isIdempotent: true,
    changes: true,
    carriesOut: false,
    isUntrusted: false,
    input: z.strictObject({
      path: z.string().min(1).describe('From the workspace folder down, as "notes/today.md".'),
      content: z.string().max(limits.fileWriteBytesMax).describe('The whole text of the file.'),
    }),
    run: ({ path, content }, place) =>
      answerFileCall(folders, place, path, (folder, names) =>
        line(place, () => write(folder, names, content)),
      ),
  })
}

async function write(folder: WorkspaceFolder, path: FolderPath, content: string): Promise<ToolOutcome> {
  const bytes = encodeForWriting(path, content)
  const before = await readKnownFile(folder, path)
  if (before?.text === content)
    return { output: `"${showPath(path)}" has this text already.`, isError: false }
  await folder.writeFile(path, bytes, before?.version ?? null)
  const outcome = { output: tell(path, bytes.length, before), isError: false }
  if (before?.text === undefined) return outcome
  const diff = await writeDiff(path.join('/'), before.text, content)
  return diff === undefined ? outcome : { ...outcome, diff }
}

function tell(path: FolderPath, bytes: number, before: KnownFile | undefined): string {
  const done = before === undefined ? 'is new' : `was replaced (it had ${tellSize(before.bytes)})`
  return `"${showPath(path)}" ${done}: ${tellSize(bytes)}.`
}
