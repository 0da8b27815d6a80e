// Who or what used how much, each with its part of the whole as a bar.

import type { UsageFiguresJson, UsageReportJson } from '@heddle/contract'
import { chooseThread } from '../../components/choose-thread.ts'
import { useFormat } from '../../format/format-context.tsx'
import { usageStrings } from '../../usage-strings.ts'
import { isPriced, shareOf, valueOf } from './choose-series.ts'
import { CostCell } from './cost-cell.tsx'
import type { Measure } from './read-usage-search.ts'
import { TokenCell } from './token-cell.tsx'
import styles from './usage-table.module.css'

export type SharePart = 'agents' | 'models' | 'members'

interface ShareTableProps {
  part: SharePart
  items: UsageReportJson[SharePart]
  totals: UsageFiguresJson
  measure: Measure
}

const firstColumn = { agents: 'agent', models: 'model', members: 'member' } as const

export function ShareTable({ part, items, totals, measure }: ShareTableProps) {
  const format = useFormat()
  const words = usageStrings
  if (items.length === 0) return null
  // Without a price for anything there is no part of the cost.
  const by = isPriced(totals) && totals.costMicros > 0 ? measure : 'tokens'
  const total = valueOf(totals, by)
  return (
    <section className={styles.part} aria-labelledby={`usage-${part}`}>
      <h2 id={`usage-${part}`}>{words.by[part]}</h2>
      <table className={`${styles.table} ${styles.shares}`}>
        <thead>
          <tr>
            <th scope="col">{words.table[firstColumn[part]]}</th>
            <th scope="col" className={`${styles.number} ${styles.wide}`}>
              {words.table.turns}
            </th>
            <th scope="col" className={styles.number}>
              {words.table.tokens}
            </th>
            <th scope="col" className={styles.number}>
              {words.table.cost}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const share = shareOf(valueOf(item, by), total)
            return (
              <tr key={item.id}>
                <th scope="row" className={styles.name}>
                  <span dir="auto">{item.name === '' ? words.table.nameless : item.name}</span>
                  <span className={styles.share}>
                    <span className={styles.bar} aria-hidden="true">
                      <span
                        className={styles.fill}
                        data-thread={part === 'agents' ? chooseThread(item.id) : undefined}
                        style={{ inlineSize: `${share * 100}%` }}
                      />
                    </span>
                    <span className={styles.percent}>{format.percent(share)}</span>
                  </span>
                </th>
                <td className={`${styles.number} ${styles.wide}`}>{format.count(item.turns)}</td>
                <td className={styles.number}>
                  <TokenCell tokens={item.inputTokens + item.outputTokens} />
                </td>
                <td className={styles.number}>
                  <CostCell figures={item} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
