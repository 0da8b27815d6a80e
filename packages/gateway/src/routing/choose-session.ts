// Who hears this message? Pure: from what is known of the place and of the session that was named, one answer with its
// reason.

import type { SessionId } from '@heddle/contract'
import type { PlaceKind } from './routing.ts'

export interface SessionQuestion {
  kind: PlaceKind
  /** Mentions us or replies to us. */
  isAddressed: boolean
  /** Whether shared places need that; the configuration's `requireMention`. */
  needsAddress: boolean
  /** The session that the message names outright. */
  named: SessionId | undefined
  /** The session that this place has by now. */
  current: SessionId | undefined
  /** The agent to whom the place belongs when nobody has spoken there yet. */
  agentId: string
}

export type SessionChoice =
  | { kind: 'deliver'; sessionId: SessionId; reason: 'named' | 'place' }
  | { kind: 'open'; agentId: string; reason: 'first_here' }
  | { kind: 'ignore'; reason: 'not_addressed' }

/** Where more than one person may be talking to someone else. */
const sharedPlaces: readonly PlaceKind[] = ['group', 'channel', 'thread']

export function chooseSession(question: SessionQuestion): SessionChoice {
  const { kind, isAddressed, needsAddress, named, current, agentId } = question
  if (named !== undefined) return { kind: 'deliver', sessionId: named, reason: 'named' }
  if (sharedPlaces.includes(kind) && needsAddress && !isAddressed) {
    return { kind: 'ignore', reason: 'not_addressed' }
  }
  if (current !== undefined) return { kind: 'deliver', sessionId: current, reason: 'place' }
  return { kind: 'open', agentId, reason: 'first_here' }
}
