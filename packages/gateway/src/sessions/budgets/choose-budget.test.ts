import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BudgetUse, type BudgetUses, budgetLines, chooseBudget, microsOf } from './choose-budget.ts'

const use = (tokens: number, micros = 0, more: Partial<BudgetUse> = {}): BudgetUse => ({
  used: { tokens, micros },
  added: { tokens: 0, micros: 0 },
  told: { tokens: null, micros: null },
  ...more,
})

const rules = {
  budgets: {
    run: { tokens: 100 },
    tree: { tokens: 1_000, money: 2 },
    member: { money: 5 },
    day: { tokens: 9 },
  },
}
const choose = (uses: BudgetUses) => {
  const verdict = chooseBudget(budgetLines(uses, rules))
  if (verdict.kind === 'ok') return 'ok'
  const lines = verdict.kind === 'warn' ? verdict.lines : [verdict.line]
  return `${verdict.kind} ${lines.map(({ scope, unit }) => `${scope} ${unit}`).join(', ')}`
}

test('[BUD1] a budget is fine below 80 percent, tells from there on, and is used up at all of it', () => {
  assert.equal(choose({ run: use(79) }), 'ok')
  assert.equal(choose({ run: use(80) }), 'warn run tokens')
  assert.equal(choose({ run: use(99) }), 'warn run tokens')
  assert.equal(choose({ run: use(100) }), 'exceeded run tokens')
  assert.equal(choose({ tree: use(0, 1_599_999) }), 'ok')
  assert.equal(choose({ tree: use(0, 1_600_000) }), 'warn tree micros')
  assert.equal(choose({ tree: use(0, 2_000_000) }), 'exceeded tree micros')
})

test('[BUD1] each limit is told by itself, and what was told for a limit is not told again for it', () => {
  assert.equal(choose({ tree: use(900, 1_900_000) }), 'warn tree tokens, tree micros')
  const told = { tokens: 1_000, micros: null }
  assert.equal(choose({ tree: use(900, 1_900_000, { told }) }), 'warn tree micros')
  assert.equal(choose({ tree: use(900, 0, { told: { tokens: 500, micros: null } }) }), 'warn tree tokens')
})

test('[BUD1] of several that are used up, the narrowest is named', () => {
  const all = { day: use(9), member: use(0, 5_000_000), tree: use(1_000), run: use(100) }
  assert.equal(choose(all), 'exceeded run tokens')
  assert.equal(choose({ ...all, run: use(0), tree: use(0) }), 'exceeded member micros')
})

test('[BUD1] what was added by hand counts with the limit, and without a limit nothing does', () => {
  const added = { tokens: 50, micros: 0 }
  assert.equal(choose({ run: use(100, 0, { added }) }), 'ok')
  assert.equal(choose({ run: use(120, 0, { added }) }), 'warn run tokens')
  assert.equal(choose({ run: use(150, 0, { added }) }), 'exceeded run tokens')
  assert.equal(choose({ run: use(0, 1e15) }), 'ok')
  assert.deepEqual(budgetLines({ run: use(1e12) }, {}), [])
})

test('[BUD1] money below a millionth is still a limit', () => {
  assert.equal(microsOf(0.000_000_01), 1)
  assert.equal(microsOf(1.234_567_8), 1_234_568)
})
