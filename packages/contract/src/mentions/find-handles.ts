// Finds what is written like a mention in a text without marks: where an "@" may begin one, and how far its handle goes.
// Whether anybody has that handle is not asked here.

import { touchesMail } from './bare-links.ts'
import { isOfNoSpaceScript } from './scripts.ts'
import type { AtSign, TextRun } from './text-runs.ts'

export interface WrittenHandle {
  sign: AtSign
  /** The longest run of characters that a handle may have, as it was typed. */
  written: string
}

const handleRun = /[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*/uy
const path = /\/[\p{L}\p{Nd}]/uy
const wordChar = /[\p{L}\p{M}\p{N}_@]/u
const unseen = /\p{Default_Ignorable_Code_Point}/u
// Ids of Slack and Discord, as their own texts name people, roles and channels.
const platformToken = /<(?:@(?:[UWB][A-Z0-9]+|[!&]?\d+)|#(?:[CDG][A-Z0-9]+|\d+))(?:\|[^<>]*)?>/g

export function* findHandles(run: TextRun): Generator<WrittenHandle> {
  const inert = signsInTokens(run.text)
  for (const sign of run.signs) {
    if (inert.has(sign.inText) || !isBoundary(run.text, sign.inText)) continue
    handleRun.lastIndex = sign.inText + 1
    const written = handleRun.exec(run.text)?.[0]
    if (written === undefined) continue
    // "@babel/core" is the name of a package.
    path.lastIndex = sign.inText + 1 + written.length
    if (path.test(run.text) || touchesMail(run.text, sign.inText)) continue
    yield { sign, written }
  }
}

/** May a mention begin here? What cannot be seen is looked through: the character that people see decides. */
function isBoundary(text: string, sign: number): boolean {
  let before = charBefore(text, sign)
  for (let at = sign; before !== '' && unseen.test(before); before = charBefore(text, at)) at -= before.length
  return before === '' || !wordChar.test(before) || isOfNoSpaceScript(before)
}

function charBefore(text: string, at: number): string {
  if (at <= 0) return ''
  const isPair = at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff
  return text.slice(at - (isPair ? 2 : 1), at)
}

function signsInTokens(text: string): Set<number> {
  const signs = new Set<number>()
  for (const { 0: token, index } of text.matchAll(platformToken)) {
    for (let at = token.indexOf('@'); at !== -1; at = token.indexOf('@', at + 1)) signs.add(index + at)
  }
  return signs
}
