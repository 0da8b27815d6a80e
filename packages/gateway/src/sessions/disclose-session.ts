// Letting others read what was private needs a right of its own, and in a fork the right to what was copied into it:
// whoever was let into a private session could otherwise fork it and show the copy to everyone.

import { limits, type PersonId, refused, type SessionId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor, Resource } from '../people/people.ts'
import { lastCopySeq, type PrivateSource, selectPrivateSources, selectStandingCopy } from './fork-store.ts'
import { isListedIn, resourceOf } from './session.ts'
import { selectIsListed } from './session-store.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { SessionRow } from './sessions-tables.ts'

/** Who gets to read it: the team, or these; nobody, when it is only narrowed. */
export type Audience = 'team' | readonly PersonId[]

export async function discloseSession(
  deps: Pick<RoomDeps, 'people'>,
  t: Tx,
  actor: Actor,
  row: SessionRow,
  to: Audience,
  detail: Record<string, unknown>,
): Promise<void> {
  const isListed = await isListedIn(t, actor, row.id)
  await deps.people.permit(t, actor, 'session.disclose', resourceOf(actor, { row, isListed }), detail)
  if (to.length === 0) return
  for (const source of await standingSources(t, row)) {
    if (deps.people.authorize(actor, 'session.disclose', sourceOf(actor, source)).ok) continue
    if (to === 'team' || !(await areListed(t, source.id, to))) throw notTheirs(source)
  }
}

/** Private sessions of which something stands in this one. */
async function standingSources(t: Tx, row: SessionRow): Promise<PrivateSource[]> {
  if (row.forked_from === null) return []
  if (!(await t.one(selectStandingCopy({ sessionId: row.id, end: lastCopySeq })))) return []
  const sources = await selectPrivateSources(t, row.forked_from, limits.forkChainMax)
  if (sources.length < limits.forkChainMax) return sources
  throw refused('limit_reached', {
    message: `This is a fork of a fork, more than ${limits.forkChainMax} times over; nobody can say any more whose words stand in it.`,
  })
}

function sourceOf(actor: Actor, { id, created_by }: PrivateSource): Resource {
  const isMaker = actor.kind === 'person' && created_by === actor.personId
  // Whoever made it is always listed in it; of others it is not asked here.
  return { kind: 'session', id, visibility: 'private', isListed: isMaker, isMaker }
}

async function areListed(t: Tx, id: SessionId, people: readonly PersonId[]): Promise<boolean> {
  for (const personId of people) if (!(await t.one(selectIsListed({ id, personId })))) return false
  return true
}

function notTheirs({ handle }: PrivateSource) {
  const whose = handle === null ? 'whoever runs this place' : `@${handle}`
  const message = `This fork holds what was said in a private session, and only ${whose} may let others read that.`
  return refused('not_allowed', { message, action: 'session.disclose' })
}
