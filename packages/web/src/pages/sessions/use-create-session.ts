// Begins a session, with a first text already written if there is one, and goes there.

import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useSubmit } from '../../api/use-submit.ts'
import { useMe } from '../../me/me-context.tsx'
import { draftsOf } from '../session/drafts.ts'

export function useCreateSession(firstText: string, onBegun?: () => void) {
  const me = useMe()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const create = useSubmit('createSession', {
    done: (session) => {
      if (firstText !== '') draftsOf(me.id).write(session.id, firstText)
      void queries.invalidateQueries({ queryKey: ['listSessions'] })
      onBegun?.()
      navigate(`/sessions/${session.id}`)
    },
  })
  return {
    begin: (agentId: string | undefined) => create.submit({ body: agentId === undefined ? {} : { agentId } }),
    isPending: create.isPending,
    error: create.error,
  }
}
