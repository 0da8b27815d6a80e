// Takes an answer about the focus away once the focus is another than it says.

import type { CommandAnswerJson, FocusJson } from '@heddle/contract'
import { useEffect, useRef } from 'react'
import { isStale } from './choose-stale.ts'

export function useStale(
  answer: CommandAnswerJson,
  now: FocusJson | null | undefined,
  dismiss: () => void,
): void {
  const latest = useRef({ answer, now, dismiss })
  latest.current = { answer, now, dismiss }
  const key = now && `${now.bindingId} ${now.status}`
  const seen = useRef(key)
  useEffect(() => {
    // Looked at with each change only: right after a command the old one is still what is known.
    if (seen.current === key) return
    seen.current = key
    const { answer: given, now: known, dismiss: take } = latest.current
    if (known !== undefined && isStale(given, known)) take()
  }, [key])
}
