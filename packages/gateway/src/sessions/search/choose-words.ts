// Takes a text apart into the words by which it is found, each with its place in the text. Pure, and the only one that
// does: what is put into the index, what is asked for and what is marked in an excerpt are split alike.
//
// Where a script has no spaces between its words, every two neighbouring characters are a word, and the last one alone:
// so whatever stands inside such a run is found, a single character as the beginning of a pair.

import { isOfNoSpaceScript } from '@heddle/contract/mentions/scripts'

export interface Word {
  /** Folded: lower case, without accents, compatible forms as one. */
  word: string
  start: number
  end: number
}

/** What is longer is cut: blobs and keys are no words. */
const wordCharsMax = 64

const run = /[\p{L}\p{N}\p{M}\p{Co}]+/gu
const plain = /^[a-z0-9]+$/
const accent = /[\u0300-\u036f]/g

export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: written, index } of text.matchAll(run)) {
    if (isSpaced(written)) {
      const word = fold(written)
      if (word !== '') yield { word, start: index, end: index + written.length }
    } else {
      yield* mixedWords(written, index)
    }
  }
}

/** The same of what is looked for: it may stand inside a longer run, where its last character begins another pair. */
export function askedWordsOf(text: string): Word[] {
  const words = [...wordsOf(text)]
  const [before, last] = words.slice(-2)
  // The last character alone overlaps the pair before it.
  return before !== undefined && last !== undefined && last.start < before.end ? words.slice(0, -1) : words
}

/** Whether the word is a single character of a script without spaces, which the index has only as the beginning of pairs. */
export function isSingleSign(word: string): boolean {
  const sign = String.fromCodePoint(word.codePointAt(0) ?? 0)
  return sign === word && isOfNoSpaceScript(sign)
}

function isSpaced(written: string): boolean {
  if (plain.test(written)) return true
  for (const char of written) if (isOfNoSpaceScript(char)) return false
  return true
}

function* mixedWords(written: string, index: number): Generator<Word> {
  let from = index
  let spaced = ''
  let signs: Word[] = []
  for (const char of written) {
    const end = from + char.length
    if (isOfNoSpaceScript(char)) {
      if (spaced !== '') yield* oneWord(spaced, from - spaced.length)
      spaced = ''
      signs.push({ word: fold(char) || char, start: from, end })
    } else {
      yield* pairsOf(signs)
      signs = []
      spaced += char
    }
    from = end
  }
  yield* pairsOf(signs)
  if (spaced !== '') yield* oneWord(spaced, from - spaced.length)
}

function* oneWord(written: string, start: number): Generator<Word> {
  const word = fold(written)
  if (word !== '') yield { word, start, end: start + written.length }
}

function* pairsOf(signs: readonly Word[]): Generator<Word> {
  for (const [i, { word, start, end }] of signs.entries()) {
    const next = signs[i + 1]
    yield next ? { word: word + next.word, start, end: next.end } : { word, start, end }
  }
}

function fold(written: string): string {
  if (plain.test(written)) return written.slice(0, wordCharsMax)
  const folded = written
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(accent, '')
    .normalize('NFC')
  return cut(folded.replace(/[^\p{L}\p{N}\p{M}\p{Co}]/gu, ''))
}

/** Never through the middle of a character. */
function cut(word: string): string {
  const isPair = (word.codePointAt(wordCharsMax - 1) ?? 0) > 0xffff
  return word.slice(0, isPair ? wordCharsMax - 1 : wordCharsMax)
}
