// A handle from a name, for whoever does not want to think of one: the first word of it that makes a handle. Empty when
// none does.

import { judgeHandle, limits } from '@heddle/contract'

export function suggestHandle(name: string): string {
  for (const word of name.split(/[\s,;/()"“”]+/u)) {
    const handle = trimHandle(word)
    if (handle === undefined) continue
    // A word that fills the field is cut in the middle of something; the next one may be shorter.
    const verdict = judgeHandle(handle)
    if (verdict.ok) return verdict.handle
  }
  return ''
}

/** Without what no handle may hold: "O’Neil." → "ONeil", "_ann_" → "ann". */
function trimHandle(word: string): string | undefined {
  const kept = word
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{Nd}._-]/gu, '')
    .replace(/^[^\p{L}\p{Nd}]+/u, '')
    .replace(/[._-]+$/, '')
  return kept === '' || kept.length > limits.handleCharsMax ? undefined : kept
}
