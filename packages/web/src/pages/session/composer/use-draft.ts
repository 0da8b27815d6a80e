// The text in the field: kept as it is typed, and as another tab of the same person writes it.

import { useEffect, useState } from 'react'
import { useMe } from '../../../me/me-context.tsx'
import { draftsOf, hearDraft } from '../drafts.ts'

export interface Draft {
  text: string
  set(text: string): void
}

export function useDraft(sessionId: string): Draft {
  const me = useMe()
  const [text, setText] = useState(() => draftsOf(me.id).read(sessionId))
  useEffect(() => hearDraft(me.id, sessionId, setText), [me.id, sessionId])
  return {
    text,
    set(next) {
      setText(next)
      draftsOf(me.id).write(sessionId, next)
    },
  }
}
