// What was said to a session since it was asked to stop was put off until it had, and would sleep on.

import type { Tx } from '../../foundation/database/store.ts'
import { selectWaiting } from '../inbox-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { SessionRow } from '../sessions-tables.ts'
import { below } from './origin.ts'

export async function wakeForWaiting(
  deps: Pick<RoomDeps, 'facts'>,
  t: Tx,
  session: Pick<SessionRow, 'id' | 'parent_id'>,
): Promise<void> {
  const { id: sessionId } = session
  const [next] = (await t.all(selectWaiting({ sessionId }))).filter(({ is_quiet }) => is_quiet === 0)
  if (next)
    await deps.facts.tell(t, 'message_admitted', { sessionId, eventId: next.event_id, ...below(session) })
}
