// Name, address, key and models of one provider. Nothing that was typed is lost by a test or a save that fails.

import type { ProviderJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { ChoiceGroup } from '../../../components/choice-group.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Form, FormActions } from '../../../components/form.tsx'
import { Notice } from '../../../components/notice.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import { modelStrings } from '../../../models-strings.ts'
import { ChosenModels } from './chosen-models.tsx'
import { choosePreset, type PresetId, presetIds, presetOf, presets } from './choose-preset.ts'
import { KeyField } from './key-field.tsx'
import { KeyTest } from './key-test.tsx'
import { ModelPicker } from './model-picker.tsx'
import {
  bodyOf,
  draftOf,
  emptyDraft,
  judgeDraft,
  type ModelDraft,
  needsAddress,
  newModel,
  type ProviderDraft,
} from './provider-draft.ts'
import { placeProblems } from './place-problems.ts'
import styles from './provider-form.module.css'
import { refreshModels } from './refresh-models.ts'

interface ProviderFormProps {
  /** Undefined for a new one. */
  provider: ProviderJson | undefined
  taken: readonly string[]
  onSaved(name: string): void
  onLeave(): void
}

const first: PresetId = 'openai'

export function ProviderForm({ provider, taken, onSaved, onLeave }: ProviderFormProps) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const [presetId, setPreset] = useState<PresetId>(provider ? presetOf(draftOf(provider)) : first)
  const [draft, setDraft] = useState<ProviderDraft>(() =>
    provider ? draftOf(provider) : choosePreset(emptyDraft, first, taken),
  )
  const [listed, setListed] = useState<readonly string[]>([])
  const words = modelStrings.form
  const preset = presets[presetId]
  const save = useSubmit('saveProvider', {
    done: (saved) => {
      refreshModels(queries)
      announce(modelStrings.saved(saved.name))
      onSaved(saved.name)
    },
  })
  const put = (part: Partial<ProviderDraft>, field: string) => {
    setDraft((last) => ({ ...last, ...part }))
    save.mend(field)
  }
  const submit = () => {
    const problems = judgeDraft(draft, taken)
    if (Object.keys(problems).length > 0) return save.refuse(problems)
    save.submit({ path: { name: draft.name.trim() }, body: bodyOf(draft) })
  }
  const putModels = (change: (models: readonly ModelDraft[]) => readonly ModelDraft[]) => {
    setDraft((last) => ({ ...last, models: change(last.models) }))
    for (const field of Object.keys(save.problems)) if (field.startsWith('models')) save.mend(field)
  }
  const add = (id: string) =>
    putModels((last) => (last.some((model) => model.id === id) ? last : [...last, newModel(id)]))
  const takeOut = (id: string) => putModels((last) => last.filter((model) => model.id !== id))
  const { fields, elsewhere } = placeProblems(save.problems)
  return (
    <Form label={words.label} failures={save.failures} onSubmit={submit}>
      {provider ? null : (
        <ChoiceGroup
          isRow
          label={words.preset}
          choices={presetIds.map((value) => ({ value, title: words.presets[value] }))}
          value={presetId}
          onChange={(id) => {
            setPreset(id)
            setDraft((last) => choosePreset(last, id, taken))
          }}
        />
      )}
      <div className={styles.pair}>
        <TextField
          label={words.name}
          name="provider"
          value={draft.name}
          onChange={(name) => put({ name }, 'name')}
          isReadOnly={provider !== undefined}
          isMono
          isVerbatim
          autoComplete="off"
          problem={fields.name}
          hint={
            provider
              ? words.nameFixed
              : words.nameHint(draft.name.trim() || 'name', preset.examples[0] ?? 'model')
          }
        />
        <TextField
          label={words.baseUrl}
          name="address"
          type="url"
          inputMode="url"
          value={draft.baseUrl}
          onChange={(baseUrl) => put({ baseUrl }, 'baseUrl')}
          isMono
          isVerbatim
          autoComplete="off"
          problem={fields.baseUrl}
          isOptional={!needsAddress(draft)}
          {...(preset.ownUrl === undefined ? {} : { placeholder: preset.ownUrl })}
          hint={needsAddress(draft) ? words.baseUrlHint : words.vendorUrlHint(words.presets[presetId])}
        />
      </div>
      <KeyField
        value={draft.apiKey}
        onChange={(apiKey) => put({ apiKey }, 'apiKey')}
        forgets={draft.forgetsKey}
        onForget={(forgetsKey) => put({ forgetsKey }, 'apiKey')}
        keySource={provider?.keySource ?? null}
        isNeeded={preset.needsKey}
        problem={fields.apiKey}
      />
      <KeyTest
        draft={draft}
        kept={provider?.name}
        hasKey={provider?.keySource != null}
        onListed={setListed}
      />
      <fieldset className={styles.models}>
        <legend className={styles.legend}>{modelStrings.title}</legend>
        <ChosenModels
          models={draft.models}
          problems={fields}
          onChange={(id, part) =>
            putModels((last) => last.map((model) => (model.id === id ? { ...model, ...part } : model)))
          }
          onTakeOut={takeOut}
        />
        <ModelPicker
          chosen={draft.models.map(({ id }) => id)}
          listed={listed}
          examples={preset.examples}
          onAdd={add}
          onTakeOut={takeOut}
        />
      </fieldset>
      {elsewhere.length > 0 ? (
        <Notice tone="bad" title={strings.errors.refused.title} isAlert>
          {elsewhere.join(' ')}
        </Notice>
      ) : save.error && Object.keys(fields).length === 0 ? (
        <Failure error={save.error} />
      ) : null}
      <FormActions>
        <Button type="submit" look="primary" isPending={save.isPending}>
          {provider ? words.save : words.saveNew}
        </Button>
        <Button onPress={onLeave}>{strings.form.cancel}</Button>
      </FormActions>
    </Form>
  )
}
