// The models that were chosen, each with what is optional about it: context, prices, whether it sees images.

import { Check, ChevronRight, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button as AriaButton, Checkbox, Disclosure, DisclosurePanel } from 'react-aria-components'
import type { Problems } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import choice from '../../../components/choice.module.css'
import label from '../../../components/field.module.css'
import { TextField } from '../../../components/text-field.tsx'
import { modelStrings } from '../../../models-strings.ts'
import styles from './chosen-models.module.css'
import { modelsProblem } from './place-problems.ts'
import type { ModelDraft } from './provider-draft.ts'

interface ChosenModelsProps {
  models: readonly ModelDraft[]
  problems: Problems
  onChange(id: string, part: Partial<ModelDraft>): void
  onTakeOut(id: string): void
}

export function ChosenModels({ models, problems, onChange, onTakeOut }: ChosenModelsProps) {
  const words = modelStrings.form
  if (models.length === 0) return <p className={styles.free}>{words.modelsFree}</p>
  const first = modelsProblem(problems)
  return (
    <>
      <ul className={styles.chosen} aria-label={words.chosen}>
        {models.map((model, i) => (
          <ChosenModel
            key={model.id}
            model={model}
            problemOf={(name) => problems[`models[${i}].${name}`]}
            onChange={(part) => onChange(model.id, part)}
            onTakeOut={() => onTakeOut(model.id)}
          />
        ))}
      </ul>
      {first === undefined ? null : (
        <p className={label.problem} role="alert">
          {first}
        </p>
      )}
    </>
  )
}

interface ChosenModelProps {
  model: ModelDraft
  problemOf(name: string): string | undefined
  onChange(part: Partial<ModelDraft>): void
  onTakeOut(): void
}

const prices = ['input', 'output', 'cachedInput'] as const

function ChosenModel({ model, problemOf, onChange, onTakeOut }: ChosenModelProps) {
  const words = modelStrings.form
  const isWrong = ['contextTokens', ...prices.map((name) => `cost.${name}`)].some(
    (name) => problemOf(name) !== undefined,
  )
  const [isOpen, setOpen] = useState(false)
  // A problem opens it; mending the problem must not close it under the one who types.
  useEffect(() => {
    if (isWrong) setOpen(true)
  }, [isWrong])
  return (
    <li className={styles.model}>
      <Disclosure isExpanded={isOpen} onExpandedChange={setOpen}>
        <div className={styles.head}>
          <code className={styles.name}>{model.id}</code>
          <AriaButton slot="trigger" className={styles.more ?? ''} aria-label={words.detailsOf(model.id)}>
            <ChevronRight className={styles.arrow} size={12} strokeWidth={1.5} aria-hidden="true" />
            <span className={styles.moreText}>{words.details}</span>
          </AriaButton>
          <Button look="quiet" isIcon aria-label={words.takeOut(model.id)} onPress={onTakeOut}>
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </div>
        <DisclosurePanel className={styles.panel ?? ''}>
          <div className={styles.fields}>
            <TextField
              label={words.contextTokens}
              inputMode="numeric"
              value={model.contextTokens}
              onChange={(contextTokens) => onChange({ contextTokens })}
              problem={problemOf('contextTokens')}
            />
            {prices.map((name) => (
              <TextField
                key={name}
                label={words[name]}
                inputMode="decimal"
                value={model[name]}
                onChange={(text) => onChange({ [name]: text })}
                problem={problemOf(`cost.${name}`)}
              />
            ))}
          </div>
          <p className={styles.free}>{words.priceHint}</p>
          <Checkbox
            className={`${choice.choice} ${styles.sees}`}
            isSelected={model.vision}
            onChange={(vision) => onChange({ vision })}
          >
            <span className={`${choice.mark} ${choice.square}`} aria-hidden="true">
              <Check size={12} strokeWidth={2.5} />
            </span>
            <span className={choice.title}>{words.sees}</span>
          </Checkbox>
        </DisclosurePanel>
      </Disclosure>
    </li>
  )
}
