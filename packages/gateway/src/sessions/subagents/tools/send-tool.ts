// The tool `sessions_send`: a message to another session that can be seen from here.

import { type EventId, limits, refused } from '@heddle/contract'
import { z } from 'zod'
import type { Tool } from '../../../agents/tools.ts'
import { defineTool } from '../../../agents/tools/define-tool.ts'
import type { Reader } from '../../../foundation/database/store.ts'
import { selectEventAt, selectEventById } from '../../event-store.ts'
import { payloadOf } from '../../log.ts'
import type { RoomDeps } from '../../sessions-deps.ts'
import type { TurnRow } from '../../sessions-tables.ts'
import { sayAsAgent } from '../say-as-agent.ts'
import { answerWith, loadCaller, tell } from './tool-caller.ts'
import { findSeen, isBelow, isOpenToAll } from './tool-sight.ts'

const input = z.strictObject({
  session: z.string().min(1).max(limits.sessionKeyCharsMax).describe('Its id or key.'),
  text: z.string().min(1).max(limits.messageCharsMax),
})

export function createSendTool(deps: RoomDeps): Tool {
  return defineTool({
    name: 'sessions_send',
    description:
      'Say something in another session that you can see; its agent hears it as a message from you and answers there, not here.',
    group: 'sessions',
    policy: 'allow',
    isIdempotent: true,
    changes: true,
    carriesOut: false,
    isUntrusted: false,
    input,
    run: (wish, place, { callEventId }) =>
      answerWith(async () => {
        const said = await deps.store.tx(async (t) => {
          const { session, turn, actor, origin } = await loadCaller(deps, t, place)
          const to = await findSeen(t, session, wish.session)
          if (to.id === session.id) {
            throw refused('bad_input', {
              message: 'That is this very session; what you write here is said here.',
              issues: [{ field: 'session', message: 'is this very session' }],
            })
          }
          const isOwn = await isBelow(t, session.id, to)
          // What is said here must not come before those who may not read here (SES7).
          if (!isOwn && !(await isOpenToAll(t, to, session))) {
            throw refused('not_allowed', {
              message: 'Others read there who may not read here, so nothing can be said there from here.',
              issues: [{ field: 'session', message: 'is read by people who may not read this one' }],
            })
          }
          // What is below answers by announcing; others could answer back for ever.
          const hops = isOwn ? 0 : (await hopsOf(t, turn)) + 1
          if (hops > limits.agentHopsMax) {
            throw refused('limit_reached', {
              message: `Agents have spoken ${limits.agentHopsMax} times in turn here without a person. Leave the rest to people.`,
            })
          }
          const words = { actor, text: wish.text, mode: 'queue', origin, hops } as const
          const isTainted = turn.is_tainted === 1
          await sayAsAgent(deps, t, { ...words, to, callEventId: callEventId as EventId, isTainted })
          return to
        })
        return tell({ status: 'sent', sessionId: said.id, sessionKey: said.key })
      }),
  })
}

/** How many agents spoke in turn before what this turn was begun by. */
async function hopsOf(r: Reader, turn: TurnRow): Promise<number> {
  const started = await r.one(selectEventAt({ sessionId: turn.session_id, seq: turn.started_seq }))
  let hops = 0
  // This room wrote the ids of entries there.
  for (const id of started ? (payloadOf(started)['messages'] as EventId[]) : []) {
    const message = await r.one(selectEventById({ id }))
    hops = Math.max(hops, Number((message && payloadOf(message)['hops']) ?? 0))
  }
  return hops
}
