// Any of a few, each with a sentence about what it means.

import { Check } from 'lucide-react'
import { Checkbox, CheckboxGroup, FieldError, Label } from 'react-aria-components'
import type { Choice } from './choice-group.tsx'
import styles from './choice.module.css'
import field from './field.module.css'

interface CheckGroupProps<V extends string> {
  label: string
  choices: readonly Choice<V>[]
  value: readonly V[]
  onChange(value: V[]): void
  problem?: string | undefined
}

export function CheckGroup<V extends string>({
  label,
  choices,
  value,
  onChange,
  problem,
}: CheckGroupProps<V>) {
  return (
    <CheckboxGroup
      value={[...value]}
      onChange={(next) => onChange(choices.map((c) => c.value).filter((v) => next.includes(v)))}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      className={field.field}
    >
      <Label className={field.label}>{label}</Label>
      <div className={styles.stack}>
        {choices.map((choice) => (
          <Checkbox key={choice.value} value={choice.value} className={styles.choice}>
            <span className={`${styles.mark} ${styles.square}`} aria-hidden="true">
              <Check size={12} strokeWidth={2.5} />
            </span>
            <span className={styles.words}>
              <span className={styles.title}>{choice.title}</span>
              {choice.about ? <span className={styles.about}>{choice.about}</span> : null}
            </span>
          </Checkbox>
        ))}
      </div>
      {problem === undefined ? null : <FieldError className={field.problem}>{problem}</FieldError>}
    </CheckboxGroup>
  )
}
