// Two tell of the same entry of a log: the page that shows it, at once, and the inbox, which says better why it concerns the
// reader and comes a moment later. Where the inbox may speak, the page waits for it, and keeps silent if it did.

import type { Announce } from './announcer.ts'

export interface SpokenFor {
  /** The inbox tells of this entry. */
  speakFor(eventId: string): void
  /** Says it, unless the inbox tells of the entry by then. */
  sayUnless(eventId: string, text: string): void
}

export interface SpokenForDeps {
  announce: Announce
  after(ms: number, run: () => void): void
}

const waitMs = 3_000
const keptMax = 100

export function createSpokenFor({ announce, after }: SpokenForDeps): SpokenFor {
  const spoken = new Set<string>()
  return {
    speakFor(eventId) {
      spoken.add(eventId)
      for (const oldest of spoken) {
        if (spoken.size <= keptMax) break
        spoken.delete(oldest)
      }
    },
    sayUnless(eventId, text) {
      if (spoken.has(eventId)) return
      after(waitMs, () => {
        if (!spoken.has(eventId)) announce(text, false)
      })
    },
  }
}
