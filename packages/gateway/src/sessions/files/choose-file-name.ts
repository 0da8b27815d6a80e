// What a file is called here, whatever it was called where it came from: one name without a path, with nothing in it
// that a terminal, a page or a disk could take for more than a name. Pure.

import { limits } from '@heddle/contract'

const unnamed = 'file'
const extensionCharsMax = 20

export function chooseFileName(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .toWellFormed()
    .normalize('NFC')
    // Controls, and what turns the direction of writing: "gpj.exe" must not read as "exe.jpg".
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return /^\.*$/.test(clean) ? unnamed : shorten(clean)
}

/** The end stays: it says what it is. */
function shorten(name: string): string {
  if (name.length <= limits.fileNameCharsMax) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= extensionCharsMax ? name.slice(dot) : ''
  const stem = name.slice(0, limits.fileNameCharsMax - extension.length)
  // Half a character at the cut would be shown as a question mark.
  return `${stem.replace(/[\ud800-\udbff]$/, '')}${extension}`
}
