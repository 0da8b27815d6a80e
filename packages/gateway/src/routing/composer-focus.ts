// Where a composer on the web points: on each page of a chat every person has their own (CNV7).

import { type ConversationRef, Refusal, refused } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { WholeSession } from '../sessions/sessions.ts'
import type { Binding } from './bindings/bindings.ts'
import { webAccount } from './open-places.ts'
import type { RoutingRoom } from './routing-deps.ts'

type Page = Pick<WholeSession, 'id'>

/** On the web the page of the session, as whoever writes there sees it; any other place as it is. */
export function composerPlace(place: ConversationRef, page: Page): ConversationRef {
  return place.channel === 'web' ? { ...place, conversationId: page.id } : place
}

/** What everybody writes on the page of a session that has a conversation of its own (BND10). */
export function pagePlace(page: Page): ConversationRef {
  return { channel: 'web', accountId: webAccount, conversationId: page.id }
}

/** Whoever focused something here goes there; otherwise the page itself may belong to a session. */
export async function findFocus(
  deps: Pick<RoutingRoom, 'bindings'>,
  r: Reader,
  place: ConversationRef,
  page: Page,
): Promise<Binding | undefined> {
  const own = await deps.bindings.resolveByConversation(r, composerPlace(place, page))
  return own ?? deps.bindings.resolveByConversation(r, pagePlace(page))
}

/** For whoever looks at a page: where their messages `to: "focus"` go, unless that is the page itself. */
export async function focusOf(
  deps: RoutingRoom,
  r: Reader,
  actor: Actor,
  page: Page,
): Promise<Binding | undefined> {
  if (actor.kind !== 'person') return undefined
  const place = { channel: 'web', accountId: actor.personId, conversationId: page.id }
  const focus = await findFocus(deps, r, place, page)
  if (focus === undefined || !(await deps.sessions.mayRead(r, actor, focus.sessionId))) return undefined
  return focus.sessionId === page.id && focus.status === 'active' ? undefined : focus
}

/** What is focused there. Whoever may no longer see it can still leave it, and nothing else. */
export async function seeFocused(
  deps: RoutingRoom,
  r: Reader,
  actor: Actor,
  { sessionId }: Binding,
  instead: WholeSession | undefined,
): Promise<WholeSession> {
  try {
    return await deps.sessions.see(r, actor, sessionId)
  } catch (error) {
    if (instead !== undefined && error instanceof Refusal && error.code === 'not_found') return instead
    throw error
  }
}

/** What was written for one session must not be heard by another because a focus ended meanwhile. */
export function assertExpected(focus: Binding | undefined, expected: string | undefined): void {
  if (expected === undefined || focus?.id === expected) return
  throw refused('not_bound', {
    message: 'What you spoke to here is no longer focused. Nothing was sent.',
    issues: [{ field: 'focusId', message: 'is not what is focused here now' }],
  })
}
