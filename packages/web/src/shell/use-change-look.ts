// Changes theme or density from the palette: on the page at once, saved behind it, and put back if that fails.

import type { PreferencesJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useSubmit } from '../api/use-submit.ts'
import { useAppearance, usePreferences } from '../appearance/appearance-context.tsx'
import { strings } from '../strings.ts'
import { useAnnounce } from './status-region.tsx'

const key = ['readPreferences', {}] as const

export function useChangeLook(): { look: PreferencesJson; to(part: Partial<PreferencesJson>): void } {
  const look = usePreferences()
  const appearance = useAppearance()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const save = useSubmit('writePreferences', {
    done: () => announce(strings.settings.appearance.saved),
    failed: () => void queries.invalidateQueries({ queryKey: key }),
  })
  return {
    look,
    to(part) {
      const next = { ...look, ...part }
      appearance.apply(next)
      queries.setQueryData(key, next)
      save.submit({ body: next })
    },
  }
}
