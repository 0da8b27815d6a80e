// Keeps how far each place was heard: after a gap, what is newer is fetched.

import { type ConversationRef, limits } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import { putFirstMark, putMark, selectMark, setBotTurns } from './hear-store.ts'
import type { Written } from './look-at-arrival.ts'
import type { Speaker } from './recognise-speaker.ts'

/** How far the place was heard, and how long programs have been among themselves there (I21). */
export async function markHeard(
  t: Tx,
  { conversation, eventId, writtenAt }: Written,
  speaker: Speaker,
): Promise<void> {
  const { channel, accountId, conversationId, parentConversationId } = conversation
  const before = (await t.one(selectMark(conversation)))?.bot_turns ?? 0
  const turns = speaker.isBot ? before + 1 : 0
  await t.run(
    putMark({
      channel,
      account_id: accountId,
      conversation_id: conversationId,
      parent_conversation_id: parentConversationId ?? null,
      event_id: eventId,
      heard_at: writtenAt,
      bot_turns: turns,
      settles_at: writtenAt - limits.arrivalsOutOfOrderMs,
    }),
  )
  if (turns !== before) await t.run(setBotTurns({ channel, accountId, conversationId, turns }))
}

/**
 * Where we have spoken and nobody else has yet, what comes is newer than our own word: after a gap it is fetched too, the
 * very first that is said there included.
 */
export async function markSpoken(t: Tx, place: ConversationRef, platformId: string): Promise<void> {
  const { channel, accountId, conversationId, parentConversationId } = place
  await t.run(
    putFirstMark({
      channel,
      account_id: accountId,
      conversation_id: conversationId,
      parent_conversation_id: parentConversationId ?? null,
      event_id: platformId,
      heard_at: t.now,
      bot_turns: 0,
    }),
  )
}
