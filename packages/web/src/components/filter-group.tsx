// Which rows of a list to show: one of a few words.

import { Button } from 'react-aria-components'
import styles from './filter-group.module.css'

interface FilterGroupProps<V extends string> {
  label: string
  values: readonly V[]
  titles: Readonly<Record<NoInfer<V>, string>>
  value: NoInfer<V>
  onChange(value: NoInfer<V>): void
}

export function FilterGroup<V extends string>(props: FilterGroupProps<V>) {
  const { label, values, titles, value, onChange } = props
  return (
    <div role="group" aria-label={label} className={styles.filter}>
      {values.map((one) => (
        <Button
          key={one}
          className={styles.choice ?? ''}
          aria-pressed={one === value}
          onPress={() => onChange(one)}
        >
          {titles[one]}
        </Button>
      ))}
    </div>
  )
}
