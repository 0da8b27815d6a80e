// Going back in the browser closes what is open over the page, and only that. Comes back with what takes that step away
// again.

import { useEffect, useRef } from 'react'
import { type BackStep, openBackStep, realPast } from './back-step.ts'

export function useBackStep(onClose: () => void): () => Promise<void> {
  const step = useRef<BackStep>(undefined)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const opened = openBackStep(realPast(), () => close.current())
    step.current = opened
    return () => void opened.leave()
  }, [])
  return async () => step.current?.leave()
}
