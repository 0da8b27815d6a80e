// Puts the room together.

import { announceCompletion, tellFailedHearing } from './announce-completion.ts'
import { arrive } from './arrive.ts'
import { chooseDestination } from './choose-destination.ts'
import { runCommand } from './commands/run-command.ts'
import { forkChat } from './fork-chat.ts'
import { openPersonal, openWebChat } from './open-places.ts'
import { spawnForPerson } from './spawn-for-person.ts'
import type { Routing } from './routing.ts'
import type { RoutingDeps } from './routing-deps.ts'
import { emptyFingerprint, insertReply, selectCompletion, selectLastReply } from './routing-store.ts'

export function createRouting(deps: RoutingDeps): Routing {
  return {
    openWebChat: (t, actor, input) => openWebChat(deps, t, actor, input),
    forkChat: (t, actor, input) => forkChat(deps, t, actor, input),
    openPersonal: (t, actor, agentId) => openPersonal(deps, t, actor, agentId),
    arrive: (t, actor, message) => arrive(deps, t, actor, message),

    async receive(t, actor, message) {
      const arrived = await arrive(deps, t, actor, message)
      if (arrived.kind === 'received') return arrived
      throw new Error('a message that named its session was not heard')
    },

    spawn: (t, actor, place, input) => spawnForPerson(deps, t, actor, place, input),
    runCommand: (t, actor, place, text) => runCommand(deps, t, actor, place, text),
    forgetText: (t, eventId) => emptyFingerprint(t, eventId),

    announceCompletion: (t, runId) => announceCompletion(deps, t, runId),

    async completionOf(r, runId) {
      const row = await r.one(selectCompletion({ runId }))
      return row && { destination: row.destination, reason: row.reason, place: row.place }
    },

    async sendTurnReply(t, turnId) {
      const turn = await deps.sessions.readTurn(t, turnId)
      if (!turn) return
      if (turn.state !== 'succeeded') await tellFailedHearing(deps, t, turn)
      const choice = chooseDestination({ askedAt: turn.conversation || null })
      // On the web, appending the answer was the delivery; there is nothing to send.
      if (choice.kind === 'timeline') return
      await t.run(
        insertReply({
          turn_id: turnId,
          session_id: turn.sessionId,
          destination: choice.kind,
          reason: choice.reason,
          conversation: choice.conversation,
          created_at: t.now,
        }),
      )
    },

    async lastReply(r, sessionId) {
      const row = await r.one(selectLastReply({ sessionId }))
      return row && { destination: row.destination, reason: row.reason }
    },
  }
}
