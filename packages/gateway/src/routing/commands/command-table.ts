// What each command does.

import { type CommandName, commandNames, commands } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { Stopped, WholeSession } from '../../sessions/sessions.ts'
import { moveConversations, selectLastReply } from '../routing-store.ts'
import type { RoutingDeps } from '../routing-deps.ts'
import type { Answered } from './run-command.ts'

export interface CommandCall {
  deps: RoutingDeps
  t: Tx
  actor: Actor
  /** The one that a message in the same place would reach. */
  session: WholeSession
  argument: string
  channel: string
}

type Command = (call: CommandCall) => Promise<Answered>

export const commandTable: Readonly<Record<CommandName, Command>> = {
  help: async () => {
    const lines = commandNames.map((name) => {
      const { usage, about } = commands[name]
      return `/${name}${usage === '' ? '' : ` ${usage}`} · ${about}`
    })
    return { answer: { ok: true, text: lines.join('\n'), data: { commands: commandNames } } }
  },

  stop: async ({ deps, t, actor, session }) => {
    const stopped = await deps.sessions.stop(t, actor, session.id)
    // Without their texts: the answer is kept for who asks again, and would outlive the redaction of a message.
    const cancelled = stopped.cancelled.map(({ messageId, author }) => ({ messageId, author }))
    const data = { turnId: stopped.turnId, cancelled }
    return { answer: { ok: true, text: tellStopped(stopped), data } }
  },

  status: async ({ deps, t, actor, session: named }) => {
    const session = await deps.sessions.find(t, actor, named.id)
    const agent = deps.agents.find(session.agentId)
    const model = agent && deps.agents.findModel(agent.model)
    const reply = await t.one(selectLastReply({ sessionId: session.id }))
    const lines = [
      // Without the title, which may be someone's first words: this stays on the timeline when those are redacted.
      `State: ${session.state}`,
      `Agent: ${agent?.name ?? `${session.agentId} (no longer configured)`}`,
      `Model: ${agent?.model ?? 'none'}${model?.isDemo ? ' (built-in demo model)' : ''}`,
      `Waiting messages: ${session.queued}`,
      `Seen by: ${session.visibility === 'team' ? 'the team' : session.participants.map(({ handle }) => `@${handle}`).join(', ')}`,
      `Tokens: ${session.usage.inputTokens} in, ${session.usage.outputTokens} out${tellCost(session)}`,
      ...(reply ? [`Last answer told: ${reply.destination} (${reply.reason})`] : []),
      `Key: ${session.key}`,
      `Id: ${session.id}`,
    ]
    return {
      answer: { ok: true, text: lines.join('\n'), data: { sessionId: session.id, state: session.state } },
    }
  },

  new: async ({ deps, t, actor, session }) => {
    const fresh = await deps.sessions.renew(t, actor, session.id)
    await moveConversations(t, session.id, fresh.id)
    const text = 'A fresh session begins here. The old one stays readable.'
    const data = { sessionId: fresh.id, key: fresh.key, previousSessionId: session.id }
    return { answer: { ok: true, text, data } }
  },

  whoami: async ({ actor }) => ({ answer: { ok: true, text: tellActor(actor) } }),

  note: async ({ deps, t, actor, session, argument, channel }) => {
    const said = await deps.sessions.admit(t, actor, {
      sessionId: session.id,
      text: argument,
      mode: 'note',
      channel,
      conversation: '',
    })
    return {
      answer: { ok: true, text: 'Noted. The agent does not hear it.', data: { eventId: said.eventId } },
      said,
    }
  },
}

function tellStopped({ turnId, cancelled }: Stopped): string {
  const what = turnId === null ? 'Nothing was running.' : 'Stopping what runs.'
  if (cancelled.length === 0) return what
  const authors = [...new Set(cancelled.map(({ author }) => author))].join(', ')
  const messages =
    cancelled.length === 1 ? 'One waiting message was' : `${cancelled.length} waiting messages were`
  return `${what} ${messages} cancelled, from ${authors}.`
}

function tellCost({ usage }: WholeSession): string {
  return usage.costMicros === null
    ? ''
    : `, ${(usage.costMicros / 1_000_000).toFixed(4)} in the price list's currency`
}

function tellActor(actor: Actor): string {
  if (actor.kind === 'person') return `You are ${actor.name} (@${actor.handle}), ${actor.role}.`
  if (actor.kind === 'guest')
    return `You are ${actor.name}, a guest here. /link connects you with an account.`
  return 'You are whoever runs this installation.'
}
