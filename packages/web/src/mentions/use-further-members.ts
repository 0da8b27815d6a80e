// Members who do not stand on the first page of all of them: whoever a text seems to mention is looked for by that handle,
// once. Where all members stand on one page, nobody is.

import { limits } from '@heddle/contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useClient } from '../api/client-context.tsx'
import { useRead } from '../api/use-read.ts'
import { namedPerson, type SeenBy } from './use-directory.ts'

export interface FurtherMembers {
  /** Of those who were found and see the session. */
  handles: readonly string[]
  /** That nobody on the first page has. Called while a text is drawn: what follows from it comes later. */
  ask(handle: string): void
}

/** A text that names hundreds of nobodies must not ask for each of them. */
const askedMax = 60

export function useFurtherMembers(session: SeenBy, isWanted: boolean): FurtherMembers {
  const client = useClient()
  const first = useRead('listMembers', { query: { limit: limits.pageItemsMax } }, isWanted)
  const isMore = first.data?.next !== undefined
  const [asked] = useState(() => new Set<string>())
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const [handles, setHandles] = useState<readonly string[]>([])
  const ask = useCallback(
    (handle: string) => {
      if (!isMore || asked.has(handle) || asked.size >= askedMax) return
      asked.add(handle)
      queueMicrotask(() => setWaiting((others) => [...others, handle]))
    },
    [isMore, asked],
  )
  const [next] = waiting
  useEffect(() => {
    if (next === undefined) return
    const going = new AbortController()
    const query = { text: next.slice(0, limits.searchTextCharsMax), limit: 20 }
    client
      .call('listMembers', { query, signal: going.signal })
      .then(
        ({ items }) => {
          const found = items.find(({ handle, state }) => handle === next && state === 'active')
          if (found && !namedPerson(found, session).isOutside) setHandles((others) => [...others, next])
        },
        // Without an answer they are shown as any other word.
        () => {},
      )
      .finally(() => {
        if (!going.signal.aborted) setWaiting(([, ...others]) => others)
      })
    return () => going.abort()
  }, [client, next, session])
  return useMemo(() => ({ handles, ask }), [handles, ask])
}
