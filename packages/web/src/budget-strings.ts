// The words of budgets. A part of the catalogue in strings.ts.

import type { BudgetScope } from '@heddle/contract'

const scopes: Record<BudgetScope, string> = {
  run: 'One turn',
  tree: 'This session with all below it',
  member: 'One member in a day',
  day: 'Everyone in a day',
}

const holds: Record<BudgetScope, string> = {
  run: 'What you add holds for every turn of this session.',
  tree: 'What you add holds for this session and all below it.',
  member: 'What you add holds until midnight UTC, for whoever asked last.',
  day: 'What you add holds until midnight UTC, for everyone.',
}

export const budgetStrings = {
  title: 'Budgets',
  loading: 'Reading the budgets',
  scopes,
  holds,
  usedTokens: (used: string, max: string) => `${used} of ${max} model tokens`,
  usedMoney: (used: string, max: string) => `${used} of ${max} in money`,
  raise: 'Raise the budget',
  raiseTitle: (scope: string) => `Raise a budget: ${scope}`,
  raiseAndRetry: 'Raise and retry',
  raised: 'The budget was raised.',
  gone: 'This budget no longer holds here: there is nothing to raise.',
  tokensMore: 'Model tokens to add',
  moneyMore: 'Money to add',
  moneyHint: 'In the currency of the price list.',
  problems: {
    missing: 'Say how much is added.',
    tokens: 'Type a whole number above zero.',
    money: 'Type a number above zero.',
  },
}
