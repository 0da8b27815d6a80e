// `search`: lines of files in which something stands.

import { limits } from '@heddle/contract'
import { z } from 'zod'
import type { Tool, ToolOutcome } from '../../tools.ts'
import { defineTool } from '../define-tool.ts'
import { answerFileCall } from './answer-file-call.ts'
import { patternShape, tellWalkTroubles } from './list-tool.ts'
import { showName, showPath } from './parse-path.ts'
import { compileQuery, type FileHits, type SearchEnd, type SearchQuestion } from './search-folder.ts'
import { skippedFolders } from './walk-folder.ts'
import type { WorkspaceFolders } from './workspace-folder.ts'

/** Searches one folder. Never takes longer than its limits say, whatever the regular expression. */
export type FolderSearch = (
  root: string,
  question: SearchQuestion,
  signal: AbortSignal,
) => Promise<SearchFound>

export interface SearchFound {
  files: readonly FileHits[]
  /** `time`: it was ended from outside, and `files` is what was found by then. */
  end: SearchEnd | 'time' | { trouble: string }
}

const searchLimits = {
  hitsMax: limits.fileSearchHitsMax,
  bytesMax: limits.fileSearchBytesMax,
  depthMax: limits.filePathNamesMax,
}

export function createSearchTool(folders: WorkspaceFolders, search: FolderSearch): Tool {
  return defineTool({
    name: 'search',
    description: `Finds lines in the text files of the workspace folder. What is in ${skippedFolders.join(' and ')} is left out, unless path leads there.`,
    group: 'files',
    policy: 'allow',
    isIdempotent: true,
    carriesOut: false,
    isUntrusted: false,
    input: z.strictObject({
      query: z
        .string()
        .min(1)
        .max(limits.fileSearchQueryCharsMax)
        .refine((query) => !/[\r\n]/.test(query), 'must be on one line: lines are searched one by one')
        .describe('What to look for, as it stands in a line.'),
      regex: z
        .boolean()
        .default(false)
        .describe('The query is a regular expression of JavaScript. Default: false.'),
      ignoreCase: z.boolean().default(false).describe('Default: false.'),
      path: z
        .string()
        .min(1)
        .default('.')
        .describe('A folder or one file. Default: the whole workspace folder.'),
      glob: patternShape('Only in files that fit, as "*.ts" or "docs/**/*.md".').optional(),
      context: z.int().min(0).max(10).default(0).describe('Lines to show before and after each. Default: 0.'),
    }),
    run: ({ query, regex, ignoreCase, path, glob, context }, place, { signal }) =>
      answerFileCall(folders, place, path, async (_, names) => {
        const question = {
          path: names,
          query,
          isRegex: regex,
          ignoreCase,
          glob,
          context,
          limits: searchLimits,
        }
        if (compileQuery(question) === undefined) return failed('"query" is no regular expression.')
        return tell(await search(place.workspace ?? '', question, signal))
      }),
  })
}

function tell({ files, end }: SearchFound): ToolOutcome {
  if (end !== 'time' && 'trouble' in end) return failed(end.trouble)
  const lines: string[] = []
  let bytes = 0
  for (const line of files.flatMap(tellFile)) {
    bytes += Buffer.byteLength(line) + 1
    if (bytes > limits.toolOutputBytesMax - 1_000) {
      lines.push('[More was found than can be shown; narrow it down.]')
      break
    }
    lines.push(line)
  }
  if (files.length === 0) lines.push('[Nothing was found.]')
  return { output: [...lines, ...tellEnd(end)].join('\n'), isError: false }
}

/** As grep does: a colon after the number of a hit, a dash after that of a line around it. */
function tellFile({ path, lines }: FileHits): string[] {
  const shown = showPath(path)
  return lines.flatMap(({ number, text, isHit }, at) => {
    const mark = isHit ? ':' : '-'
    const line = `${shown}${mark}${number}${mark} ${showName(text)}`
    const last = lines[at - 1]
    const isGap = last !== undefined && number > last.number + 1 && lines.some((one) => !one.isHit)
    return isGap ? ['--', line] : [line]
  })
}

function tellEnd(end: SearchEnd | 'time'): string[] {
  if (end === 'time') {
    const seconds = limits.fileSearchTimeMs / 1_000
    return [
      `[It was stopped after ${seconds} seconds; search a smaller folder, or use a simpler regular expression.]`,
    ]
  }
  const skipped = end.notes.skipped.join(' and ')
  return [
    ...(end.stop === 'hits'
      ? [`[Only the first ${limits.fileSearchHitsMax} are shown; narrow it down.]`]
      : []),
    ...(end.stop === 'bytes'
      ? [`[Only ${end.files} files were read; search a smaller folder, or with a glob.]`]
      : []),
    ...(skipped === '' ? [] : [`[What is in ${skipped} was left out.]`]),
    ...(end.unread > 0 ? [`[Files that are no text, or could not be read: ${end.unread}.]`] : []),
    ...tellWalkTroubles({ ...end.notes, skipped: new Set() }),
  ]
}

function failed(output: string): ToolOutcome {
  return { output, isError: true }
}
