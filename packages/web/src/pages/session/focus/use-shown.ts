// Which of the two sessions is read in the middle of a page: its own, or the one that is focused there.

import { useState } from 'react'

/** What is focused is shown, unless one wants to see the chat or a link leads into it. */
export function useShown(bindingId: string | undefined, linkedId: string | undefined) {
  const key = `${bindingId} ${linkedId}`
  const [chosen, setChosen] = useState({ key, isChild: linkedId === undefined })
  if (chosen.key !== key) {
    const wasLinked = chosen.key.endsWith(` ${linkedId}`)
    setChosen({ key, isChild: linkedId === undefined || wasLinked })
  }
  return [chosen.isChild, (isChild: boolean) => setChosen({ key, isChild })] as const
}
