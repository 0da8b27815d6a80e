// Opens the session in which somebody begins. Under one fixed key, so that a page that is loaded twice on the way, or in
// two tabs, opens one.

import type { WholeSessionJson } from '@heddle/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useClient } from '../../api/client-context.tsx'

const firstSessionKey = 'first-session'

export interface FirstSession {
  session: WholeSessionJson | undefined
  error: CallError | undefined
  retry(): void
}

export function useFirstSession(isWanted: boolean): FirstSession {
  const client = useClient()
  const queries = useQueryClient()
  const { mutate, data, error } = useMutation({
    mutationFn: () => client.call('createSession', { body: {}, key: firstSessionKey }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['listSessions'] }),
  })
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isWanted || isAsked.current) return
    isAsked.current = true
    mutate()
  }, [isWanted, mutate])
  return { session: data, error: known(error), retry: () => mutate() }
}

function known(error: Error | null): CallError | undefined {
  if (error === null) return undefined
  return error instanceof CallError ? error : new CallError('not_understood', error.message)
}
