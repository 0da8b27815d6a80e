// What may stand in a text that someone sends: well-formed, not empty, within the limit. Judged once, at the door; the
// text itself is never changed.

import { z } from 'zod'
import { limits } from './limits.ts'

export const messageText = z.string().superRefine((text, check) => {
  const complaint = judgeText(text, limits.messageCharsMax)
  if (complaint !== undefined) check.addIssue(complaint)
})

/** What is wrong with it, in words that follow the field's name; undefined if nothing is. */
export function judgeText(text: string, charsMax: number): string | undefined {
  if (text.length > charsMax) return `has ${text.length} characters; at most ${charsMax} are allowed`
  if (!text.isWellFormed()) return `has half a character at position ${firstBroken(text)}`
  if (text.includes('\0')) return `has a zero character at position ${text.indexOf('\0')}`
  if (text.trim() === '') return 'is empty'
  return undefined
}

function firstBroken(text: string): number {
  let position = 0
  for (const char of text) {
    if (!char.isWellFormed()) return position
    position += char.length
  }
  return position
}
