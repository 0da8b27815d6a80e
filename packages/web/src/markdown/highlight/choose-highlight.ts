// Whether a block of code is coloured: it is finished, its language is known, and it is not so long that colouring would
// be felt.

import { codeLimits } from '../markdown-limits.ts'
import { knownLanguage, type LanguageName } from './languages.ts'

export function chooseHighlight(
  text: string,
  lineCount: number,
  written: string,
  isOpen: boolean,
): LanguageName | undefined {
  if (isOpen || text === '') return undefined
  if (text.length > codeLimits.highlightCharsMax || lineCount > codeLimits.highlightLinesMax) return undefined
  return knownLanguage(written)
}
