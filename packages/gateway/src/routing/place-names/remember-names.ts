// Keeps what a place is called: as Heddle named it when it was opened, and as its platform tells with what is said there.

import { type ConversationRef, limits, type SessionId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { InboundEvent } from '../ports.ts'
import { putPlaceName } from './place-name-store.ts'

/** Of direct messages, whoever writes there is all that they are called by. */
export async function rememberNames(
  t: Tx,
  {
    conversation,
    kind,
    author,
    placeName,
    aboveName,
  }: Pick<InboundEvent, 'conversation' | 'kind' | 'author' | 'placeName' | 'aboveName'>,
): Promise<void> {
  await remember(t, conversation, kind === 'dm' ? author.name : placeName)
  const { parentConversationId: conversationId } = conversation
  if (conversationId !== undefined) await remember(t, { ...conversation, conversationId }, aboveName)
}

/** Called by the label of that session, which may be redacted: then by nothing, whatever its platform calls it. */
export async function rememberOpened(
  t: Tx,
  { channel, accountId, conversationId }: ConversationRef,
  name: string,
  sessionId: SessionId,
): Promise<void> {
  const place = { channel, account_id: accountId, conversation_id: conversationId }
  await t.run(putPlaceName({ ...place, name: cut(name), session_id: sessionId }))
}

async function remember(
  t: Tx,
  { channel, accountId, conversationId }: ConversationRef,
  told: string | undefined,
): Promise<void> {
  const name = cut(told ?? '')
  if (name === '') return
  const place = { channel, account_id: accountId, conversation_id: conversationId }
  await t.run(putPlaceName({ ...place, name, session_id: null }))
}

/** On one line, and never through a character. */
function cut(name: string): string {
  const line = name
    .slice(0, 4 * limits.threadNameCharsMax)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return Array.from(line).slice(0, limits.threadNameCharsMax).join('')
}
