// What happens to the field from outside of it: it grows with its text, gets back what was not sent, and is emptied when
// what was held has gone out.

import type { AttachmentJson } from '@heddle/contract'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLive } from '../../../live/live-context.tsx'
import type { Draft } from './use-draft.ts'

/** What was not sent or no longer waits, and comes back to be written on; each time a new one. */
export interface Returned {
  text: string
  attachments?: readonly AttachmentJson[] | undefined
}

export function useReturned(
  sessionId: string,
  returned: Returned | null,
  field: RefObject<HTMLTextAreaElement | null>,
  draft: Draft,
): void {
  const live = useLive()
  const [last, setLast] = useState<Returned | null>(null)
  useEffect(() => {
    if (returned === null || returned === last) return
    setLast(returned)
    draft.set([returned.text, draft.text].filter((text) => text !== '').join('\n'))
    if (returned.attachments?.length) live.uploads.adopt(sessionId, returned.attachments)
    field.current?.focus()
  }, [returned, last, field, draft, live, sessionId])
}

/** What was held went out by itself: nothing of it is left to write on. */
export function useSaid(isHeld: boolean, isEmpty: boolean, draft: Draft): void {
  const wasHeld = useRef(isHeld)
  const latest = useRef(draft)
  latest.current = draft
  useEffect(() => {
    if (wasHeld.current && !isHeld && isEmpty) latest.current.set('')
    wasHeld.current = isHeld
  }, [isHeld, isEmpty])
}

/** As high as what is written, up to where it scrolls. */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [field, text])
}

/** Ready to be written in when the page opens. */
export function useReady(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    // On a phone the keyboard would cover what one came to read.
    if (window.matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true })
  }, [field])
}
