// Who is named in a text that is said in a session: members and agents, as they are now.

import { scanMentions } from '@heddle/contract/mentions'
import { limits, type PersonId, refused, type SessionId } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import { chooseMentions, handlesIn, type Named } from './choose-mentions.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { ResolvedMentions } from './collaboration.ts'

export async function resolveMentions(
  deps: CollaborationDeps,
  r: Reader,
  sessionId: SessionId,
  body: string,
): Promise<ResolvedMentions> {
  const none: ResolvedMentions = { mentions: [], rejected: [], people: [], agents: [] }
  if (!deps.flags().mentions || !body.includes('@')) return none
  const text = scanMentions(body)
  const asked = handlesIn(text)
  if (asked.length === 0) return none
  return chooseMentions(text, await findNamed(deps, r, sessionId, asked))
}

/** For what can be said in other words: a text that names too many is not taken. */
export function assertNotTooMany({ mentions }: ResolvedMentions, field: string): void {
  if (mentions.length <= limits.mentionsPerTextMax) return
  throw refused('too_many_mentions', {
    message: `This mentions ${mentions.length}; at most ${limits.mentionsPerTextMax} can be mentioned in one text.`,
    issues: [{ field, message: `mentions more than ${limits.mentionsPerTextMax}` }],
  })
}

async function findNamed(
  deps: CollaborationDeps,
  r: Reader,
  sessionId: SessionId,
  handles: readonly string[],
): Promise<Named> {
  const members = await deps.people.findByHandles(r, handles)
  const active = [...members].filter(([, { state }]) => state === 'active')
  const ids: PersonId[] = active.map(([, { id }]) => id)
  const seers = await deps.sessions.whoMaySee(r, sessionId, ids)
  const people = new Map(active.map(([handle, { id }]) => [handle, { id, maySee: seers.has(id) }]))
  // A handle that was somebody's never comes to mean another.
  const free = handles.filter((handle) => !members.has(handle))
  const agents = new Map(
    free.flatMap((handle) => {
      const agent = deps.agents.find(handle)
      return agent === undefined ? [] : [[handle, agent.id] as const]
    }),
  )
  return { people, agents }
}
