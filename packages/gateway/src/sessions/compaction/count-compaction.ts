// Counts what a summary used: in the turn that needed it, or, between two turns, for who asked for it.

import type { PersonId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Spending } from '../budgets/budgets.ts'
import { countBudgets } from '../budgets/count-budgets.ts'
import { append } from '../log.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { SessionRow, TurnRow } from '../sessions-tables.ts'
import { hourMs } from '../usage/count-usage.ts'
import { addUsage } from '../usage/usage-store.ts'
import { addSessionUsage, addTurnUsage, usageValues } from './compaction-store.ts'

export async function countCompaction(
  deps: RoomDeps,
  t: Tx,
  { session, turn }: { session: SessionRow; turn: TurnRow | null },
  asker: string | null,
  spending: Spending,
): Promise<void> {
  if (spending.inputTokens === 0 && spending.outputTokens === 0) return
  const values = usageValues(spending)
  if (turn !== null) {
    await t.run(addTurnUsage({ id: turn.id, ...values }))
  } else {
    await t.run(addSessionUsage({ id: session.id, ...values, now: t.now }))
    await t.run(
      addUsage({
        // The edge: whoever asked was a person, or nobody known.
        person_id: (asker ?? '') as PersonId | '',
        hour: Math.floor(t.now / hourMs) * hourMs,
        agent_id: session.agent_id,
        model: spending.model,
        turns: 0,
        input_tokens: spending.inputTokens,
        output_tokens: spending.outputTokens,
        cached_tokens: spending.cachedTokens,
        cost_micros: spending.costMicros ?? 0,
        unpriced_turns: 0,
      }),
    )
  }
  const personId = turn === null ? asker : turn.requester_id
  const told = await countBudgets(deps, t, { session, turnId: turn?.id ?? null, personId }, spending)
  await append(deps, t, session.id, told)
}
