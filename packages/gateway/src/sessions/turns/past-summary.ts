// The past of a session in fewer words, as it stands in its log.

import type { EventId, EventPayloads, SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { selectEventAt } from '../event-store.ts'
import { payloadOf } from '../log.ts'
import type { PastState } from './context-store.ts'

export interface Summary {
  eventId: EventId
  /** Where it stands. */
  seq: number
  /** Everything through there is in it. */
  throughSeq: number
  throughEventId: string
  text: string
}

export async function readSummary(
  r: Reader,
  sessionId: SessionId,
  state: PastState | undefined,
): Promise<Summary | undefined> {
  if (state === undefined || state.compaction_seq === 0) return undefined
  const row = await r.one(selectEventAt({ sessionId, seq: state.compaction_seq }))
  if (row?.kind !== 'compaction' || row.redacted_at !== null) return undefined
  // The edge: this room wrote it.
  const { text, throughEventId } = payloadOf(row) as unknown as EventPayloads['compaction']
  const { id: eventId, seq } = row
  return { eventId, seq, throughSeq: state.compacted_through_seq, throughEventId, text }
}
