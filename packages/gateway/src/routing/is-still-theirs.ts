// Whether direct messages are still somebody's: with the account that writes there, as long as it is linked to them. Once it
// is not, what is theirs is told there no more, whatever other accounts they have on that channel (PPL4, SES7).

import type { ConversationRef, PersonId } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import type { RoutingDeps } from './routing-deps.ts'
import { selectConversation } from './routing-store.ts'

export async function isStillTheirs(
  { people }: Pick<RoutingDeps, 'people'>,
  r: Reader,
  conversation: ConversationRef,
  personId: PersonId,
): Promise<boolean> {
  const { channel, accountId } = conversation
  const person = await people.readPerson(r, personId)
  if (person?.state !== 'active') return false
  const platformId = (await r.one(selectConversation(conversation)))?.platform_id ?? null
  if (platformId === null)
    return (await people.accountsOf(r, { channel, accountId }, [person.handle])).size > 0
  const owner = await people.recogniseAccount(r, { channel, accountId, platformId })
  return owner?.personId === personId
}
