// Copies the address of a session or of a moment in it, or a text from it, and says whether that worked.

import { copyText } from '../../components/copy-text.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'

export interface Copy {
  /** With an event, the session is opened there. */
  link(sessionId: string, eventId?: string): void
  text(text: string): void
}

export function useCopy(): Copy {
  const announce = useAnnounce()
  const words = strings.session.timeline.acts
  const copy = (text: string, done: string) => {
    void copyText(text, null).then((isDone) => announce(isDone ? done : words.notCopied))
  }
  return {
    link(sessionId, eventId) {
      const address = new URL(`/sessions/${sessionId}`, window.location.href)
      if (eventId !== undefined) address.searchParams.set('at', eventId)
      copy(address.href, words.linkCopied)
    },
    text: (text) => copy(text, words.textCopied),
  }
}
