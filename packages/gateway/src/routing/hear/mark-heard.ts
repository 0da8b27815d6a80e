// Keeps how far each place was heard: after a gap, what is newer is fetched.

import type { Tx } from '../../foundation/database/store.ts'
import { putMark, selectMark, setBotTurns } from './hear-store.ts'
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
    }),
  )
  if (turns !== before) await t.run(setBotTurns({ channel, accountId, conversationId, turns }))
}
