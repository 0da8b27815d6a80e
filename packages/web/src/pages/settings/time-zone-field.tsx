// A time zone, found by typing a part of its name. None chosen means: whatever the browser says.

import { Check, ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import {
  Autocomplete,
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  Select,
  SelectValue,
  Text,
  useFilter,
} from 'react-aria-components'
import field from '../../components/field.module.css'
import select from '../../components/select-field.module.css'
import { accountStrings } from '../../account-strings.ts'
import styles from './time-zone-field.module.css'
import { timeZoneOptions } from './time-zone-options.ts'

interface TimeZoneFieldProps {
  value: string | null
  onChange(zone: string | null): void
  problem?: string | undefined
}

const fromBrowser = 'browser'

export function TimeZoneField({ value, onChange, problem }: TimeZoneFieldProps) {
  const words = accountStrings.you.timeZone
  const { contains } = useFilter({ sensitivity: 'base' })
  const items = useMemo(() => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    return [{ id: fromBrowser, name: words.browser(own), offset: '' }, ...timeZoneOptions(value, Date.now())]
  }, [value, words])
  return (
    <Select
      className={field.field}
      value={value ?? fromBrowser}
      onChange={(key) => onChange(key === null || key === fromBrowser ? null : String(key))}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <Label className={field.label}>{words.label}</Label>
      <Button className={`${field.box} ${select.button}`}>
        <SelectValue className={select.value ?? ''} />
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      {problem === undefined ? null : <FieldError className={field.problem}>{problem}</FieldError>}
      <Text slot="description" className={field.hint}>
        {words.hint}
      </Text>
      <Popover className={`${select.popover} ${styles.popover}`}>
        <Autocomplete filter={contains}>
          <SearchField aria-label={words.find} autoFocus className={styles.find ?? ''}>
            <Input className={field.input} placeholder={words.find} />
          </SearchField>
          <ListBox
            className={`${select.list} ${styles.list}`}
            items={items}
            renderEmptyState={() => words.none}
          >
            {(item) => (
              <ListBoxItem id={item.id} textValue={item.name} className={select.option ?? ''}>
                <span>{item.name}</span>
                <span className={`${styles.side} ${select.aside}`}>
                  {item.offset}
                  <Check className={select.check} size={16} strokeWidth={1.5} aria-hidden="true" />
                </span>
              </ListBoxItem>
            )}
          </ListBox>
        </Autocomplete>
      </Popover>
    </Select>
  )
}
