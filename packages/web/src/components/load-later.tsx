// A part of the page that is not needed to read it: dialogs, the palette, the help. It is fetched once the page rests, so
// that it is there when it is wanted, also without a network; what could not be fetched says so instead of taking the
// page down.

import { type ComponentType, useEffect, useState } from 'react'
import { useAnnounce } from '../shell/status-region.tsx'
import { strings } from '../strings.ts'

export interface Later<Props> {
  Part: ComponentType<Props>
  /** Fetches it while nothing else is to be done; for whoever may open it. */
  useSoon(): void
}

export function loadLater<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  // The browser keeps a module that it has; asking again costs nothing.
  function Part(props: Props) {
    const announce = useAnnounce()
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
    useEffect(() => {
      let isWanted = true
      load().then(
        (found) => {
          if (isWanted) setLoaded(() => found)
        },
        () => announce(strings.errors.partMissing),
      )
      return () => {
        isWanted = false
      }
    }, [announce])
    return Loaded === null ? null : <Loaded {...props} />
  }

  function useSoon(): void {
    useEffect(() => {
      // What fails now is tried again, and said, when it is wanted.
      const fetchIt = () => void load().catch(() => {})
      if (!('requestIdleCallback' in window)) {
        const timer = setTimeout(fetchIt, 2_000)
        return () => clearTimeout(timer)
      }
      const idle = requestIdleCallback(fetchIt, { timeout: 5_000 })
      return () => cancelIdleCallback(idle)
    }, [])
  }

  return { Part, useSoon }
}
