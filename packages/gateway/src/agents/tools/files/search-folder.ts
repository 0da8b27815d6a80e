// Looks for a text or a regular expression in the files of a folder, line by line, and hands on what it finds as it finds
// it. A regular expression may never come to an end, so it belongs where it can be ended from outside.

import { classifyContent } from './classify-content.ts'
import { compileGlob } from './match-glob.ts'
import { createLineSplitter } from './split-lines.ts'
import { createWalkNotes, walkFolder, type WalkNotes } from './walk-folder.ts'
import { type FolderPath, FolderTrouble, type WorkspaceFolder } from './workspace-folder.ts'

export interface SearchQuestion {
  /** A folder, or one file. */
  path: FolderPath
  query: string
  isRegex: boolean
  ignoreCase: boolean
  /** Of paths below `path`. */
  glob: string | undefined
  /** Lines that are shown before and after each hit. */
  context: number
  limits: SearchLimits
}

export interface SearchLimits {
  hitsMax: number
  bytesMax: number
  depthMax: number
}

export type SearchPart =
  | { kind: 'file'; found: FileHits }
  /** Nothing comes after it. */
  | { kind: 'end'; end: SearchEnd }
  /** What was asked cannot be answered; a sentence. */
  | { kind: 'trouble'; message: string }

export interface FileHits {
  path: FolderPath
  lines: readonly FoundLine[]
}

export interface FoundLine {
  /** From 1. */
  number: number
  text: string
  isHit: boolean
}

export interface SearchEnd {
  files: number
  /** Not text, or not to be opened. */
  unread: number
  stop: 'all' | 'hits' | 'bytes'
  notes: Omit<WalkNotes, 'skipped'> & { skipped: readonly string[] }
}

/** Undefined for a regular expression that is none. */
export function compileQuery(
  question: Pick<SearchQuestion, 'query' | 'isRegex' | 'ignoreCase'>,
): RegExp | undefined {
  const { query, isRegex, ignoreCase } = question
  const source = isRegex ? query : query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  // The stricter grammar first: it alone takes a sign beyond 16 bits for one.
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, ignoreCase ? `${flags}i` : flags)
    } catch {
      // The other grammar may have it.
    }
  }
  return undefined
}

export async function* searchFolder(
  folder: WorkspaceFolder,
  question: SearchQuestion,
): AsyncGenerator<SearchPart> {
  const { limits } = question
  const pattern = compileQuery(question)
  if (pattern === undefined) {
    yield { kind: 'trouble', message: 'The query is no regular expression.' }
    return
  }
  const notes = createWalkNotes()
  const end: SearchEnd = { files: 0, unread: 0, stop: 'all', notes: { ...notes, skipped: [] } }
  const left = { hits: limits.hitsMax, bytes: limits.bytesMax }
  try {
    for await (const path of filesOf(folder, question, notes)) {
      const found = await searchFile(folder, path, { pattern, context: question.context, left }).catch(
        skipTrouble,
      )
      if (found === undefined) end.unread++
      else end.files++
      if (found && found.length > 0) yield { kind: 'file', found: { path, lines: found } }
      if (left.hits > 0 && left.bytes > 0) continue
      end.stop = left.hits > 0 ? 'bytes' : 'hits'
      break
    }
  } catch (error) {
    if (!(error instanceof FolderTrouble)) throw error
    yield { kind: 'trouble', message: error.message }
    return
  }
  yield { kind: 'end', end: { ...end, notes: { ...notes, skipped: [...notes.skipped].sort() } } }
}

async function* filesOf(
  folder: WorkspaceFolder,
  { path, glob, limits }: SearchQuestion,
  notes: WalkNotes,
): AsyncGenerator<FolderPath> {
  const fits = glob === undefined ? () => true : compileGlob(glob)
  try {
    for await (const entry of walkFolder(folder, path, limits.depthMax, notes)) {
      if (entry.kind === 'file' && fits?.(entry.path)) yield [...path, ...entry.path]
    }
  } catch (error) {
    if (!(error instanceof FolderTrouble) || error.code !== 'not_a_folder') throw error
    yield path
  }
}

function skipTrouble(error: unknown): undefined {
  if (!(error instanceof FolderTrouble)) throw error
}

interface FileSearch {
  pattern: RegExp
  context: number
  /** Counted down. */
  left: { hits: number; bytes: number }
}

/** Undefined for what is no text. */
function searchFile(
  folder: WorkspaceFolder,
  path: FolderPath,
  search: FileSearch,
): Promise<FoundLine[] | undefined> {
  return folder.readFile(path, async (file) => {
    const finder = createLineFinder(search)
    const splitter = createLineSplitter()
    let isFirst = true
    for await (const chunk of file.chunks()) {
      if (isFirst && classifyContent(chunk).kind !== 'text') return undefined
      isFirst = false
      search.left.bytes -= chunk.length
      splitter.push(chunk).forEach(finder.take)
      if (finder.isDone() || search.left.bytes <= 0) return finder.found
    }
    splitter.end().forEach(finder.take)
    return finder.found
  })
}

const lineCharsShown = 300

function createLineFinder({ pattern, context, left }: FileSearch) {
  const found: FoundLine[] = []
  const before: FoundLine[] = []
  let number = 0
  let after = 0
  let isInLine = false

  function take(part: string): void {
    // A line that comes in parts has one number.
    if (!isInLine) number++
    isInLine = !part.endsWith('\n')
    const line = part.replace(/\r?\n$/, '')
    const match = left.hits > 0 ? pattern.exec(line) : null
    if (match) {
      left.hits--
      found.push(...before.splice(0), { number, text: cutAround(line, match.index), isHit: true })
      after = context
    } else if (after > 0) {
      after--
      found.push({ number, text: cutAround(line, 0), isHit: false })
    } else if (context > 0) {
      before.push({ number, text: cutAround(line, 0), isHit: false })
      if (before.length > context) before.shift()
    }
  }

  return { found, take, isDone: () => left.hits === 0 && after === 0 }
}

function cutAround(line: string, at: number): string {
  if (line.length <= lineCharsShown) return line
  const from = Math.max(0, Math.min(at - 100, line.length - lineCharsShown))
  const piece = line.slice(from, from + lineCharsShown).toWellFormed()
  return `${from > 0 ? '…' : ''}${piece}${from + lineCharsShown < line.length ? '…' : ''}`
}
