// Counts what a turn used, in the transaction in which it ends: a turn ends once, and so it is counted once.

import type { PersonId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { TurnRow } from '../sessions-tables.ts'
import { addUsage, selectAsker } from './usage-store.ts'

export const hourMs = 3_600_000

export async function countUsage(t: Tx, turn: TurnRow): Promise<void> {
  const asker = await t.one(selectAsker({ sessionId: turn.session_id, startedSeq: turn.started_seq }))
  const isPerson = asker?.actor_kind === 'person'
  await t.run(
    addUsage({
      // The edge: the actor of an event that is a person has a person's id.
      person_id: isPerson ? ((asker.actor_id ?? '') as PersonId | '') : '',
      hour: Math.floor(t.now / hourMs) * hourMs,
      agent_id: asker?.agent_id ?? '',
      // Whoever stood in for it answered, and was paid.
      model: turn.fallback_model ?? turn.model,
      turns: 1,
      input_tokens: turn.input_tokens,
      output_tokens: turn.output_tokens,
      cached_tokens: turn.cached_tokens,
      cost_micros: turn.cost_micros ?? 0,
      // One that no model answered cost nothing, which is a price.
      unpriced_turns: turn.cost_micros === null && turn.step > 0 ? 1 : 0,
    }),
  )
}
