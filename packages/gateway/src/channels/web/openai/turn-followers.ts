// Hands what the feed tells of a session to those requests that wait for an answer in it. One listener for all of them,
// because the feed keeps its listeners for good.

import type { EventId, SessionId } from '@heddle/contract'
import type { Feed, LogEvent, TextDelta } from '../../../sessions/sessions.ts'

export interface SessionFollower {
  appended(events: readonly LogEvent[]): void
  delta(delta: TextDelta): void
  reset(reset: { eventId: EventId; attempt: number }): void
}

export interface TurnFollowers {
  /** Until what it gives back is called. */
  follow(sessionId: SessionId, follower: SessionFollower): () => void
  readonly size: number
}

export function createTurnFollowers(feed: Pick<Feed, 'listen'>): TurnFollowers {
  const followers = new Map<SessionId, Set<SessionFollower>>()
  const of = (sessionId: SessionId) => [...(followers.get(sessionId) ?? [])]
  const nothing = () => undefined

  feed.listen({
    appended: (sessionId, events) => of(sessionId).forEach((one) => one.appended(events)),
    delta: (sessionId, delta) => of(sessionId).forEach((one) => one.delta(delta)),
    reset: (sessionId, reset) => of(sessionId).forEach((one) => one.reset(reset)),
    listed: nothing,
    accessChanged: nothing,
    personAppended: nothing,
  })

  return {
    follow(sessionId, follower) {
      const mine = followers.get(sessionId) ?? new Set()
      followers.set(sessionId, mine.add(follower))
      return () => {
        mine.delete(follower)
        if (mine.size === 0 && followers.get(sessionId) === mine) followers.delete(sessionId)
      }
    },
    get size() {
      return followers.size
    },
  }
}
