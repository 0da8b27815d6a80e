// Saves what one chose: on the page at once, one after the other behind it, because each replaces all of it.

import type { NotificationPreferencesJson, PreferencesJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { useClient } from '../../../api/client-context.tsx'
import { notificationStrings } from '../../../notification-strings.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { preferencesKey } from '../appearance-section.tsx'

export interface SaveChoice {
  error: CallError | undefined
  save(change: (chosen: NotificationPreferencesJson) => NotificationPreferencesJson): void
}

export function useSaveChoice(): SaveChoice {
  const client = useClient()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const [error, setError] = useState<CallError>()
  const last = useRef<Promise<void>>(Promise.resolve())

  const write = async (body: PreferencesJson) => {
    try {
      await client.call('writePreferences', { body })
      announce(notificationStrings.saved, false)
    } catch (thrown) {
      setError(thrown instanceof CallError ? thrown : new CallError('not_understood', String(thrown)))
      await queries.invalidateQueries({ queryKey: preferencesKey })
    }
  }
  return {
    error,
    save(change) {
      setError(undefined)
      const next = queries.setQueryData<PreferencesJson>(
        preferencesKey,
        (held) => held && { ...held, notifications: change(held.notifications) },
      )
      if (next) last.current = last.current.then(() => write(next))
    },
  }
}
