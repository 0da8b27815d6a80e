// Whether what a command answered about the focus no longer holds, now that it is another or in another state. Pure.

import type { CommandAnswerJson, FocusJson } from '@heddle/contract'

export function isStale({ data }: CommandAnswerJson, now: FocusJson | null): boolean {
  if (typeof data?.bindingId !== 'string') return false
  // Only what binds says how that stands; what ends it is true for as long as nothing is focused.
  if (data.status === undefined) return isEnd(data) && now !== null
  return now?.bindingId !== data.bindingId || now.status !== data.status
}

/** As `/unfocus` answers: it names what was left, and nothing that holds. */
export function isEnd(data: CommandAnswerJson['data']): boolean {
  return typeof data?.bindingId === 'string' && data.status === undefined && data.clock === undefined
}
