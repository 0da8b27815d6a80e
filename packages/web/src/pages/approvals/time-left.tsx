// How much time is left, counting down for the eye. Nothing here is live: a screen reader reads it when it comes by.

import { useEffect, useState } from 'react'
import { useFormat } from '../../format/format-context.tsx'
import { useLive } from '../../live/live-context.tsx'
import { strings } from '../../strings.ts'

const minuteMs = 60_000

export function TimeLeft({ leftMs }: { leftMs: number }) {
  const format = useFormat()
  return <span>{strings.approvals.card.left(format.wait(leftMs))}</span>
}

/** By the server's clock: as often as what is written of it changes, and until it has come. */
export function useServerNow(until: string, isWanted: boolean): number {
  const live = useLive()
  const [now, setNow] = useState(live.serverNow)
  useEffect(() => {
    if (!isWanted) return
    const left = Date.parse(until) - live.serverNow()
    if (!(left > 0)) return setNow(live.serverNow())
    const everyMs = left > 2 * minuteMs ? minuteMs / 2 : 1_000
    const timer = setTimeout(() => setNow(live.serverNow()), Math.min(everyMs, left))
    return () => clearTimeout(timer)
  }, [until, isWanted, live, now])
  return now
}
