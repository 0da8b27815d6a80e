// How long something has been going on, counting for the eye, by the server's clock.

import { useEffect, useState } from 'react'
import { useLive } from '../../../live/live-context.tsx'

const everyMs = 1_000

/** Undefined before it has begun. */
export function useElapsed(begun: string | null | undefined, isGoingOn: boolean): number | undefined {
  const live = useLive()
  const [now, setNow] = useState(live.serverNow)
  const isCounting = isGoingOn && begun != null
  useEffect(() => {
    if (!isCounting) return
    setNow(live.serverNow())
    const timer = setInterval(() => setNow(live.serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [isCounting, live])
  return begun == null ? undefined : Math.max(0, now - Date.parse(begun))
}
