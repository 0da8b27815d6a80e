// What came of a stop, for each that stood below. Once it is committed, whoever asked waits a little for what ran to end,
// and is told of each whether it has (SUB12).

import { limits } from '@heddle/contract'
import type { Stopped } from '../../../sessions/sessions.ts'

type Below = Stopped['descendants']

const shownMax = 20
const lateAfterSeconds = limits.stopConfirmMs / 1_000

/** A line for each, those that are not confirmed first. */
export function tellBelow(below: Below, isConfirmed: boolean): string[] {
  const inOrder = [...below.filter((one) => !one.confirmed), ...below.filter((one) => one.confirmed)]
  const lines = inOrder.slice(0, shownMax).map(({ sessionId, label, confirmed }) => {
    return `- ${label ?? sessionId}: ${tellState(confirmed, isConfirmed)}`
  })
  const rest = inOrder.slice(shownMax)
  if (rest.length === 0) return lines
  const open = rest.filter(({ confirmed }) => !confirmed).length
  return [...lines, `- and ${rest.length} more, ${open === 0 ? 'all stopped' : `${open} of them not yet`}`]
}

/** `isConfirmed`: somebody has waited for it. */
export function tellState(confirmed: boolean, isConfirmed: boolean): string {
  if (confirmed) return 'stopped'
  return isConfirmed ? `asked to stop, still ending after ${lateAfterSeconds} s` : 'stopping'
}
