// What is typed to raise a budget, judged and read. Pure; the server judges again. Grouping is forgiven.

import type { BudgetJson, RaiseBudgetInput } from '@heddle/contract'
import type { Problems } from '../../../api/use-submit.ts'
import { strings } from '../../../strings.ts'

export interface RaiseDraft {
  tokens: string
  money: string
}

type Limits = Pick<BudgetJson, 'tokensMax' | 'microsMax'>

/** A field that is not shown says nothing. */
export function raiseOf(draft: RaiseDraft, budget: Limits): Pick<RaiseBudgetInput, 'tokens' | 'money'> {
  const tokens = budget.tokensMax === null ? undefined : numberOf(draft.tokens)
  const money = budget.microsMax === null ? undefined : numberOf(draft.money)
  return { ...(tokens === undefined ? {} : { tokens }), ...(money === undefined ? {} : { money }) }
}

export function judgeRaise(draft: RaiseDraft, budget: Limits): Problems {
  const words = strings.budgets.problems
  const { tokens, money } = raiseOf(draft, budget)
  const first = budget.tokensMax === null ? 'money' : 'tokens'
  if (tokens === undefined && money === undefined) return { [first]: words.missing }
  return {
    ...(tokens !== undefined && !(Number.isInteger(tokens) && tokens >= 1) ? { tokens: words.tokens } : {}),
    ...(money !== undefined && !(money > 0) ? { money: words.money } : {}),
  }
}

function numberOf(text: string): number | undefined {
  const digits = text.replace(/[\s_,]/g, '')
  return digits === '' ? undefined : Number(digits)
}
