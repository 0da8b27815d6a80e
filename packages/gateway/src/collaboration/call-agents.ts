// What mentions of agents in a reply set off: the session's own agent hears that reply with the moment that it is about,
// and nothing more; another one gets it as a task. A "no" to that takes nothing away from the reply.

import { limits, Refusal } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { Entry, TalkedOf } from '../sessions/sessions.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { ReplyRow, ThreadRow } from './collaboration-tables.ts'
import type { CalledAgent } from './collaboration.ts'
import { textOfMoment } from './choose-excerpt.ts'
import { type HandedMoment, quoteMoment, writeTask } from './write-hand-over.ts'

interface Said {
  session: TalkedOf
  thread: ThreadRow
  reply: ReplyRow
}

export async function callAgents(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  said: Said,
  agentIds: readonly string[],
): Promise<CalledAgent[]> {
  if (agentIds.length === 0) return []
  const anchor = await readAnchor(deps, t, said.thread)
  const agents: CalledAgent[] = []
  for (const handle of agentIds) {
    try {
      agents.push({ handle, called: await callAgent(deps, t, actor, said, anchor, handle) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      agents.push({ handle, refused: { code: error.code, message: error.message } })
    }
  }
  return agents
}

async function callAgent(
  deps: CollaborationDeps,
  t: Tx,
  actor: Actor,
  { session, thread, reply }: Said,
  anchor: Anchor,
  agentId: string,
): Promise<NonNullable<CalledAgent['called']>> {
  const { id: sessionId } = session
  const quoted = [thread.anchor_event_id, reply.event_id]
  if (agentId === session.agentId) {
    const quote = quoteMoment(anchor.moment)
    const { eventId } = await deps.agentCalls.hand(t, actor, {
      sessionId,
      threadId: thread.id,
      replyId: reply.id,
      text: reply.body,
      quote: quote && { ...quote, isForeign: anchor.isForeign },
    })
    await deps.sessions.noteQuotes(t, eventId, quoted)
    return { sessionId, eventId }
  }
  const task = writeTask(reply.body, anchor.moment)
  const { isForeign } = anchor
  const run = await deps.agentCalls.spawn(t, actor, {
    sessionId,
    agentId,
    task,
    threadId: thread.id,
    isForeign,
  })
  await deps.sessions.noteQuotes(t, run.eventId, quoted)
  return run
}

export interface Anchor {
  /** Undefined once it was redacted. */
  moment: HandedMoment | undefined
  /** Somebody outside wrote it, or may have. */
  isForeign: boolean
}

export async function readAnchor(deps: CollaborationDeps, t: Tx, thread: ThreadRow): Promise<Anchor> {
  const [entry] = await deps.sessions.readEntries(t, [thread.anchor_event_id])
  if (!entry || entry.isRedacted || !entry.isRow) return { moment: undefined, isForeign: false }
  return { moment: momentOf(entry), isForeign: isForeign(entry) }
}

function momentOf({ kind, actor, createdAt, payload }: Entry): HandedMoment {
  const text = textOfMoment(kind, payload).slice(0, limits.anchorQuotedCharsMax + 1)
  return { kind, name: actor.name, at: createdAt, text }
}

function isForeign({ actor, payload }: Entry): boolean {
  return actor.kind === 'guest' || payload['untrusted'] === true
}
