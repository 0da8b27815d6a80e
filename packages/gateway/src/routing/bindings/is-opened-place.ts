// Whether a place is one that Heddle opened: it stays one, whoever is bound there next and however often (BND7). Asked in
// one place, because whoever binds knows only what they did themselves.

import type { Reader } from '../../foundation/database/store.ts'
import { webAccount } from '../open-places.ts'
import type { BindingRow } from '../routing-tables.ts'
import { selectLastEndedAt } from './binding-store.ts'
import type { NewBinding } from './bindings.ts'

/** `before`: what is in force there until now. */
export async function isOpenedPlace(
  r: Reader,
  { isOpened, conversation, placeKind, sessionId }: NewBinding,
  before: BindingRow | undefined,
): Promise<boolean> {
  if (isOpened || isOwnPage(conversation, sessionId)) return true
  if (before !== undefined) return before.is_opened === 1
  // Nothing else is ever opened, and a bind of anything else costs no second look.
  if (placeKind !== 'thread') return false
  return (await r.one(selectLastEndedAt(conversation)))?.is_opened === 1
}

/** The page of a session came with it: nobody had it before, and nobody puts it away. */
function isOwnPage({ channel, accountId, conversationId }: NewBinding['conversation'], sessionId: string) {
  return channel === 'web' && accountId === webAccount && conversationId === sessionId
}
