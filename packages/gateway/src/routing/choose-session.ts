// Who hears this message? Pure: from what is known of the place and of the session that was named, one answer with its
// reason.

import type { PlaceKind, SessionId } from '@heddle/contract'

export interface SessionQuestion {
  kind: PlaceKind
  /** Mentions us or replies to us. */
  isAddressed: boolean
  /** Whether shared places need that; the configuration's `requireMention`. */
  needsAddress: boolean
  /** The session that the message names outright. */
  named: SessionId | undefined
  /** What is bound to this place: its session hears everything that is said there, mention or not (BND3). */
  bound?: { sessionId: SessionId; isToBeRevived: boolean } | undefined
  /** A direct message of a member: their one talk with the agent goes on there (CNV2). */
  isPersonal?: boolean
  /** The session that this place has by now. */
  current: SessionId | undefined
  /** The agent to whom the place belongs when nobody has spoken there yet. */
  agentId: string
}

export type SessionChoice =
  | { kind: 'deliver'; sessionId: SessionId; reason: 'named' | 'bound' | 'place' }
  /** What is bound there is over: what goes on in its place is opened first, which takes a while (REV1). */
  | { kind: 'revive'; sessionId: SessionId; reason: 'over' }
  | { kind: 'personal'; agentId: string; reason: 'personal' }
  | { kind: 'open'; agentId: string; reason: 'first_here' }
  | { kind: 'ignore'; reason: 'not_addressed' }

/** Where more than one person may be talking to someone else. */
const sharedPlaces: readonly PlaceKind[] = ['group', 'channel', 'thread']

export function chooseSession(question: SessionQuestion): SessionChoice {
  const { kind, isAddressed, needsAddress, named, bound, current, agentId } = question
  if (named !== undefined) return { kind: 'deliver', sessionId: named, reason: 'named' }
  if (bound?.isToBeRevived) return { kind: 'revive', sessionId: bound.sessionId, reason: 'over' }
  if (bound) return { kind: 'deliver', sessionId: bound.sessionId, reason: 'bound' }
  if (sharedPlaces.includes(kind) && needsAddress && !isAddressed) {
    return { kind: 'ignore', reason: 'not_addressed' }
  }
  if (question.isPersonal) return { kind: 'personal', agentId, reason: 'personal' }
  if (current !== undefined) return { kind: 'deliver', sessionId: current, reason: 'place' }
  return { kind: 'open', agentId, reason: 'first_here' }
}
