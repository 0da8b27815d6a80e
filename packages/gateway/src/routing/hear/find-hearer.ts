// The session that hears an arrival, opened or brought back where there is none yet.

import { placeName } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { WholeSession } from '../../sessions/sessions.ts'
import { openPersonal, openPlace, putPlace } from '../open-places.ts'
import { revive } from '../revival/revive.ts'
import type { ReadHistory } from '../revival/write-preamble.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectConversation } from '../routing-store.ts'
import type { Arrival } from './arrival.ts'
import type { Hearing } from './look-at-arrival.ts'

export async function findHearer(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  { conversation, kind }: Arrival,
  { choice, binding, speaker }: Hearing,
  history: ReadHistory | undefined,
): Promise<WholeSession> {
  const { platformId } = speaker.account
  switch (choice.kind) {
    case 'deliver':
      return deps.sessions.see(t, { kind: 'system' }, choice.sessionId)
    case 'open':
      return openPlace(deps, t, actor, conversation, kind, choice.agentId, platformId)
    case 'personal': {
      const session = await openPersonal(deps, t, actor, choice.agentId)
      const known = await t.one(selectConversation(conversation))
      if (known?.session_id !== session.id || known.platform_id !== platformId)
        await putPlace(t, conversation, kind, session, platformId)
      return session
    }
    default:
      if (!binding || !history) throw new Error(`nothing is to be revived in ${placeName(conversation)}`)
      return revive(deps, deps.bindings, t, { speaker: actor, binding, history })
  }
}
