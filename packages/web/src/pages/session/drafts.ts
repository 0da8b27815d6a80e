// What one has typed and not sent, kept in this browser for each session.

export interface Drafts {
  read(sessionId: string): string
  write(sessionId: string, text: string): void
}

type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createDrafts(personId: string, store: DraftStore | undefined): Drafts {
  const name = (sessionId: string) => `heddle.draft.${personId}.${sessionId}`
  return {
    read(sessionId) {
      try {
        return store?.getItem(name(sessionId)) ?? ''
      } catch {
        return ''
      }
    },
    write(sessionId, text) {
      try {
        if (text === '') store?.removeItem(name(sessionId))
        else store?.setItem(name(sessionId), text)
      } catch {
        // Full or forbidden: the text is still in the field.
      }
    },
  }
}

export function draftsOf(personId: string): Drafts {
  try {
    return createDrafts(personId, window.localStorage)
  } catch {
    return createDrafts(personId, undefined)
  }
}
