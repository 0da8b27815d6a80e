// One of a few short words, side by side in one strip.

import { Radio, RadioGroup } from 'react-aria-components'
import styles from './segments.module.css'

interface SegmentsProps<V extends string> {
  label: string
  choices: readonly { value: V; title: string }[]
  value: NoInfer<V>
  onChange(value: NoInfer<V>): void
}

export function Segments<V extends string>({ label, choices, value, onChange }: SegmentsProps<V>) {
  return (
    <RadioGroup
      aria-label={label}
      orientation="horizontal"
      className={styles.strip ?? ''}
      value={value}
      onChange={(next) => {
        const chosen = choices.find((choice) => choice.value === next)
        if (chosen) onChange(chosen.value)
      }}
    >
      {choices.map((choice) => (
        <Radio key={choice.value} value={choice.value} className={styles.segment ?? ''}>
          {choice.title}
        </Radio>
      ))}
    </RadioGroup>
  )
}
