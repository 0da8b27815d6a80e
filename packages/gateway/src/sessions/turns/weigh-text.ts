// How much of a model's window something takes, before anybody has counted it: in tokens, rather too many than too few.
// By bytes, because a sign that is rare in what models learn from takes more tokens and more bytes alike.

import { imageChars } from './choose-shown-files.ts'

export const bytesPerToken = 3

export function weighText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
}

/** What stands around a message or a call in a request. */
export const wrappingWeight = 8

export const imageWeight = Math.ceil(imageChars / bytesPerToken)
