// Puts the room together.

import {
  postApproval,
  postPendingApprovals,
  settleApprovalCopies,
} from './approval-copies/approval-copies.ts'
import { createAgentCalls } from './agent-calls.ts'
import { arrive } from './arrive.ts'
import { createBindingVerbs } from './bindings/binding-verbs.ts'
import { createChildFocus } from './bindings/focus-child.ts'
import { createBindings } from './bindings/create-bindings.ts'
import { runCommand } from './commands/run-command.ts'
import { suggestArgument } from './commands/suggest-argument.ts'
import { suggestOnPage } from './commands/suggest-on-page.ts'
import { forkChat } from './fork-chat.ts'
import { fetchFiles } from './hear/fetch-files.ts'
import { hear } from './hear/hear.ts'
import { leavePlace, readLastHeard } from './hear/leave-place.ts'
import { pressButton, refusePress } from './hear/press-button.ts'
import { changeQuotes } from './hear/quote-anchor.ts'
import { refuseArrival } from './hear/refuse-arrival.ts'
import { takeKept } from './hear/take-kept.ts'
import { tellConfirmed } from './hear/tell-confirmed.ts'
import { createMessageTools } from './message-tool/create-message-tool.ts'
import { openPersonal, openWebChat } from './open-places.ts'
import { announceCompletion } from './outcomes/announce-completion.ts'
import { createBoundPlaces } from './outcomes/bound-places.ts'
import { followDelivery } from './outcomes/follow-delivery.ts'
import { createOutbox } from './outcomes/outbox.ts'
import { sendTurnReply } from './outcomes/send-turn-reply.ts'
import { showTyping } from './outcomes/show-typing.ts'
import { streamReplies } from './outcomes/stream-reply.ts'
import { withdrawClosed } from './outcomes/withdraw-closed.ts'
import { callDelivery } from './place-names/call-delivery.ts'
import { createPlaceForChild, giveUpPlace } from './place-for-child/place-for-child.ts'
import { spawnForPerson } from './spawn-for-person.ts'
import type { Routing } from './routing.ts'
import type { RoutingDeps, RoutingRoom } from './routing-deps.ts'
import { emptyFingerprint, selectCompletion, selectLastReply } from './routing-store.ts'

export function createRouting(given: RoutingDeps): Routing {
  const bindings = createBindings(given)
  const deps: RoutingRoom = { ...given, bindings }
  const placeForChild = createPlaceForChild(deps)
  return {
    bindings,
    ...createBindingVerbs(deps),
    agentCalls: createAgentCalls(deps),
    boundPlaces: createBoundPlaces(deps),
    outbox: createOutbox(deps),
    callDelivery: (r, actor, delivery) => callDelivery(deps, r, actor, delivery),
    postApproval: (t, id) => postApproval(deps, t, id),
    settleApprovalCopies: (t, id) => settleApprovalCopies(deps, t, id),
    postPendingApprovals: (t, bindingId) => postPendingApprovals(deps, t, bindingId),
    messageTools: createMessageTools(deps),
    placeForChild,
    childFocus: createChildFocus(deps, placeForChild),
    giveUpPlace: (job, runId) => giveUpPlace(deps, job, runId),
    openWebChat: (t, actor, input) => openWebChat(deps, t, actor, input),
    forkChat: (t, actor, input) => forkChat(deps, t, actor, input),
    openPersonal: (t, actor, agentId) => openPersonal(deps, t, actor, agentId),
    arrive: (t, actor, message) => arrive(deps, t, actor, message),

    async receive(t, actor, message) {
      const arrived = await arrive(deps, t, actor, message)
      if (arrived.kind === 'received') return arrived
      throw new Error('a message that named its session was not heard')
    },

    hear: (t, event, fetched) => hear(deps, t, event, fetched),
    fetchFiles: (store, event, signal) => fetchFiles(deps, store, event, signal),
    refuse: (t, event, refusal) => refuseArrival(deps, t, event, refusal),
    tellConfirmed: (t, event, answer) => tellConfirmed(deps, t, event, answer),
    press: (t, press) => pressButton(deps, t, press),
    refusePress,
    suggest: (r, question) => suggestArgument(deps, r, question),
    suggestOnPage: (r, actor, place, text) => suggestOnPage(deps, r, actor, place, text),
    placeGone: (t, place, how) => leavePlace(deps, t, place, how),
    lastHeard: readLastHeard,
    takeArrivals: (job, place) => takeKept(deps, job, place),
    spawn: (t, actor, place, input) => spawnForPerson(deps, t, actor, place, input),
    runCommand: (t, actor, place, text) => runCommand(deps, t, actor, place, text),
    forgetText: (t, eventId) => emptyFingerprint(t, eventId),
    changeQuotes: (t, deliveryId) => changeQuotes(deps, t, deliveryId),

    announceCompletion: (t, runId) => announceCompletion(deps, t, runId),

    async completionOf(r, runId) {
      const row = await r.one(selectCompletion({ runId }))
      return row && { destination: row.destination, reason: row.reason, place: row.place }
    },

    sendTurnReply: (t, turnId) => sendTurnReply(deps, t, turnId),
    showTyping: (signs) => showTyping(deps, signs),
    streamReplies: (onTrouble) => streamReplies(deps, onTrouble),
    followDelivery: (t, id) => followDelivery(deps, t, id),
    withdrawClosed: (job) => withdrawClosed(deps, job),

    async lastReply(r, sessionId) {
      const row = await r.one(selectLastReply({ sessionId }))
      return row && { destination: row.destination, reason: row.reason }
    },
  }
}
