// Reads a unified diff of one or several files. Whatever does not add up is no diff: line numbers that are wrong would
// be worse than none. Only at its very end may a diff break off, because outputs are cut.

import { codeLimits } from './markdown-limits.ts'

export interface DiffLine {
  /** `note`: about the line above, such as the missing line break at the end of a file. */
  kind: 'same' | 'added' | 'removed' | 'note'
  text: string
  oldNumber?: number
  newNumber?: number
}

export interface DiffHunk {
  /** As written, "@@ -1,3 +1,4 @@ function name". */
  heading: string
  lines: DiffLine[]
}

export interface DiffFile {
  /** Empty where the file did not exist; both are empty when the diff does not name it. */
  oldPath: string
  newPath: string
  added: number
  removed: number
  /** What stands before the hunks besides the paths: modes, renames, "Binary files differ", a commit's message. */
  notes: string[]
  hunks: DiffHunk[]
  /** All of it as written, for copying. */
  source: string
}

interface Reader {
  lines: readonly string[]
  at: number
}

const hunkHead = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/

export function parseDiff(text: string): DiffFile[] | undefined {
  if (text.length > codeLimits.diffCharsMax) return undefined
  const lines = text.replace(/\r\n/g, '\n').replace(/\n+$/, '').split('\n')
  if (lines.length > codeLimits.diffLinesMax) return undefined
  const reader: Reader = { lines, at: 0 }
  const files: DiffFile[] = []
  while (reader.at < lines.length) {
    const file = readFile(reader)
    if (!file) return undefined
    files.push(file)
  }
  return files.some(({ hunks }) => hunks.length > 0) ? files : undefined
}

function readFile(reader: Reader): DiffFile | undefined {
  const file: DiffFile = { oldPath: '', newPath: '', added: 0, removed: 0, notes: [], hunks: [], source: '' }
  const begin = reader.at
  readHead(reader, file)
  for (;;) {
    const match = hunkHead.exec(reader.lines[reader.at] ?? '')
    if (!match) break
    const hunk = readHunk(reader, match)
    if (!hunk) return undefined
    file.hunks.push(hunk)
    for (const { kind } of hunk.lines) {
      if (kind === 'added') file.added += 1
      if (kind === 'removed') file.removed += 1
    }
  }
  // Lines after a hunk that begin nothing: then this is a text in which a diff occurs, not a diff.
  const next = reader.lines[reader.at]
  if (next !== undefined && !beginsFile(reader, reader.at)) return undefined
  file.source = reader.lines.slice(begin, reader.at).join('\n')
  return file
}

function readHead(reader: Reader, file: DiffFile): void {
  const begin = reader.at
  let isNamed = false
  for (; reader.at < reader.lines.length; reader.at += 1) {
    const line = reader.lines[reader.at] ?? ''
    if (hunkHead.test(line)) return
    const isGit = line.startsWith('diff --git ')
    const isPair = line.startsWith('--- ') && (reader.lines[reader.at + 1]?.startsWith('+++ ') ?? false)
    // The next file, when this one has no hunks: only renamed, or binary.
    if (reader.at > begin && isGit && (file.oldPath !== '' || file.newPath !== '')) return
    if (isPair && isNamed) return
    if (isGit) readGitPaths(line, file)
    else if (isPair) {
      isNamed = true
      file.oldPath = pathIn(line)
      file.newPath = pathIn(reader.lines[reader.at + 1] ?? '')
      reader.at += 1
    } else if (line !== '' && !/^index [0-9a-f]+\.\.[0-9a-f]+/.test(line)) file.notes.push(line)
  }
}

function readHunk(reader: Reader, match: RegExpExecArray): DiffHunk | undefined {
  const [, oldStart, oldCount = '1', newStart, newCount = '1'] = match
  let oldNumber = Number(oldStart)
  let newNumber = Number(newStart)
  let oldLeft = Number(oldCount)
  let newLeft = Number(newCount)
  const hunk: DiffHunk = { heading: reader.lines[reader.at] ?? '', lines: [] }
  reader.at += 1
  for (; reader.at < reader.lines.length; reader.at += 1) {
    const line = reader.lines[reader.at] ?? ''
    const text = line.slice(1)
    if (line.startsWith('\\')) hunk.lines.push({ kind: 'note', text: text.trim() })
    else if (oldLeft === 0 && newLeft === 0) break
    else if (line.startsWith('+') && newLeft > 0) {
      hunk.lines.push({ kind: 'added', text, newNumber: newNumber++ })
      newLeft -= 1
    } else if (line.startsWith('-') && oldLeft > 0) {
      hunk.lines.push({ kind: 'removed', text, oldNumber: oldNumber++ })
      oldLeft -= 1
      // Some tools take away the space of an empty line.
    } else if ((line === '' || line.startsWith(' ')) && oldLeft > 0 && newLeft > 0) {
      hunk.lines.push({ kind: 'same', text, oldNumber: oldNumber++, newNumber: newNumber++ })
      oldLeft -= 1
      newLeft -= 1
    } else return undefined
  }
  return hunk
}

/** Empty lines may stand between two files. */
function beginsFile(reader: Reader, from: number): boolean {
  let at = from
  while (reader.lines[at] === '') at += 1
  const line = reader.lines[at] ?? ''
  if (line.startsWith('diff ') || line.startsWith('Index: ') || line.startsWith('commit ')) return true
  return line.startsWith('--- ') && (reader.lines[at + 1]?.startsWith('+++ ') ?? false)
}

function readGitPaths(line: string, file: DiffFile): void {
  const match = /^diff --git (?:"a\/(.*?)"|a\/(.*?)) (?:"b\/(.*)"|b\/(.*))$/.exec(line)
  file.oldPath = match?.[1] ?? match?.[2] ?? ''
  file.newPath = match?.[3] ?? match?.[4] ?? line.slice('diff --git '.length)
}

/** Of "--- a/path<tab>time". */
function pathIn(line: string): string {
  const written = (line.slice(4).split('\t')[0] ?? '').trim()
  if (written === '/dev/null') return ''
  return written.replace(/^"(.*)"$/, '$1').replace(/^[ab]\//, '')
}
