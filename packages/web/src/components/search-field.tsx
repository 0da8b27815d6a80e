// Finds by text. What is typed is handed on after a short pause, so that each letter is not a request.

import { Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, Group, Input, SearchField as AriaSearchField } from 'react-aria-components'
import { strings } from '../strings.ts'
import field from './field.module.css'
import styles from './search-field.module.css'

const pauseMs = 200

interface SearchFieldProps {
  label: string
  onSearch(text: string): void
  initial?: string
  maxLength: number
  /** One comes to the page to type here. */
  isFocused?: boolean
}

export function SearchField({
  label,
  onSearch,
  initial = '',
  maxLength,
  isFocused = false,
}: SearchFieldProps) {
  const [text, setText] = useState(initial)
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <AriaSearchField
      aria-label={label}
      value={text}
      onChange={setText}
      onSubmit={(submitted) => onSearch(submitted.trim())}
      maxLength={maxLength}
      autoFocus={isFocused}
      className={styles.search ?? ''}
    >
      <Group className={field.box} role="presentation">
        <Search className={styles.glass} size={16} strokeWidth={1.5} aria-hidden="true" />
        <Input className={`${field.input} ${styles.input}`} placeholder={label} />
        <Button className={styles.clear ?? ''} aria-label={strings.list.clearSearch}>
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      </Group>
    </AriaSearchField>
  )
}
