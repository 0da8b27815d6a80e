// Draws anew whenever something was begun or is no longer: written here or in another tab, or attached.

import { useEffect, useState } from 'react'
import { useLive } from '../../live/live-context.tsx'
import { draftChanged } from '../session/drafts.ts'

export function useDraftChanges(): void {
  const { uploads } = useLive()
  const [, setCount] = useState(0)
  useEffect(() => {
    const again = () => setCount((last) => last + 1)
    const forget = uploads.subscribe(again)
    window.addEventListener(draftChanged, again)
    window.addEventListener('storage', again)
    return () => {
      forget()
      window.removeEventListener(draftChanged, again)
      window.removeEventListener('storage', again)
    }
  }, [uploads])
}
