// True once the page has nothing else to do: what is not needed to read it comes then.

import { useEffect, useState } from 'react'

export function useRested(): boolean {
  const [isRested, setRested] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setRested(true), 1_000)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(() => setRested(true), { timeout: 2_000 })
    return () => cancelIdleCallback(idle)
  }, [])
  return isRested
}
