// Cuts a text into parts that are no longer than a platform takes. Put together, the parts are the text again, character
// by character, but for the fences that close a block of code at a cut and open it again behind it. Pure.

import { type Fence, readFences } from './read-fences.ts'

export interface SplitOptions {
  /** Of a part, its added fences included. */
  charsMax: number
  /** Room that the last part keeps free. */
  lastReserve?: number
}

export function splitText(text: string, { charsMax, lastReserve = 0 }: SplitOptions): string[] {
  const fences = readFences(text)
  const parts: string[] = []
  let begin = 0
  for (;;) {
    const open = fences.openAt(begin)
    const head = begin === 0 || open === undefined ? '' : `${open.line}\n`
    const length = text.length - begin
    if (head.length + length <= charsMax - lastReserve) return [...parts, head + text.slice(begin)]
    // What fits but for what the last part keeps free must be cut as well, and the last may not be empty.
    const room = Math.min(charsMax - head.length, length - 1)
    const end = chooseCut({ text, begin, room, fences })
    parts.push(head + closed(text.slice(begin, end), fences.openAt(end)))
    begin = end
  }
}

function closed(part: string, fence: Fence | undefined): string {
  if (fence === undefined) return part
  return `${part}${part.endsWith('\n') ? '' : '\n'}${fence.mark}`
}

interface CutQuestion {
  text: string
  begin: number
  /** How many characters the part may have, without what opens it. */
  room: number
  fences: ReturnType<typeof readFences>
}

/** Where people would: between paragraphs, else lines, else words, else anywhere that tears nothing apart. */
function chooseCut(question: CutQuestion): number {
  const { text, begin, room, fences } = question
  for (const at of cutsWithin(text, begin, room)) {
    const fence = fences.openAt(at)
    const cost = fence === undefined ? 0 : fence.mark.length + 1
    if (at - begin + cost <= room && !fences.isInside(at)) return at
  }
  // Nothing but what must not be torn, longer than a part: then it is.
  return begin + Math.max(1, room - 16)
}

function* cutsWithin(text: string, begin: number, room: number): Generator<number> {
  const least = begin + Math.floor(room / 4)
  for (const sign of ['\n\n', '\n', ' ']) {
    let found = text.lastIndexOf(sign, begin + room - sign.length)
    while (found >= least) {
      if (!tears(text, found + sign.length)) yield found + sign.length
      found = text.lastIndexOf(sign, found - 1)
    }
  }
  for (let at = begin + room; at > begin; at--) if (!tears(text, at)) yield at
}

/** It would be shown, and mean nothing, or something else. */
function tears(text: string, at: number): boolean {
  if (isWithinSign(text, at)) return true
  // In the middle of a line these are no fence; at the beginning of a message they would be one.
  if (text[at - 1] !== '\n' && /^(```|~~~)/.test(text.slice(at, at + 3))) return true
  const from = Math.max(0, at - 80)
  for (const { index, 0: mention } of text.slice(from, at + 80).matchAll(/<@[A-Za-z0-9_-]+>/g)) {
    if (from + index < at && at < from + index + mention.length) return true
  }
  return false
}

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Between two halves of a flag, the people of a family, a letter and its accent. */
function isWithinSign(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code >= 0xdc00 && code <= 0xdfff) return true
  // Plain text, which nearly all of it is.
  if (code < 0x300 && text.charCodeAt(at - 1) !== 0x200d) return false
  // Flags are told apart by counting from where they begin.
  let begin = at
  while (isFlagHalf(text, begin - 2)) begin -= 2
  const from = begin < at ? begin : Math.max(0, at - 80)
  return signs.segment(text.slice(from, at + 80)).containing(at - from)?.index !== at - from
}

function isFlagHalf(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0
  return at >= 0 && code >= 0x1f1e6 && code <= 0x1f1ff
}
