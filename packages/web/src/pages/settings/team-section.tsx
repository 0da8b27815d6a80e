// The settings of the place, for admins. What heddle.json5 sets is shown and cannot be changed here. The model of all
// agents is chosen where the models are.

import type { SettingJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useRead } from '../../api/use-read.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form, FormActions } from '../../components/form.tsx'
import { Loading } from '../../components/loading.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import { settingStrings } from '../../settings-strings.ts'
import { standardKey } from './models/standard-key.ts'
import { changesOf, textOf } from './read-setting.ts'
import { SavedWord } from './saved-word.tsx'
import { SettingField } from './setting-field.tsx'
import styles from './settings-page.module.css'

export function TeamSection() {
  const { data, error, refetch } = useRead('readSettings', {})
  const words = settingStrings.team
  return (
    <>
      <PageHeader title={strings.settings.sections.team} about={words.about} />
      {data ? (
        <TeamForm items={data.items.filter(({ key }) => key !== standardKey)} />
      ) : error instanceof CallError ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>{words.loading}</Loading>
      )}
    </>
  )
}

function TeamForm({ items }: { items: readonly SettingJson[] }) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const [texts, setTexts] = useState<Record<string, string>>({})
  const [isSaved, setSaved] = useState(false)
  const words = settingStrings.team
  const save = useSubmit('writeSettings', {
    done: (answer) => {
      queries.setQueryData(['readSettings', {}], answer)
      // The place's name stands on every page.
      void queries.invalidateQueries({ queryKey: ['about'] })
      setTexts({})
      setSaved(true)
      announce(words.saved)
    },
    failed: (error) => {
      if (error.code === 'set_in_file') void queries.invalidateQueries({ queryKey: ['readSettings'] })
    },
  })
  const changes = changesOf(items, texts)
  const count = Object.keys(changes).length
  const submit = () => {
    if (count > 0) save.submit({ body: changes })
  }
  const isAtField = items.some((item) => item.key in save.problems)
  return (
    <Form label={words.formLabel} failures={save.failures} onSubmit={submit}>
      {save.error && !isAtField ? <Failure error={save.error} /> : null}
      <div className={styles.narrow}>
        {items.map((item) => (
          <SettingField
            key={item.key}
            item={item}
            text={texts[item.key] ?? textOf(item)}
            problem={save.problems[item.key]}
            onChange={(text) => {
              setTexts((last) => ({ ...last, [item.key]: text }))
              setSaved(false)
              save.mend(item.key)
            }}
            onReset={() => save.submit({ body: { [item.key]: null } })}
          />
        ))}
      </div>
      <FormActions>
        <Button type="submit" look="primary" isPending={save.isPending} isDisabled={count === 0}>
          {count === 0 ? strings.form.save : words.saveCount(count)}
        </Button>
        <SavedWord isShown={isSaved && count === 0} />
      </FormActions>
    </Form>
  )
}
