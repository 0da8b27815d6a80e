// Theme and density. A choice is on the page at once and saved behind it; if saving fails, it goes back.

import type { PreferencesJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useSubmit } from '../../api/use-submit.ts'
import type { Looks } from '../../appearance/appearance.ts'
import { useAppearance, usePreferences } from '../../appearance/appearance-context.tsx'
import { ChoiceGroup } from '../../components/choice-group.tsx'
import { Failure } from '../../components/failure.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { accountStrings } from '../../account-strings.ts'
import { strings } from '../../strings.ts'
import styles from './settings-page.module.css'

export const preferencesKey = ['readPreferences', {}] as const

export function AppearanceSection() {
  const preferences = usePreferences()
  const appearance = useAppearance()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const words = accountStrings.appearance
  const put = (next: Looks) => {
    appearance.apply(next)
    queries.setQueryData<PreferencesJson>(preferencesKey, (before) => before && { ...before, ...next })
  }
  const save = useSubmit('writePreferences', {
    done: () => announce(words.saved),
    failed: () => void queries.invalidateQueries({ queryKey: preferencesKey }),
  })
  const change = (part: Partial<Looks>) => {
    // Of notifications nothing is said, so that nothing of them changes.
    const { theme, density } = { ...preferences, ...part }
    const next = { theme, density }
    put(next)
    save.submit({ body: next })
  }
  return (
    <>
      <PageHeader title={strings.settings.sections.appearance} about={words.about} />
      {save.error ? <Failure error={save.error} /> : null}
      <div className={styles.narrow}>
        <ChoiceGroup
          isRow
          label={words.theme}
          choices={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            title: words.themes[value],
          }))}
          value={preferences.theme}
          onChange={(theme) => change({ theme })}
        />
      </div>
      <div className={styles.narrow}>
        <ChoiceGroup
          isRow
          label={words.density}
          choices={(['comfortable', 'compact'] as const).map((value) => ({
            value,
            title: words.densities[value],
          }))}
          value={preferences.density}
          onChange={(density) => change({ density })}
          hint={words.densityHint}
        />
      </div>
    </>
  )
}
