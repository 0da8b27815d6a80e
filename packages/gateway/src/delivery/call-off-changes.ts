// Requests that would change a message, or remove it, and have not left. What was redacted is removed in any case.

import type { Tx } from '../foundation/database/store.ts'
import { changeItem } from './change-item.ts'
import type { RoomDeps } from './deliver-deps.ts'
import { hasNotLeft } from './delivery-states.ts'
import { selectOpenInLane } from './delivery-store.ts'
import { type Item, itemOfRow } from './item.ts'
import { settleRefusedEdit } from './settle-refused-edit.ts'

const changesMax = 500

export interface CalledOff {
  /** One has left, and nobody can say yet what it has made of the message. */
  isUnderWay: boolean
  /** It is taken away, and why; nothing stops that any more. */
  removal: 'undone' | 'redacted' | undefined
  isCalledOff: boolean
}

/** `sayAnew`: what is redacted there is nothing that an answer has to go with, if it is another's. */
export async function callOffChanges(
  deps: RoomDeps,
  t: Tx,
  target: Item,
  { sayAnew = false }: { sayAnew?: boolean } = {},
): Promise<CalledOff> {
  const found: CalledOff = { isUnderWay: false, removal: undefined, isCalledOff: false }
  for (const row of await selectOpenInLane(t, target.row.destination, ['edit', 'delete'], changesMax)) {
    const item = itemOfRow(row)
    const { content } = item
    if (!('target' in content) || content.target !== target.row.id) continue
    const isRemoval = content.kind === 'delete'
    if (isRemoval && content.why === 'redacted') {
      found.removal = 'redacted'
    } else if (sayAnew && hasNotLeft(row.state) && isAnothers(item, target)) {
      await settleRefusedEdit(deps, t, item, 'What it was to change was redacted.')
    } else if (hasNotLeft(row.state)) {
      await changeItem(deps, t, item, { state: 'withdrawn', reason: 'undone' })
      found.isCalledOff = true
    } else {
      found.isUnderWay = true
      if (isRemoval) found.removal ??= 'undone'
    }
  }
  return found
}

/** Somebody waits for it, and it is nothing of what is redacted there. */
function isAnothers({ row, content }: Item, target: Item): boolean {
  const isAwaited = content.kind === 'edit' && content.ifRefused === 'say_anew'
  return isAwaited && row.event_id !== null && row.event_id !== target.row.event_id
}
