// Asks the server who is signed in, and changes that answer after signing in or out.

import type { MeJson } from '@heddle/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../api/call-error.ts'
import { useClient } from '../api/client-context.tsx'
import { meKey } from '../api/query-cache.ts'

export type WhoIsThere =
  | { state: 'asking' }
  | { state: 'nobody' }
  | { state: 'someone'; me: MeJson }
  | { state: 'unknown'; error: CallError; retry(): void }

export function useWhoIsThere(): WhoIsThere {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => client.call('readMe', { signal }),
  })
  if (error instanceof CallError && error.code === 'not_signed_in') return { state: 'nobody' }
  // Who was there a moment ago still is, as long as nobody says otherwise.
  if (data) return { state: 'someone', me: data }
  if (error instanceof CallError) return { state: 'unknown', error, retry: () => void refetch() }
  return { state: 'asking' }
}

export function useSetWhoIsThere() {
  const queries = useQueryClient()
  /** Nothing that the last person read may be seen by the next. */
  const forgetTheRest = () => queries.removeQueries({ predicate: (query) => query.queryKey[0] !== meKey[0] })
  return {
    arrived(me: MeJson) {
      forgetTheRest()
      queries.setQueryData(meKey, me)
    },
    changed(me: MeJson) {
      queries.setQueryData(meKey, me)
    },
    left() {
      forgetTheRest()
      void queries.resetQueries({ queryKey: meKey })
    },
  }
}
