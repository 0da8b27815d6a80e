// Why a session stands where it stands in the list, in a word. Pure. The session that one looks at has nothing unread,
// whatever the server knows a second later.

import type { ListedSessionJson } from '@heddle/contract'

export type Reason =
  /** A call of a tool waits for somebody's word. */
  | 'asks'
  /** The same, in a sub-agent below it. */
  | 'asks below'
  /** Nothing runs in it, but sub-agents below it do. */
  | 'runs below'
  | 'failed'
  | 'finished'
  | 'stopped'
  | 'running'
  | 'new messages'
  | 'forked'
  /** Nothing is in it. */
  | 'empty'
  /** Something is in it, but no turn has run there. */
  | 'no turn'
  | 'over'
  | 'archived'

const outcomes = { failed: 'failed', succeeded: 'finished', cancelled: 'stopped' } as const

export function chooseReason(
  session: ListedSessionJson,
  /** The session in sight, if any. */
  openId: string | undefined,
): Reason {
  if (session.state === 'archived') return 'archived'
  if (isAsking(session)) return 'asks'
  if (session.approvalsBelow > 0) return 'asks below'
  if (session.state === 'running') return 'running'
  if (isUnread(session, openId)) {
    const { lastOutcome } = session
    return lastOutcome === 'failed' || lastOutcome === 'succeeded' ? outcomes[lastOutcome] : 'new messages'
  }
  if (session.activeBelow > 0) return 'runs below'
  if (session.state === 'over') return 'over'
  if (session.lastOutcome !== null) return outcomes[session.lastOutcome]
  if (session.forkedFrom !== null) return 'forked'
  return isUntouched(session) ? 'empty' : 'no turn'
}

/** Made, and nothing was ever said or done in it. */
export function isUntouched({
  state,
  seq,
  lastOutcome,
}: Pick<ListedSessionJson, 'state' | 'seq' | 'lastOutcome'>) {
  return state === 'idle' && seq === 0 && lastOutcome === null
}

export function isUnread(session: ListedSessionJson, openId: string | undefined): boolean {
  return session.unread && session.id !== openId
}

/** A call of a tool waits there for somebody's word. */
export function isAsking({
  state,
  openApprovals,
}: Pick<ListedSessionJson, 'state' | 'openApprovals'>): boolean {
  return state === 'running' && openApprovals > 0
}

/**
 * Something ended or was said there, nobody works on it, and one has not seen it; or one's word is wanted, which having
 * seen it does not settle.
 */
export function isNeeding(
  session: ListedSessionJson,
  openId: string | undefined,
  /** Whether the reader is one of those whose word counts. */
  mayDecide = true,
): boolean {
  if ((isAsking(session) || session.approvalsBelow > 0) && session.state !== 'archived') return mayDecide
  return isUnread(session, openId) && session.state !== 'running' && session.state !== 'archived'
}
