// Takes credentials away and tells of each, so that whatever they hold open is closed.

import type { PersonId, SignInId, TokenId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { FactTeller } from '../foundation/work/facts.ts'
import { deleteSignIn, deleteSignIns } from './sign-in-store.ts'
import { deleteTokens } from './token-store.ts'

/** How many were ended. `which` is one id, or all but one, or all. */
export async function endSignInsOf(
  t: Tx,
  facts: FactTeller,
  personId: PersonId,
  which: { only: SignInId } | { except: SignInId | undefined },
): Promise<number> {
  const ended = await t.all(
    'only' in which ? deleteSignIn(personId, which.only) : deleteSignIns(personId, which.except),
  )
  for (const { id } of ended) await facts.tell(t, 'access_revoked', { personId, what: 'sign_in', id })
  return ended.length
}

export async function endTokens(
  t: Tx,
  facts: FactTeller,
  personId: PersonId,
  ids: readonly TokenId[],
): Promise<void> {
  if (ids.length === 0) return
  await t.run(deleteTokens(ids))
  for (const id of ids) await facts.tell(t, 'access_revoked', { personId, what: 'token', id })
}
