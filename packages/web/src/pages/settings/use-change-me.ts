// A change of oneself. If another tab was faster, the page reads again, so that a second press goes through.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyOf } from '../../api/call-types.ts'
import { meKey } from '../../api/query-cache.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useMe } from '../../me/me-context.tsx'
import { useSetWhoIsThere } from '../../me/use-who-is-there.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { accountStrings } from '../../account-strings.ts'

export function useChangeMe(said: string, onDone?: () => void) {
  const me = useMe()
  const { changed } = useSetWhoIsThere()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const [isSaved, setSaved] = useState(false)
  const submit = useSubmit('changeMe', {
    done: (answer) => {
      changed(answer)
      // The member list shows the same person.
      void queries.invalidateQueries({ queryKey: ['listMembers'], refetchType: 'none' })
      setSaved(true)
      announce(said)
      onDone?.()
    },
    failed: (error) => {
      if (error.code === 'handle_taken') submit.refuse({ handle: accountStrings.handle.takenShort })
      if (error.code === 'changed_meanwhile') void queries.invalidateQueries({ queryKey: meKey })
    },
  })
  return {
    ...submit,
    isSaved,
    dirty: () => setSaved(false),
    nothingToDo: () => setSaved(true),
    send: (body: BodyOf<'changeMe'>) => submit.submit({ version: me.version, body }),
  }
}
