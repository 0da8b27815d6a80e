// The texts that this process is streaming right now, so that who comes late can follow them. A text is here from its
// first event until the one that completes it. Each is asked when someone looks: copying a long text at every piece of
// it would cost more than writing it.

import type { EventId, SessionId } from '@heddle/contract'
import type { StreamingText } from '../session-values.ts'

/** What was told of the text so far. */
export type LookAtText = () => StreamingText

export interface Streams {
  put(sessionId: SessionId, eventId: EventId, look: LookAtText): void
  remove(sessionId: SessionId, eventId: EventId): void
  of(sessionId: SessionId): StreamingText[]
  find(sessionId: SessionId, eventId: EventId): StreamingText | undefined
}

export function createStreams(): Streams {
  const bySession = new Map<SessionId, Map<EventId, LookAtText>>()
  return {
    put(sessionId, eventId, look) {
      const texts = bySession.get(sessionId) ?? new Map<EventId, LookAtText>()
      texts.set(eventId, look)
      bySession.set(sessionId, texts)
    },
    remove(sessionId, eventId) {
      const texts = bySession.get(sessionId)
      texts?.delete(eventId)
      if (texts?.size === 0) bySession.delete(sessionId)
    },
    of: (sessionId) => [...(bySession.get(sessionId)?.values() ?? [])].map((look) => look()),
    find: (sessionId, eventId) => bySession.get(sessionId)?.get(eventId)?.(),
  }
}
