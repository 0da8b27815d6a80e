// Changes theme or density from the palette: on the page at once, saved behind it, and put back if that fails.

import type { PreferencesJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useSubmit } from '../api/use-submit.ts'
import type { Looks } from '../appearance/appearance.ts'
import { useAppearance, usePreferences } from '../appearance/appearance-context.tsx'
import { strings } from '../strings.ts'
import { useAnnounce } from './status-region.tsx'

const key = ['readPreferences', {}] as const

export function useChangeLook(): { look: Looks; to(part: Partial<Looks>): void } {
  const look = usePreferences()
  const appearance = useAppearance()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const save = useSubmit('writePreferences', {
    done: () => announce(strings.settings.lookSaved),
    failed: () => void queries.invalidateQueries({ queryKey: key }),
  })
  return {
    look,
    to(part) {
      // Of notifications nothing is said, so that nothing of them changes.
      const { theme, density } = { ...look, ...part }
      const next = { theme, density }
      appearance.apply(next)
      queries.setQueryData<PreferencesJson>(key, (before) => before && { ...before, ...next })
      save.submit({ body: next })
    },
  }
}
