// The chart's figures as a table: every day with all that was counted, or as much of it as a phone has room for.

import type { UsageReportJson } from '@heddle/contract'
import { useFormat } from '../../format/format-context.tsx'
import { usageStrings } from '../../usage-strings.ts'
import { CostCell } from './cost-cell.tsx'
import { TokenCell } from './token-cell.tsx'
import styles from './usage-table.module.css'

export function DayTable({ days }: { days: UsageReportJson['days'] }) {
  const format = useFormat()
  const words = usageStrings.table
  const number = styles.number ?? ''
  const wide = `${styles.number} ${styles.wide}`
  const columns = [
    { head: words.turns, look: number },
    { head: words.tokens, look: number },
    { head: words.input, look: wide },
    { head: words.output, look: wide },
    { head: words.cached, look: wide },
    { head: words.cost, look: number },
  ]
  return (
    <div className={styles.scroll} role="region" aria-label={words.scroll} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            {columns.map(({ head, look }) => (
              <th key={head} scope="col" className={look}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((figures) => (
            <tr key={figures.day}>
              <th scope="row" className={styles.day}>
                <span className={styles.wide}>{format.calendarDay(figures.day)}</span>
                <span className={styles.narrow}>{format.shortDay(figures.day)}</span>
              </th>
              <td className={number}>{format.count(figures.turns)}</td>
              <td className={number}>
                <TokenCell tokens={figures.inputTokens + figures.outputTokens} />
              </td>
              <td className={wide}>{format.count(figures.inputTokens)}</td>
              <td className={wide}>{format.count(figures.outputTokens)}</td>
              <td className={wide}>{format.count(figures.cachedTokens)}</td>
              <td className={number}>
                <CostCell figures={figures} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
