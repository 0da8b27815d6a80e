// Who was named in what was just sent from this page and will not hear of it, until one has seen it or writes on.

import type { RejectedMentionJson } from '@heddle/contract'
import { useCallback, useEffect, useState } from 'react'
import { useLive } from '../../../live/live-context.tsx'

const nobody: readonly RejectedMentionJson[] = []

export function useRejected(sessionId: string): [readonly RejectedMentionJson[], () => void] {
  const live = useLive()
  const [rejected, setRejected] = useState(nobody)
  useEffect(
    () =>
      live.hearRejected((id, told) => {
        if (id === sessionId) setRejected(told)
      }),
    [live, sessionId],
  )
  return [rejected, useCallback(() => setRejected(nobody), [])]
}
