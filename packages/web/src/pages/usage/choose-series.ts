// Turns a report into what the chart draws and what is said about it. Days stand side by side by their number, not by
// their time, so that a day of 23 hours is as wide as any other.

import type { UsageFiguresJson, UsageReportJson } from '@heddle/contract'
import type { Measure } from './read-usage-search.ts'

export interface Series {
  days: readonly string[]
  values: readonly number[]
  total: number
  /** Undefined when there is nothing on any day. */
  peak: { day: string; value: number } | undefined
}

export function chooseSeries(report: Pick<UsageReportJson, 'days'>, measure: Measure): Series {
  const days = report.days.map(({ day }) => day)
  const values = report.days.map((figures) => valueOf(figures, measure))
  let peak: Series['peak']
  for (const [i, value] of values.entries()) {
    if (value > (peak?.value ?? 0)) peak = { day: days[i] ?? '', value }
  }
  return { days, values, total: values.reduce((sum, value) => sum + value, 0), peak }
}

/** Cost in millionths, or all tokens: those read and those written. */
export function valueOf(figures: UsageFiguresJson, measure: Measure): number {
  return measure === 'cost' ? figures.costMicros : figures.inputTokens + figures.outputTokens
}

/** A cost can be told as soon as anything has one. Nothing at all is no cost while any turn has no price. */
export function isPriced({ turns, costMicros, unpricedTurns }: UsageFiguresJson): boolean {
  return unpricedTurns === 0 || (costMicros > 0 && turns > unpricedTurns)
}

/** As one wished, else by cost where there is any. */
export function chooseMeasure(wished: Measure | undefined, totals: UsageFiguresJson): Measure {
  return wished ?? (totals.costMicros > 0 ? 'cost' : 'tokens')
}

/** Of the whole, between 0 and 1. */
export function shareOf(value: number, total: number): number {
  return total <= 0 ? 0 : Math.min(1, value / total)
}
