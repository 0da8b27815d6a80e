// The report as a table for other programs (RFC 4180): every day, agent, model and member a line, told apart by the
// first column. Numbers are written plainly, whatever the reader's language.

import type { UsageFiguresJson, UsageReportJson } from '@heddle/contract'
import { isPriced } from './choose-series.ts'

const columns = [
  'part',
  'id',
  'name',
  'turns',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'cost',
  'unpriced_turns',
]

export function writeCsv(report: UsageReportJson): string {
  const named = (part: string, items: readonly (UsageFiguresJson & { id: string; name: string })[]) =>
    items.map((item) => line(part, item.id, item.name, item))
  const lines = [
    columns.join(','),
    ...report.days.map((figures) => line('day', figures.day, figures.day, figures)),
    ...named('agent', report.agents),
    ...named('model', report.models),
    ...named('member', report.members),
    line('total', '', '', report.totals),
  ]
  return `${lines.join('\r\n')}\r\n`
}

function line(part: string, id: string, name: string, figures: UsageFiguresJson): string {
  const { turns, inputTokens, outputTokens, cachedTokens, costMicros, unpricedTurns } = figures
  const cost = isPriced(figures) ? (costMicros / 1_000_000).toFixed(6) : ''
  return [part, id, name, turns, inputTokens, outputTokens, cachedTokens, cost, unpricedTurns]
    .map((cell) => writeCell(String(cell)))
    .join(',')
}

/** A name that begins like a formula would be run by a spreadsheet; an apostrophe keeps it a text. */
function writeCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
