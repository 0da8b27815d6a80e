// Which tools the simulated model calls in one answer.

import type { ToolCall } from '../../../src/agents/model.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import { makeWord } from '../sessions-truth.ts'
import { askingTools, freeTools } from './ledger-tools.ts'
import type { ModelHabits } from './model-habits.ts'

export function chooseLedgerCalls(
  { askChance }: ModelHabits,
  random: SeededRandom,
  next: () => number,
): ToolCall[] {
  const first = next()
  // Some servers give every call of an answer the same id.
  const isCareless = random.chance(0.1)
  return Array.from({ length: random.between(1, 3) }, () => {
    const id = `call_${isCareless ? first : next()}`
    if (random.chance(askChance)) {
      const name = random.pick(askingTools)
      return { id, name, arguments: JSON.stringify({ what: makeWord(name, next()) }) }
    }
    return { id, name: random.pick(freeTools), arguments: random.chance(0.1) ? '{"broken' : '{}' }
  })
}
