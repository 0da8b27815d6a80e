// What an agent only has to know: it wakes nobody, and the next turn takes it along, whatever begins that.

import type { EventId } from '@heddle/contract'
import { append, type NewEvent } from './log.ts'
import type { Tx } from '../foundation/database/store.ts'
import { insertWaiting } from './inbox-store.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { SessionRow } from './sessions-tables.ts'

export async function letKnow(
  deps: RoomDeps,
  t: Tx,
  session: Pick<SessionRow, 'id'>,
  event: NewEvent,
): Promise<EventId> {
  const [appended] = await append(deps, t, session.id, [event])
  if (!appended) throw new Error('what an agent is to know was not appended')
  await t.run(
    insertWaiting({
      session_id: session.id,
      event_id: appended.eventId,
      seq: appended.seq,
      position: appended.seq,
      mode: 'queue',
      author_id: null,
      conversation: '',
      created_at: t.now,
      is_quiet: 1,
    }),
  )
  return appended.eventId
}
