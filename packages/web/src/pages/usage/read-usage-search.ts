// What the page's address says about which usage to show, and back: a link shows another reader the same. What does not
// fit is left out, as if it were not there.

import { limits, type UsageReportJson } from '@heddle/contract'
import { addDays, countDays, isDay } from './count-days.ts'

export const rangeDays = [7, 30, 90] as const
export const measures = ['cost', 'tokens'] as const
export type Measure = (typeof measures)[number]

export type Range =
  | { kind: 'last'; days: (typeof rangeDays)[number] }
  | { kind: 'custom'; from: string; to: string }

export interface UsageWish {
  range: Range
  of: UsageReportJson['of']
  /** Undefined: cost where one can be told, else tokens. */
  measure: Measure | undefined
}

const standard = { kind: 'last', days: 30 } as const satisfies Range

export function readUsageSearch(search: string, isAdmin: boolean): UsageWish {
  const params = new URLSearchParams(search)
  return {
    range: rangeIn(params),
    of: isAdmin && params.get('of') === 'team' ? 'team' : 'me',
    measure: measures.find((known) => known === params.get('measure')),
  }
}

export function writeUsageSearch({ range, of, measure }: UsageWish): string {
  const params = new URLSearchParams()
  if (range.kind === 'custom') {
    params.set('from', range.from)
    params.set('to', range.to)
  } else if (range.days !== standard.days) params.set('days', String(range.days))
  if (of === 'team') params.set('of', of)
  if (measure !== undefined) params.set('measure', measure)
  return params.toString()
}

function rangeIn(params: URLSearchParams): Range {
  const from = params.get('from') ?? ''
  const to = params.get('to') ?? ''
  if (judgeSpan(from, to) === undefined) return { kind: 'custom', from, to }
  const days = rangeDays.find((count) => String(count) === params.get('days'))
  return days === undefined ? standard : { kind: 'last', days }
}

/** The days to ask for, both included. */
export function spanOf(range: Range, today: string): { from: string; to: string } {
  if (range.kind === 'custom') return { from: range.from, to: range.to }
  return { from: addDays(today, 1 - range.days), to: today }
}

export type SpanProblem =
  | { field: 'from' | 'to'; why: 'no_day' }
  | { field: 'from'; why: 'order' | 'too_long'; nearest: string }

export function judgeSpan(from: string, to: string): SpanProblem | undefined {
  if (!isDay(from)) return { field: 'from', why: 'no_day' }
  if (!isDay(to)) return { field: 'to', why: 'no_day' }
  if (from > to) return { field: 'from', why: 'order', nearest: to }
  if (countDays(from, to) > limits.usageDaysMax)
    return { field: 'from', why: 'too_long', nearest: addDays(to, 1 - limits.usageDaysMax) }
  return undefined
}
