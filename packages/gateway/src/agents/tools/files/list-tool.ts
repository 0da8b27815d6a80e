// `list`: what is in a folder, and below it.

import { limits } from '@heddle/contract'
import { z } from 'zod'
import type { Tool } from '../../tools.ts'
import { defineTool } from '../define-tool.ts'
import { answerFileCall } from './answer-file-call.ts'
import { compileGlob, type Glob } from './match-glob.ts'
import { showPath } from './parse-path.ts'
import { tellSize } from './tell-size.ts'
import {
  createWalkNotes,
  skippedFolders,
  type WalkedEntry,
  walkFolder,
  type WalkNotes,
} from './walk-folder.ts'
import type { FolderPath, WorkspaceFolder, WorkspaceFolders } from './workspace-folder.ts'

export function createListTool(folders: WorkspaceFolders): Tool {
  return defineTool({
    name: 'list',
    description: `Lists a folder of the workspace folder: folders first, then files with their sizes. What is in ${skippedFolders.join(' and ')} is left out, unless you ask for that folder.`,
    group: 'files',
    policy: 'allow',
    isIdempotent: true,
    carriesOut: false,
    isUntrusted: false,
    input: z.strictObject({
      path: z
        .string()
        .min(1)
        .default('.')
        .describe('From the workspace folder down. Default: the folder itself.'),
      depth: z
        .int()
        .min(1)
        .max(limits.filePathNamesMax)
        .describe('How many levels. Default: 1, and all of them with a pattern.')
        .optional(),
      pattern: patternShape('Only what fits, as "*.md" or "src/**/*.{ts,tsx}".').optional(),
    }),
    run: ({ path, depth, pattern }, place, { signal }) =>
      answerFileCall(folders, place, path, (folder, names) =>
        list(folder, names, {
          signal,
          depth: depth ?? (pattern === undefined ? 1 : limits.filePathNamesMax),
          glob: pattern === undefined ? undefined : compileGlob(pattern),
        }),
      ),
  })
}

export function patternShape(description: string): z.ZodString {
  return z
    .string()
    .min(1)
    .max(500)
    .refine((pattern) => compileGlob(pattern) !== undefined, 'is no pattern such as "*.md" or "src/**/*.ts"')
    .describe(description)
}

interface ListOptions {
  signal: AbortSignal
  depth: number
  glob: Glob | undefined
}

async function list(folder: WorkspaceFolder, path: FolderPath, options: ListOptions): Promise<string> {
  const { depth, glob, signal } = options
  const notes = createWalkNotes()
  const lines: string[] = []
  let bytes = 0
  let isCut = false
  for await (const entry of walkFolder(folder, path, depth, notes)) {
    signal.throwIfAborted()
    if (glob && !glob(entry.path)) continue
    const line = tellEntry(entry)
    bytes += Buffer.byteLength(line) + 1
    isCut = lines.length === limits.fileListEntriesMax || bytes > limits.toolOutputBytesMax - 1_000
    if (isCut) break
    lines.push(line)
  }
  if (lines.length === 0) lines.push(glob ? '[Nothing fits the pattern.]' : '[The folder is empty.]')
  return [...lines, ...tellNotes(notes, isCut, lines.length)].join('\n')
}

function tellEntry({ path, kind, bytes }: WalkedEntry): string {
  const shown = showPath(path)
  switch (kind) {
    case 'folder':
      return `${shown}/`
    case 'file':
      return `${shown} (${tellSize(bytes)})`
    case 'link':
      return `${shown} (link)`
    case 'other':
      return `${shown} (no file)`
  }
}

function tellNotes(notes: WalkNotes, isCut: boolean, shown: number): string[] {
  const skipped = [...notes.skipped].sort().join(' and ')
  return [
    ...(isCut ? [`[Only the first ${shown} are shown; ask for a folder below, or with a pattern.]`] : []),
    ...(skipped === '' ? [] : [`[What is in ${skipped} is left out.]`]),
    ...tellWalkTroubles(notes),
  ]
}

export function tellWalkTroubles(notes: WalkNotes): string[] {
  return [
    ...(notes.unread > 0 ? [`[Folders that could not be read: ${notes.unread}.]`] : []),
    ...(notes.cut > 0 ? [`[Folders that are too large or too deep to be gone through: ${notes.cut}.]`] : []),
  ]
}
