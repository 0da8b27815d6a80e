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

/** To whoever is answered before it could be confirmed: that it is on its way, and where one sees it. */
export function tellWhereSeen(below: Below, isConfirmed: boolean): string[] {
  if (isConfirmed || below.every(({ confirmed }) => confirmed)) return []
  return ['Stopping takes a moment; /subagents list says how each stands.']
}

/** For an answer that stays: labels are somebody's words, which may be redacted later. */
export function withoutLabels(below: Below): Below {
  return below.map((one) => ({ ...one, label: null }))
}

/** `isConfirmed`: somebody has waited for it. */
export function tellState(confirmed: boolean, isConfirmed: boolean): string {
  if (confirmed) return 'stopped'
  return isConfirmed ? `asked to stop, still ending after ${lateAfterSeconds} s` : 'stopping'
}
