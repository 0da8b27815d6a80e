// Whether somebody is told that what they asked for is done. Whoever saw it happen is not, or every answer in a chat would
// be a notification; and what was quick is told in the inbox alone. Pure.

import { limits } from '@heddle/contract'

export interface Done {
  now: number
  endedAt: number
  tookMs: number
  /** On a page of the web app. Elsewhere the answer was told where it was asked for. */
  isAskedHere: boolean
  /** They sit in front of the session. */
  isPresent: boolean
  hasRead: boolean
}

export type CompletionChoice =
  | { kind: 'nothing' }
  /** They are about to see it, as far as anybody knows. */
  | { kind: 'look_again'; at: number }
  | { kind: 'tell'; isInboxAlone: boolean }

export function chooseCompletion(done: Done): CompletionChoice {
  if (done.hasRead) return { kind: 'nothing' }
  const seenAt = done.endedAt + limits.notifyWatchedMs
  const isQuick = done.tookMs < limits.notifyCompletionAfterMs
  if (isQuick && !done.isAskedHere) return { kind: 'nothing' }
  // Also who is nowhere to be seen may be there after something quick: in a terminal, or as a program that has its answer.
  if ((done.isPresent || isQuick) && done.now < seenAt) return { kind: 'look_again', at: seenAt }
  return { kind: 'tell', isInboxAlone: isQuick }
}
