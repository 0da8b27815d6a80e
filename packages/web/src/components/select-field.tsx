// One of a list too long to lay out.

import { Check, ChevronDown } from 'lucide-react'
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
} from 'react-aria-components'
import field from './field.module.css'
import styles from './select-field.module.css'

export interface Option<V extends string> {
  value: V
  title: string
}

interface SelectFieldProps<V extends string> {
  label: string
  options: readonly Option<V>[]
  value: NoInfer<V>
  onChange(value: NoInfer<V>): void
  hint?: string
}

export function SelectField<V extends string>({
  label,
  options,
  value,
  onChange,
  hint,
}: SelectFieldProps<V>) {
  return (
    <Select
      value={value}
      onChange={(next) => {
        const chosen = options.find((option) => option.value === next)
        if (chosen) onChange(chosen.value)
      }}
      className={field.field}
    >
      <Label className={field.label}>{label}</Label>
      <Button className={`${field.box} ${styles.button}`}>
        <SelectValue className={styles.value ?? ''} />
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      {hint === undefined ? null : (
        <Text slot="description" className={field.hint}>
          {hint}
        </Text>
      )}
      <Popover className={styles.popover ?? ''}>
        <ListBox className={styles.list ?? ''} items={options}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.title} className={styles.option ?? ''}>
              {option.title}
              <span className={styles.aside}>
                <Check className={styles.check} size={16} strokeWidth={1.5} aria-hidden="true" />
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
