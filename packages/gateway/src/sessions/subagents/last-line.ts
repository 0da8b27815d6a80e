// Where many work at once, the end of what one said last stands for it. Pure.

import { limits } from '@heddle/contract'

export function lastLineOf(text: string): string {
  return (text.trim().split('\n').at(-1)?.trim() ?? '').slice(0, limits.runLastLineCharsMax)
}
