// Puts on record what became of something that came in, by the id that its platform knows it by: the same again finds it.

import type { EventId, SessionId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Heard, InboundEvent } from '../ports.ts'
import type { CommandAnswer } from '../routing.ts'
import { insertArrival } from '../routing-store.ts'
import { deleteArrival } from './hear-store.ts'

type Came = Pick<InboundEvent, 'conversation' | 'eventId'>

export interface CameTo {
  reason: string
  sessionId?: SessionId | undefined
  message?: { eventId: EventId; seq: number } | undefined
  answer?: CommandAnswer | undefined
}

export async function noteArrival(
  t: Tx,
  { conversation, eventId }: Came,
  to: CameTo,
  cameAt = t.now,
): Promise<void> {
  const { channel, accountId, conversationId } = conversation
  await t.run(
    insertArrival({
      channel,
      account_id: accountId,
      conversation_id: conversationId,
      event_id: eventId,
      // A platform repeats an event as it was; what was changed there has another id, or none of ours.
      fingerprint: new Uint8Array(),
      session_id: to.sessionId ?? null,
      message_id: to.message?.eventId ?? null,
      message_seq: to.message?.seq ?? null,
      reason: to.reason,
      answer: to.answer === undefined ? null : JSON.stringify(to.answer),
      created_at: cameAt,
    }),
  )
}

/** In place of what was noted when it was kept: it came then. */
export async function noteTaken(t: Tx, came: Came, to: CameTo): Promise<void> {
  const noted = await t.one(deleteArrival({ ...came.conversation, eventId: came.eventId }))
  await noteArrival(t, came, to, noted?.created_at)
}

export async function noteUnheard(t: Tx, came: Came, reason: string): Promise<Heard> {
  await noteArrival(t, came, { reason })
  return { kind: 'ignored', reason, deduped: false }
}
