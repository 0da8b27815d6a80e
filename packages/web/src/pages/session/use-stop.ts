// Stops what runs in a session, and says in one sentence what that came to.

import { useSubmit } from '../../api/use-submit.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'

export function useStop(onStopped?: () => void): { stop(sessionId: string): void; isPending: boolean } {
  const announce = useAnnounce()
  const words = strings.session.stop
  const submit = useSubmit('stopSession', {
    done: ({ turnId, cancelled }) => {
      onStopped?.()
      if (cancelled.length > 0) announce(words.doneWith(cancelled.length))
      else announce(turnId === null ? words.nothing : words.done)
    },
    failed: () => announce(words.failed),
  })
  return { stop: (id) => submit.submit({ path: { id } }), isPending: submit.isPending }
}
