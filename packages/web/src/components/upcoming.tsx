// A point in time that is still to come: in seconds where it is near, otherwise by the clock.

import { useEffect, useState } from 'react'
import { useFormat } from '../format/format-context.tsx'

const tickMs = 1_000

export function Upcoming({ at }: { at: string }) {
  const format = useFormat()
  const [, tick] = useState(0)
  const isPast = format.isPast(at)
  useEffect(() => {
    if (isPast) return
    const timer = setInterval(() => tick((count) => count + 1), tickMs)
    return () => clearInterval(timer)
  }, [isPast])
  return (
    <time dateTime={at} title={format.exact(at)}>
      {format.soon(at)}
    </time>
  )
}
