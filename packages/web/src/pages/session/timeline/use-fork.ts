// Begins a session of one's own with the past of this one, and goes there.

import type { EventJson } from '@heddle/contract'
import { useLocation } from 'wouter'
import { useSubmit } from '../../../api/use-submit.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'

export function useFork(sessionId: string): (event: EventJson) => void {
  const [, go] = useLocation()
  const announce = useAnnounce()
  const words = strings.session.timeline.forking
  const fork = useSubmit('forkSession', {
    done: ({ id }) => {
      announce(words.done)
      go(`/sessions/${id}`)
    },
    failed: (error) => announce(error.message === '' ? words.failed : error.message),
  })
  return ({ eventId }) => fork.submit({ path: { id: sessionId }, body: { eventId } })
}
