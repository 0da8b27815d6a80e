// The first drawing holds as many rows as the window shows; all of them are in the list from the frame after it on. That
// second drawing is never put off or begun anew half-way: while it is drawn the list moves the heights of its rows along,
// and would give them to other rows. Nor does it wait once its frame has begun, so that nobody scrolls meanwhile.

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

export function useWhole(startsWhole: boolean): boolean {
  const [isWhole, setWhole] = useState(startsWhole)
  useEffect(() => {
    // The next frame may be the one that shows the first drawing.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => flushSync(() => setWhole(true)))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return isWhole
}
