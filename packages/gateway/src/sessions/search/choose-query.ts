// What somebody looks for, taken apart: words that must all be there, and quoted phrases. Nothing of it is a command:
// stars, brackets and the words of the index's own language are what they look like. Pure.

import { askedWordsOf, isSingleSign, type Word, wordsOf } from './choose-words.ts'

/** Words that stand directly behind each other. */
export interface AskedPart {
  words: string[]
  /** The last of them is the beginning of a word. */
  isBeginning: boolean
}

/** From so many characters on, what is typed last may be the beginning of a longer word. */
const beginningCharsMin = 3

export function chooseParts(query: string): AskedPart[] {
  const parts: AskedPart[] = []
  // What stands between two quotes is a phrase, and what stands behind a lone one as well.
  const pieces = query.split('"')
  for (const [i, piece] of pieces.entries()) {
    const isPhrase = i % 2 === 1
    for (const asked of isPhrase ? [piece] : piece.split(/\s+/u)) {
      const words = askedWordsOf(asked).map(({ word }) => word)
      const last = words.at(-1)
      if (last === undefined) continue
      // It may still be typed; what is quoted to its end is whole.
      const mayGoOn = i === pieces.length - 1 && piece.endsWith(asked)
      const isLong = last.length >= beginningCharsMin
      parts.push({ words, isBeginning: isSingleSign(last) || (mayGoOn && isLong) })
    }
  }
  return parts
}

/** Where the parts stand in a text, in order; undefined if one of them does not. */
export function findParts(
  text: string,
  parts: readonly AskedPart[],
): { start: number; end: number }[] | undefined {
  const words = [...wordsOf(text)]
  const found: { start: number; end: number }[] = []
  for (const part of parts) {
    const places = placesOf(words, part)
    if (places.length === 0) return undefined
    found.push(...places)
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}

function placesOf(words: readonly Word[], part: AskedPart): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = []
  const [first] = part.words
  for (const [at, word] of words.entries()) {
    if (part.words.length > 1 ? word.word !== first : !matches(part, 0, word)) continue
    if (!part.words.every((_, i) => matches(part, i, words[at + i]))) continue
    const last = words[at + part.words.length - 1] ?? word
    const asked = part.words.at(-1) ?? ''
    places.push({ start: word.start, end: isSingleSign(asked) ? last.start + asked.length : last.end })
  }
  return places
}

function matches({ words, isBeginning }: AskedPart, i: number, word: Word | undefined): boolean {
  const asked = words[i] ?? ''
  if (word === undefined) return false
  return isBeginning && i === words.length - 1 ? word.word.startsWith(asked) : word.word === asked
}
