// Where a text can be cut with regard to its blocks of code, and what has to be written around a cut within one. Pure.

import { type Container, continuationOf, gapMax, reopeningOf } from './containers.ts'
import { type CodeBlock, type Fence, readCode } from './read-code.ts'

/** A block that is open somewhere. */
export interface OpenFence {
  /** The line that opens it again at the beginning of a text, with the lists and quotes around it and its language. */
  opening: string
  /** What a line begins with that goes on in the lists and quotes around it. */
  prefix: string
  /** The line that closes it. */
  closing: string
}

export interface Fences {
  /** The block that is open in front of the character at this place. */
  openAt(at: number): OpenFence | undefined
  /** Whether a cut here would tear a line that opens or closes a block, or leave nothing between the two. */
  isInside(at: number): boolean
  /** Whether a block begins in the line that begins here. */
  opensAt(at: number): boolean
  /** Whether a cut here takes a block out of a list without which it would be read in another way. */
  leavesList(at: number): boolean
}

interface Mark {
  begin: number
  /** Behind the line that opens it. */
  codeBegin: number
  /** Where the line that closes it begins, or where there is nothing of it any more. */
  codeEnd: number
  end: number
  /** How many characters of a line may stand in front of the code. */
  indent: number
  /** Where the list begins without which it would be read in another way. */
  listBegin: number
  open: OpenFence
}

/** `aroundMax`: how many characters may be added around a cut. A block that needs more is cut as text is. */
export function readFences(text: string, { aroundMax = 200 }: { aroundMax?: number } = {}): Fences {
  const marks = /```|~~~/.test(text) ? readMarks(text, aroundMax) : []
  const openAt = (at: number) => {
    const mark = lastBefore(marks, at)
    if (mark === undefined || at < mark.codeBegin) return undefined
    // Nothing closes what the text itself leaves open.
    const isOpen = at < mark.end || (mark.codeEnd === mark.end && mark.end === text.length)
    return isOpen ? mark.open : undefined
  }
  return {
    openAt,
    isInside(at) {
      const mark = lastBefore(marks, at)
      if (mark === undefined || at >= mark.end) return false
      if (at <= mark.codeBegin || at >= mark.codeEnd) return true
      const before = at - 1 - text.lastIndexOf('\n', at - 1)
      return before > 0 && before <= mark.indent
    },
    opensAt: (at) => marks[indexOfNext(marks, at)]?.begin === at,
    leavesList(at) {
      const next = marks[indexOfNext(marks, at)]
      // With a block that is opened again its list is, too.
      return next !== undefined && next.listBegin < at && openAt(at) === undefined
    },
  }
}

/** What has to stand behind a text so that the next line is no code. */
export function closingOf(text: string): string | undefined {
  const ended = `${text}\n`
  return readFences(ended).openAt(ended.length)?.closing
}

function readMarks(text: string, aroundMax: number): Mark[] {
  const marks: Mark[] = []
  const blocks = readCode(text).filter((block): block is FencedBlock => block.fence !== undefined)
  for (const [i, block] of blocks.entries()) {
    const { begin, end, containers, fence } = block
    const open = openFence(block, blocks[i + 1], text)
    if (open.opening.length + open.prefix.length + open.closing.length + 2 > aroundMax) continue
    const { codeBegin, closedAt = end } = fence
    const listBegin = needsList(containers, fence) ? (containers.find(isItem)?.begin ?? begin) : begin
    const indent = open.prefix.length + fence.indent
    marks.push({ begin, codeBegin, codeEnd: closedAt, end, indent, listBegin, open })
  }
  return withSharedLists(marks)
}

type FencedBlock = CodeBlock & { fence: Fence }

/** One that could do without the list is torn from it along with the next, which cannot. */
function withSharedLists(marks: Mark[]): Mark[] {
  for (let i = marks.length - 2; i >= 0; i--) {
    const [mark, next] = [marks[i], marks[i + 1]]
    if (mark && next) mark.listBegin = Math.min(mark.listBegin, next.listBegin)
  }
  return marks
}

const openingCharsMax = 60

function openFence(block: FencedBlock, next: FencedBlock | undefined, text: string): OpenFence {
  const { mark, info, indent } = block.fence
  const inside = continuationOf(block.containers)
  const spaces = ' '.repeat(isKept(block, next, text) ? indent : 0)
  const language = info.trim()
  const isShort = mark.length + language.length <= openingCharsMax
  return {
    opening: `${reopeningOf(block.containers)}${spaces}${mark}${isShort ? language : ''}`,
    prefix: inside,
    closing: inside + spaces + mark,
  }
}

/**
 * Whether the spaces in front of a fence can stand there again. Right behind the mark of an item they count as the item's,
 * so that what is less far to the right would leave it.
 */
function isKept({ begin, end, containers, fence }: FencedBlock, next: CodeBlock | undefined, text: string) {
  const last = containers.at(-1)
  if (last === undefined || last.kind === 'quote' || fence.indent === 0) return true
  if (last.gap + fence.indent > gapMax || next?.containers.includes(last)) return false
  return isEven(text.slice(begin, end), continuationOf(containers) + ' '.repeat(fence.indent))
}

/** Whether all its lines are as far to the right as the first one, so that none of them leaves what is opened there. */
function isEven(code: string, prefix: string): boolean {
  const [, ...lines] = code.split('\n')
  return lines.every((line) => line.startsWith(prefix) || prefix.startsWith(line.trimEnd()))
}

/** On its own it would be code by its indentation, or go on where the list ends. */
function needsList(containers: readonly Container[], fence: Fence): boolean {
  if (!containers.some(isItem)) return false
  if (fence.closedAt === undefined) return true
  let columns = 0
  for (const { kind, width } of containers) {
    columns = kind === 'item' ? columns + width : 0
    if (columns > 3) return true
  }
  return columns + fence.indent > 3
}

function isItem({ kind }: Container): boolean {
  return kind === 'item'
}

function lastBefore(marks: readonly Mark[], at: number): Mark | undefined {
  return marks[indexOfNext(marks, at) - 1]
}

/** Of the first that begins at this place or behind it. */
function indexOfNext(marks: readonly Mark[], at: number): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle]?.begin ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}
