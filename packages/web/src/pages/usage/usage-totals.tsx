// The whole in three figures; what is not in the cost is said in words.

import type { UsageFiguresJson } from '@heddle/contract'
import { Link } from 'wouter'
import { Notice } from '../../components/notice.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { usageStrings } from '../../usage-strings.ts'
import { isPriced } from './choose-series.ts'
import styles from './usage-totals.module.css'

export function UsageTotals({ totals }: { totals: UsageFiguresJson }) {
  const format = useFormat()
  const words = usageStrings.totals
  const hasCost = isPriced(totals)
  const { unpricedTurns } = totals
  const read = format.count(totals.inputTokens)
  const written = format.count(totals.outputTokens)
  return (
    <>
      <dl className={styles.totals} aria-label={words.label}>
        <div className={styles.total}>
          <dt>{words.cost}</dt>
          <dd className={styles.figure}>{hasCost ? format.money(totals.costMicros) : words.costUnknown}</dd>
          {hasCost ? <dd className={styles.small}>{words.currency}</dd> : null}
        </div>
        <div className={styles.total}>
          <dt>{words.tokens}</dt>
          <dd className={styles.figure}>{format.count(totals.inputTokens + totals.outputTokens)}</dd>
          <dd className={styles.small}>
            {totals.cachedTokens > 0
              ? words.tokenPartsCached(read, format.count(totals.cachedTokens), written)
              : words.tokenParts(read, written)}
          </dd>
        </div>
        <div className={styles.total}>
          <dt>{words.turns}</dt>
          <dd className={styles.figure}>{format.count(totals.turns)}</dd>
        </div>
      </dl>
      {unpricedTurns === 0 ? null : (
        <Notice>
          {hasCost ? words.unpriced(unpricedTurns, format.count(unpricedTurns)) : words.allUnpriced}{' '}
          <Link href="/settings/models">{words.toModels}</Link>
        </Notice>
      )}
    </>
  )
}
