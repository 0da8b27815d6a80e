// Somebody wants the past of a session in fewer words: at once if nothing runs, otherwise before the next step.

import { badField, limits, refused } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import { assertOpen, permitOn } from '../session.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { below } from '../subagents/origin.ts'
import { selectEndAfter, selectResultAfter, setAsked } from './compaction-store.ts'

export async function askCompaction(
  deps: RoomDeps,
  t: Tx,
  actor: Actor,
  idOrKey: string,
  wish: string,
): Promise<{ isRunning: boolean }> {
  const row = await permitOn(t, deps.people, actor, idOrKey, 'session.write')
  await assertOpen(t, row)
  if (wish.length > limits.compactionWishCharsMax) {
    throw badField('text', `must have at most ${limits.compactionWishCharsMax} characters behind the command`)
  }
  const isRunning = row.turn_id !== null
  const about = { sessionId: row.id, after: row.compacted_through_seq }
  const isWhole =
    (await t.one(selectEndAfter(about))) ?? (isRunning && (await t.one(selectResultAfter(about))))
  if (!isWhole) throw refused('nothing_to_compact')
  const asker = actor.kind === 'person' ? actor.personId : null
  await t.run(setAsked({ id: row.id, isAsked: 1, wish: wish === '' ? null : wish, asker }))
  await deps.facts.tell(t, 'compaction_asked', { sessionId: row.id, ...below(row) })
  return { isRunning }
}
