// Who calls us and says nothing is told how to go on: silence would look as if nobody were there (CNV3). Not each time: whoever
// goes on calling must not make us flood a place.

import type { Tx } from '../../foundation/database/store.ts'
import type { InboundEvent } from '../ports.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import type { Hearing } from './look-at-arrival.ts'
import { sayInPlace } from './say-in-place.ts'

const text = 'I am here. Write what you want in the same message as the mention; `/help` lists the commands.'
const saidEveryMs = 60_000

export async function answerBareMention(
  deps: RoutingRoom,
  t: Tx,
  { conversation }: Pick<InboundEvent, 'conversation'>,
  { binding }: Pick<Hearing, 'binding'>,
): Promise<void> {
  const session = binding && (await deps.sessions.see(t, { kind: 'system' }, binding.sessionId))
  const arrival = { conversation, eventId: `bare:${Math.floor(t.now / saidEveryMs)}` }
  await sayInPlace(deps, t, { arrival, session, binding, what: 'answer', text })
}
