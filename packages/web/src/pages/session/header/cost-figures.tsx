// What was read, what of it was cached, what was written and by which models, and what it cost where that is known.

import type { UsageTotalsJson } from '@heddle/contract'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import styles from './header.module.css'

export function CostFigures({ usage, models }: { usage: UsageTotalsJson; models: readonly string[] }) {
  const format = useFormat()
  const words = strings.composer.cost
  const { costMicros } = usage
  const rows: [string, string][] = [
    ...(costMicros === null ? [] : [[words.money, format.money(costMicros)] satisfies [string, string]]),
    [words.input, words.tokens(format.count(usage.inputTokens))],
    [words.cached, words.tokens(format.count(usage.cachedTokens))],
    [words.output, words.tokens(format.count(usage.outputTokens))],
    ...(models.length === 0 ? [] : [[words.models, models.join(', ')] satisfies [string, string]]),
  ]
  return (
    <>
      <dl className={styles.figures}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.figureRow}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.aside}>{costMicros === null ? words.unpriced : words.moneyAbout}</p>
    </>
  )
}
