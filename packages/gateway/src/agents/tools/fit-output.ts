// Makes what a tool put out fit for a model, a log and a terminal: no control bytes, and no more than the limit. What is
// too long loses its middle, because beginnings say what it is and ends say how it went.

import { limits } from '@heddle/contract/limits'

// Line feeds and tabs stay. C1 too: to some terminals U+009B begins a command like ESC [.
const control = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g

export function fitOutput(text: string, bytesMax = limits.toolOutputBytesMax): string {
  return cutMiddle(showControls(text), bytesMax)
}

/** A return before a line feed goes; every other control sign becomes the text of its escape. */
export function showControls(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(control, spellOut)
}

function spellOut(sign: string): string {
  return sign === '\r' ? '\\r' : `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`
}

export function cutMiddle(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length <= bytesMax) return text
  // Room for the line that says so.
  const half = Math.max(0, Math.floor((bytesMax - 64) / 2))
  const head = bytes.subarray(0, characterEnd(bytes, half))
  const tail = bytes.subarray(characterEnd(bytes, bytes.length - half))
  const left = bytes.length - head.length - tail.length
  return `${head.toString('utf8')}\n[… ${left} bytes left out …]\n${tail.toString('utf8')}`
}

/** The nearest place at or before `at` that is not inside of a character. */
function characterEnd(bytes: Uint8Array, at: number): number {
  let end = at
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return end
}
