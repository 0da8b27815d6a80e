// A failed call in words: what happened, what is safe, what to do. Pure.

import type { Format } from '../format/format.ts'
import { strings } from '../strings.ts'
import type { CallError } from './call-error.ts'

export interface Explained {
  title: string
  text: string
}

export function explainError(error: CallError, format: Pick<Format, 'wait'>): Explained {
  const words = strings.errors
  const known = knownWords(error)
  if (known) return known
  switch (error.code) {
    case 'too_many_guesses':
    case 'too_many_requests':
      return { title: words.tooMany.title, text: waitText(error, format) }
    default:
      // The server's own sentence is written for people; it knows more than its code says.
      return { title: words.refused.title, text: error.message }
  }
}

/** Problems to show at their fields; the first one for each field. */
export function problemsOf(error: CallError): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { field, message, nearest } of error.issues) {
    problems[field] ??= strings.form.issue(message, nearest)
  }
  return problems
}

function knownWords(error: CallError): Explained | undefined {
  const byCode: Record<string, Explained> = strings.errors.byCode
  return byCode[error.code]
}

function waitText(error: CallError, format: Pick<Format, 'wait'>): string {
  const wait = error.retryAfterMs
  return wait === undefined ? strings.errors.tooMany.soon : strings.errors.tooMany.after(format.wait(wait))
}
