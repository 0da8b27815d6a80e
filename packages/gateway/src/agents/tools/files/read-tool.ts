// `read`: the text of a file as it is, or some of its lines. What is left out is said in a line in brackets at the end.

import { limits } from '@heddle/contract'
import { z } from 'zod'
import type { Tool } from '../../tools.ts'
import { defineTool } from '../define-tool.ts'
import { answerFileCall } from './answer-file-call.ts'
import { classifyContent } from './classify-content.ts'
import { showPath } from './parse-path.ts'
import { createLineTaker, type LineRange, type TakenLines } from './take-lines.ts'
import { tellSize } from './tell-size.ts'
import { type FolderFile, FolderTrouble, type WorkspaceFolders } from './workspace-folder.ts'

// Below what is kept and shown of one output, with room for the note: nothing may be cut out of the middle of a file.
const noteCharsMax = 500
const charsMax = limits.toolOutputCharsPerModelMax - noteCharsMax
const bytesMax = limits.toolOutputBytesMax - noteCharsMax

export function createReadTool(folders: WorkspaceFolders): Tool {
  return defineTool({
    name: 'read',
    description:
      'Reads a text file of the workspace folder, unchanged. Long files come in parts: ask for the next one with offset.',
    group: 'files',
    policy: 'allow',
    isIdempotent: true,
    carriesOut: false,
    isUntrusted: false,
    input: z.strictObject({
      path: z.string().min(1).describe('From the workspace folder down, as "src/main.ts".'),
      offset: z.int().min(1).max(1_000_000_000).default(1).describe('Number of the first line. Default: 1.'),
      limit: z.int().min(1).max(1_000_000).describe('How many lines. Default: as many as fit.').optional(),
    }),
    run: ({ path, offset, limit }, place) =>
      answerFileCall(folders, place, path, (folder, names) =>
        folder.readFile(names, async (file) => {
          const taken = await takeFrom(file, { offset, limit, charsMax, bytesMax }, showPath(names))
          return tell(taken, file.bytes)
        }),
      ),
  })
}

async function takeFrom(file: FolderFile, range: LineRange, shown: string): Promise<TakenLines> {
  const taker = createLineTaker(range)
  let bytes = 0
  for await (const chunk of file.chunks()) {
    if (bytes === 0) judgeContent(chunk, file.bytes, shown)
    bytes += chunk.length
    taker.push(chunk)
    // Counting lines to the end of a huge file would cost more than the number is worth.
    if (bytes >= limits.fileSearchBytesMax) break
  }
  return taker.end(bytes >= file.bytes)
}

function judgeContent(head: Uint8Array, bytes: number, shown: string): void {
  const content = classifyContent(head)
  if (content.kind === 'text') return
  const size = tellSize(bytes)
  const what =
    content.kind === 'image'
      ? `is an image (${content.type}, ${size}); this tool reads text only`
      : `is ${content.type ?? 'a binary file'} (${size}); this tool reads text in UTF-8 only`
  throw new FolderTrouble('failed', `"${shown}" ${what}.`)
}

function tell(taken: TakenLines, bytes: number): string {
  const { first, last, lines, isCounted, isLineCut } = taken
  if (bytes === 0) return '[The file is empty.]'
  const all = isCounted ? `${lines}` : `more than ${lines}`
  if (last < first) {
    if (!isCounted)
      return `[Only the first ${tellSize(limits.fileSearchBytesMax)} of a file are read: ${lines} lines.]`
    return `[There is no line ${first}: the file has ${lines}.]`
  }
  const text = taken.text
  if (first === 1 && last === lines && isCounted && !isLineCut) return text
  const notes = [`lines ${first}–${last} of ${all}`]
  if (isLineCut) notes.push(`line ${last} is too long and was cut`)
  if (last < lines || !isCounted) notes.push(`read on with offset ${last + 1}`)
  return `${text}${text.endsWith('\n') ? '' : '\n'}[${notes.join('; ')}]`
}
