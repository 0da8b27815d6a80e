// The texts that this process is streaming right now, so that who comes late can follow them. A text is here from its
// first event until the one that completes it.

import type { EventId, SessionId } from '@heddle/contract'
import type { StreamingText } from '../session-values.ts'

export interface Streams {
  put(sessionId: SessionId, text: StreamingText): void
  remove(sessionId: SessionId, eventId: EventId): void
  of(sessionId: SessionId): StreamingText[]
  find(sessionId: SessionId, eventId: EventId): StreamingText | undefined
}

export function createStreams(): Streams {
  const bySession = new Map<SessionId, Map<EventId, StreamingText>>()
  return {
    put(sessionId, text) {
      const texts = bySession.get(sessionId) ?? new Map<EventId, StreamingText>()
      texts.set(text.eventId, text)
      bySession.set(sessionId, texts)
    },
    remove(sessionId, eventId) {
      const texts = bySession.get(sessionId)
      texts?.delete(eventId)
      if (texts?.size === 0) bySession.delete(sessionId)
    },
    of: (sessionId) => [...(bySession.get(sessionId)?.values() ?? [])].map((text) => ({ ...text })),
    find: (sessionId, eventId) => bySession.get(sessionId)?.get(eventId),
  }
}
