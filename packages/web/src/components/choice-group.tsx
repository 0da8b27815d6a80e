// One of a few, each with a sentence about what it means.

import { Label, Radio, RadioGroup, Text } from 'react-aria-components'
import styles from './choice.module.css'
import field from './field.module.css'

export interface Choice<V extends string> {
  value: V
  title: string
  about?: string
}

interface ChoiceGroupProps<V extends string> {
  label: string
  name?: string
  choices: readonly Choice<V>[]
  value: NoInfer<V>
  onChange(value: NoInfer<V>): void
  /** Side by side where there is room. */
  isRow?: boolean
  isDisabled?: boolean
  hint?: string
}

export function ChoiceGroup<V extends string>(props: ChoiceGroupProps<V>) {
  const { label, name, choices, value, onChange, isRow = false, isDisabled = false, hint } = props
  return (
    <RadioGroup
      {...(name === undefined ? {} : { name })}
      value={value}
      onChange={(next) => {
        const chosen = choices.find((choice) => choice.value === next)
        if (chosen) onChange(chosen.value)
      }}
      isDisabled={isDisabled}
      className={field.field}
    >
      <Label className={field.label}>{label}</Label>
      <div className={isRow ? styles.row : styles.stack}>
        {choices.map((choice) => (
          <Radio key={choice.value} value={choice.value} className={styles.choice}>
            <span className={styles.mark} aria-hidden="true" />
            <span className={styles.words}>
              <span className={styles.title}>{choice.title}</span>
              {choice.about ? <span className={styles.about}>{choice.about}</span> : null}
            </span>
          </Radio>
        ))}
      </div>
      {hint === undefined ? null : (
        <Text slot="description" className={field.hint}>
          {hint}
        </Text>
      )}
    </RadioGroup>
  )
}
