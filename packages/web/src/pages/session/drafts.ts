// What one has begun and not sent, in this browser, for each session. Other tabs hear of each change.

import { createKeptDrafts, draftName } from '../../live/kept-drafts.ts'
import type { KeptStore } from '../../live/outbox.ts'

export interface Drafts {
  read(sessionId: string): string
  write(sessionId: string, text: string): void
  /** Whether anything was begun there: a text or a file. */
  has(sessionId: string): boolean
}

export function createDrafts(
  personId: string,
  store: KeptStore | undefined,
  now: () => number = Date.now,
  /** A draft was begun, or the last of it is gone. */
  onTurn: () => unknown = () => {},
): Drafts {
  const kept = createKeptDrafts(store, now)
  const has = (sessionId: string) =>
    kept.text(personId, sessionId).trim() !== '' || kept.files(personId, sessionId).length > 0
  return {
    read: (sessionId) => kept.text(personId, sessionId),
    write(sessionId, text) {
      const had = has(sessionId)
      kept.setText(personId, sessionId, text)
      if (has(sessionId) !== had) onTurn()
    },
    has,
  }
}

/** Told to this page, which hears nothing of its own writing otherwise. */
export const draftChanged = 'heddle:draft'

export function draftsOf(personId: string): Drafts {
  try {
    return createDrafts(personId, window.localStorage, Date.now, () =>
      window.dispatchEvent(new Event(draftChanged)),
    )
  } catch {
    return createDrafts(personId, undefined)
  }
}

/** Hears what another tab writes there; this tab's own writing is not told. */
export function hearDraft(personId: string, sessionId: string, heard: (text: string) => void): () => void {
  const name = draftName(personId, sessionId)
  const listen = (event: StorageEvent) => {
    if (event.key === name) heard(event.newValue ?? '')
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
