// An edit that its platform refuses for good: the message was deleted, or belongs to a voice that is gone. What somebody waits
// for is said as a message of its own then, once and in the same place of the lane; what would have been changed again is let
// be (DLV5).

import type { Tx } from '../foundation/database/store.ts'
import { changeItem, emptied } from './change-item.ts'
import type { RoomDeps } from './deliver-deps.ts'
import { selectDelivery } from './delivery-store.ts'
import { type Item, itemOfRow } from './item.ts'
import { insteadOf, noteSaidAnew } from './said-instead.ts'

/** False: it is rejected like anything else. */
export async function settleRefusedEdit(deps: RoomDeps, t: Tx, item: Item, detail: string): Promise<boolean> {
  const { content, tracks } = item
  if (content.kind !== 'edit' || content.ifRefused === undefined) return false
  // What is not wanted any more is not said a second time.
  if (content.ifRefused === 'let_be' || tracks.unwanted !== undefined) {
    const reason = tracks.unwanted ?? 'refused'
    const left = reason === 'redacted' ? emptied(item) : {}
    await changeItem(deps, t, item, { state: 'withdrawn', reason, detail, ...left })
    return true
  }
  const { target: targetId, targetCause: _cause, ifRefused: _anew, ...said } = content
  const target = targetId && (await t.one(selectDelivery({ id: targetId })))
  if (!target) return false
  await changeItem(deps, t, item, {
    kind: 'message',
    content: { ...said, kind: 'message' },
    state: 'waiting',
    reason: null,
    detail,
    attempts: 0,
    next_at: t.now,
    tracks: insteadOf(itemOfRow(target)),
  })
  await noteSaidAnew(deps, t, itemOfRow(target), item.row.id)
  return true
}
