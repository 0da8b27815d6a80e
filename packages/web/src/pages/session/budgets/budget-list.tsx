// What the budgets that hold in a session have left.

import type { BudgetJson } from '@heddle/contract'
import { useRead } from '../../../api/use-read.ts'
import { type Format } from '../../../format/format.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import styles from './budget-list.module.css'

const words = strings.budgets

/** Nothing where no budget holds, and nothing while they are being read: the figures above stand for themselves. */
export function BudgetList({ sessionId }: { sessionId: string }) {
  const { data } = useRead('listBudgets', { path: { id: sessionId } })
  if (!data || data.items.length === 0) return null
  return (
    <section className={styles.budgets} aria-label={words.title}>
      <p className={styles.title}>{words.title}</p>
      {data.items.map((budget) => (
        <BudgetUse key={budget.scope} budget={budget} />
      ))}
    </section>
  )
}

export function BudgetUse({ budget }: { budget: BudgetJson }) {
  const format = useFormat()
  return (
    <div className={styles.budget}>
      <p>{words.scopes[budget.scope]}</p>
      {linesOf(budget, format).map(({ words: said, used, max }) => (
        <p key={said} className={styles.line}>
          <span>{said}</span>
          <progress
            className={styles.bar}
            value={Math.min(used, max)}
            max={Math.max(max, 1)}
            aria-label={said}
          />
        </p>
      ))}
    </div>
  )
}

function linesOf(budget: BudgetJson, format: Format): { words: string; used: number; max: number }[] {
  const { usedTokens, tokensMax, usedMicros, microsMax } = budget
  return [
    ...(tokensMax === null
      ? []
      : [
          {
            words: words.usedTokens(format.count(usedTokens), format.count(tokensMax)),
            used: usedTokens,
            max: tokensMax,
          },
        ]),
    ...(microsMax === null
      ? []
      : [
          {
            words: words.usedMoney(format.money(usedMicros), format.money(microsMax)),
            used: usedMicros,
            max: microsMax,
          },
        ]),
  ]
}
