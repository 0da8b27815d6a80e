// Reads a text that grows. Blocks that nothing further can change are settled: they are never parsed again and stay the
// same objects, so that React leaves their elements alone. Only what follows them, the tail, is parsed at each growth.

import { markdownLimits } from './markdown-limits.ts'
import type { Block } from './nodes.ts'
import { type Above, nothingAbove, type Parsed, parseBlocks, plain, withPlainBreaks } from './parse-blocks.ts'

/** Blocks in chunks; a full chunk stays the same object for as long as its blocks are settled. */
export type Chunks = readonly (readonly Block[])[]

export interface BlockStream {
  /** Any text may follow any other; one that continues the last is the cheap case. */
  read(text: string, isStreaming: boolean): Chunks
}

const chunkBlocks = 50
const heavyTailChars = 20_000
const heavyStepChars = 2_000

/** `parse` is handed in so that a test can count what is parsed. */
export function createBlockStream(parse: typeof parseBlocks = parseBlocks): BlockStream {
  let settled: Settled = nothingSettled
  let tail: Block[] = []
  let completeAt = 0
  /** The text as of the last parse. */
  let parsed = ''
  let last: { text: string; isStreaming: boolean; chunks: Chunks } | undefined

  return {
    read(written, isStreaming) {
      if (last?.text === written && last.isStreaming === isStreaming) return last.chunks
      const text = withPlainBreaks(written)
      const head = cutAtLimit(text)
      if (!head.startsWith(settled.text)) settled = nothingSettled
      if (isStreaming && head.length === text.length && mayWait(head, parsed, settled, tail)) {
        const more = head.slice(parsed.length)
        const chunks = [
          ...settled.chunks,
          ...intoChunks([
            ...settled.loose,
            ...tail,
            { start: parsed.length, source: more, node: plain(more) },
          ]),
        ]
        last = { text: written, isStreaming, chunks }
        return chunks
      }
      const wasStreaming = settled !== nothingSettled
      // Only a line that has just become complete can settle anything.
      const isLineMore = head.lastIndexOf('\n') !== completeAt
      if (isStreaming && isLineMore) settled = settleMore(settled, head, tail, parse)
      completeAt = head.lastIndexOf('\n')
      const shown = isStreaming ? withoutLoneMarks(head) : head
      parsed = shown
      const open = parse(shown.slice(settled.text.length), settled.above, settled.text.length)
      // A definition at the end of a text serves links at its beginning: once all is there, all is parsed together.
      const isWhole = !isStreaming && wasStreaming && Object.keys(open.after.references).length > 0
      const whole = isWhole ? parse(head, nothingAbove, 0) : undefined
      tail = whole ? whole.blocks : keepEqual(tail, open)
      const rest = text.slice(head.length)
      const after = rest === '' ? [] : [{ start: head.length, source: rest, node: plain(rest) }]
      const chunks = whole
        ? intoChunks([...whole.blocks, ...after])
        : [...settled.chunks, ...intoChunks([...settled.loose, ...tail, ...after])]
      last = { text: written, isStreaming, chunks }
      return chunks
    },
  }
}

interface Settled {
  text: string
  above: Above
  chunks: Chunks
  /** Settled too, but not enough for a chunk yet. */
  loose: readonly Block[]
}

const nothingSettled: Settled = { text: '', above: nothingAbove, chunks: [], loose: [] }

/**
 * One list of many kilobytes would be parsed whole for every word. What was just added to such a block stands below it
 * as it was written, until there is enough of it. Code is cheap to parse and never waits.
 */
function mayWait(head: string, parsed: string, settled: Settled, tail: readonly Block[]): boolean {
  return (
    parsed.length - settled.text.length > heavyTailChars &&
    head.length > parsed.length &&
    head.length - parsed.length < heavyStepChars &&
    head.startsWith(parsed) &&
    tail.at(-1)?.node.kind !== 'code'
  )
}

function settleMore(
  settled: Settled,
  text: string,
  tail: readonly Block[],
  parse: typeof parseBlocks,
): Settled {
  const open = text.slice(settled.text.length)
  const end = chooseSettledEnd(open, settled, parse)
  if (end === 0) return settled
  const parsed = parse(open.slice(0, end), settled.above, settled.text.length)
  const all = intoChunks([...settled.loose, ...keepEqual(tail, parsed)])
  const full = all.filter((chunk) => chunk.length === chunkBlocks)
  return {
    text: text.slice(0, settled.text.length + end),
    above: parsed.after,
    chunks: [...settled.chunks, ...full],
    loose: all.find((chunk) => chunk.length < chunkBlocks) ?? [],
  }
}

/**
 * Up to where nothing that follows can matter: the last block that begins after an empty line, with a line that is
 * complete. A block that begins right below another may still become a part of it ("2" of a list's "2."), and so may
 * one whose first line is not all there.
 */
function chooseSettledEnd(open: string, settled: Settled, parse: typeof parseBlocks): number {
  const complete = open.slice(0, open.lastIndexOf('\n') + 1)
  if (!/\n[ \t]*\n/.test(complete)) return 0
  const { blocks } = parse(complete, settled.above, 0)
  return blocks.findLast(({ start }) => isAfterEmptyLine(complete, start))?.start ?? 0
}

function isAfterEmptyLine(text: string, start: number): boolean {
  if (start < 2) return false
  return text.slice(text.lastIndexOf('\n', start - 2) + 1, start).trim() === ''
}

/** The blocks of the last tail, as far as they are the same: their elements stay. */
function keepEqual(before: readonly Block[], { blocks, after }: Parsed): Block[] {
  if (Object.keys(after.references).length > 0) return blocks
  let isSame = true
  return blocks.map((block, index) => {
    const old = before[index]
    isSame &&= old?.source === block.source && old.start === block.start
    return isSame && old ? old : block
  })
}

/** A last line that is nothing but marks yet: shown, it would make a heading of the paragraph above for a moment. */
function withoutLoneMarks(text: string): string {
  const at = text.lastIndexOf('\n') + 1
  return /^[ \t]*[-=*_+#>|:`~ \t]*$/.test(text.slice(at, at + 200)) && text.length - at < 200
    ? text.slice(0, at)
    : text
}

function cutAtLimit(text: string): string {
  let at = -1
  for (let line = 0; line < markdownLimits.linesMax; line += 1) {
    at = text.indexOf('\n', at + 1)
    if (at === -1 || at >= markdownLimits.charsMax) return text.slice(0, charsUpTo(text))
  }
  return text.slice(0, at + 1)
}

/** Never between the two halves of one character, nor within the sign of a mention. */
function charsUpTo(text: string): number {
  let end: number = markdownLimits.charsMax
  while (/[\ud800-\udbff\ue000-\uf8ff\ufffc\ufffd]/.test(text.charAt(end - 1))) end -= 1
  return end
}

function intoChunks(blocks: readonly Block[]): Block[][] {
  const chunks: Block[][] = []
  for (let at = 0; at < blocks.length; at += chunkBlocks) chunks.push(blocks.slice(at, at + chunkBlocks))
  return chunks
}
