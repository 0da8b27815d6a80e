// The commands about a session as a whole: stopping it, what it does, a fresh one, a note for people.

import { refused } from '@heddle/contract'
import type { Stopped, WholeSession } from '../../sessions/sessions.ts'
import { moveConversations, selectLastReply } from '../routing-store.ts'
import type { CommandAnswer } from '../routing.ts'
import type { Answered, Command } from './command-call.ts'
import { tellModel } from './model-command.ts'
import { tellBelow, tellWhereSeen, withoutLabels } from './subagents/tell-stopped.ts'
import { tellTotals } from './usage-command.ts'

export const stopSession: Command = async ({ deps, t, actor, session }) => {
  const stopped = await deps.sessions.stop(t, actor, session.id)
  const answer = answerStopped(stopped, false)
  if (stopped.descendants.length === 0) return { answer }
  return {
    answer,
    kept: answerStopped({ ...stopped, descendants: withoutLabels(stopped.descendants) }, false),
    quotes: stopped.descendants.map(({ sessionId }) => sessionId),
    confirm: async () => answerStopped(await deps.sessions.confirmStopped(stopped), true),
  }
}

function answerStopped(stopped: Stopped, isConfirmed: boolean): CommandAnswer {
  // Without their texts: the answer is kept for who asks again, and would outlive the redaction of a message.
  const cancelled = stopped.cancelled.map(({ messageId, author }) => ({ messageId, author }))
  const { turnId, descendants } = stopped
  const below =
    descendants.length === 0
      ? []
      : [
          `Stopped below it: ${descendants.length}`,
          ...tellBelow(descendants, isConfirmed),
          ...tellWhereSeen(descendants, isConfirmed),
        ]
  const text = [tellStopped(stopped), ...below].join('\n')
  return { ok: true, text, data: { turnId, cancelled, descendants } }
}

export const tellStatus: Command = async ({ deps, t, actor, session: named }) => {
  if (actor.kind === 'guest') return tellGuestStatus(named)
  const session = await deps.sessions.find(t, actor, named.id)
  const agent = deps.agents.find(session.agentId)
  const reply = await t.one(selectLastReply({ sessionId: session.id }))
  const lines = [
    // Without the title, which may be someone's first words: this stays on the timeline when those are redacted.
    `State: ${session.state}`,
    `Agent: ${agent?.name ?? `${session.agentId} (no longer configured)`}`,
    `Model: ${tellModel(deps.agents, session)}`,
    ...(session.openApprovals > 0 ? [`Calls that wait for approval: ${session.openApprovals}`] : []),
    `Waiting messages: ${session.queued}`,
    `Seen by: ${session.visibility === 'team' ? 'the team' : session.participants.map(({ handle }) => `@${handle}`).join(', ')}`,
    `Tokens: ${tellTotals(session.usage)}`,
    ...(reply ? [`Last answer told: ${reply.destination} (${reply.reason})`] : []),
    `Key: ${session.key}`,
    `Id: ${session.id}`,
  ]
  return {
    answer: { ok: true, text: lines.join('\n'), data: { sessionId: session.id, state: session.state } },
  }
}

/** Who else reads it, what it costs and where else it is told is not for guests. */
function tellGuestStatus({ state, queued }: WholeSession): Answered {
  return { answer: { ok: true, text: `State: ${state}\nWaiting messages: ${queued}` } }
}

export const beginAnew: Command = async ({ deps, t, actor, session, conversation }) => {
  // A page goes on as it is, whatever somebody has focused on it; what is focused is not theirs to begin anew.
  const bound = await deps.bindings.resolveByConversation(t, conversation)
  if (bound?.sessionId === session.id) throw refused('bound_here')
  const fresh = await deps.sessions.renew(t, actor, session.id)
  await moveConversations(t, session.id, fresh.id)
  const text = 'A fresh session begins here. The old one stays readable.'
  const data = { sessionId: fresh.id, key: fresh.key, previousSessionId: session.id }
  return { answer: { ok: true, text, data } }
}

export const leaveNote: Command = async ({ deps, t, actor, session, argument, conversation }) => {
  const said = await deps.sessions.admit(t, actor, {
    sessionId: session.id,
    text: argument,
    mode: 'note',
    channel: conversation.channel,
    conversation: '',
  })
  return {
    answer: { ok: true, text: 'Noted. The agent does not hear it.', data: { eventId: said.eventId } },
    said,
  }
}

function tellStopped({ turnId, cancelled }: Stopped): string {
  const what = turnId === null ? 'Nothing was running.' : 'Stopping what runs.'
  if (cancelled.length === 0) return what
  const authors = [...new Set(cancelled.map(({ author }) => author))].join(', ')
  const messages =
    cancelled.length === 1 ? 'One waiting message was' : `${cancelled.length} waiting messages were`
  return `${what} ${messages} cancelled, from ${authors}.`
}
