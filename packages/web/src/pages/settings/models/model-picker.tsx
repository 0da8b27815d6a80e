// Finds models: in the provider's own list, once a test brought it, or by typing a name that it does not list.

import { Check, Plus, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  SearchField,
  Text,
  useFilter,
} from 'react-aria-components'
import { Button } from '../../../components/button.tsx'
import field from '../../../components/field.module.css'
import search from '../../../components/search-field.module.css'
import select from '../../../components/select-field.module.css'
import { useFormat } from '../../../format/format-context.tsx'
import { modelStrings } from '../../../models-strings.ts'
import styles from './model-picker.module.css'

interface ModelPickerProps {
  chosen: readonly string[]
  listed: readonly string[]
  examples: readonly string[]
  onAdd(id: string): void
  onTakeOut(id: string): void
}

export function ModelPicker({ chosen, listed, examples, onAdd, onTakeOut }: ModelPickerProps) {
  const [text, setText] = useState('')
  const words = modelStrings.form
  const typed = text.trim()
  const add = (id: string) => {
    if (id === '') return
    onAdd(id)
    setText('')
  }
  return (
    <div className={styles.picker}>
      <div className={styles.row}>
        <SearchField
          className={styles.find ?? ''}
          value={text}
          onChange={setText}
          onSubmit={() => add(typed)}
          maxLength={200}
        >
          <Label className={field.label}>{words.find}</Label>
          <Group className={field.box} role="presentation">
            <Search className={search.glass} size={16} strokeWidth={1.5} aria-hidden="true" />
            <Input
              className={`${field.input} ${field.mono} ${search.input}`}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="done"
            />
          </Group>
          {listed.length > 0 ? null : (
            <Text slot="description" className={field.hint}>
              {words.modelsHint}
            </Text>
          )}
        </SearchField>
        <Button
          isAtRest={typed === '' || chosen.includes(typed)}
          aria-label={typed === '' ? words.add : words.addNamed(typed)}
          onPress={() => add(typed)}
        >
          <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
          {words.add}
        </Button>
      </div>
      {listed.length > 0 ? (
        <ListedModels listed={listed} text={typed} chosen={chosen} onAdd={onAdd} onTakeOut={onTakeOut} />
      ) : (
        <Examples examples={examples.filter((id) => !chosen.includes(id))} onAdd={onAdd} />
      )}
    </div>
  )
}

function ListedModels(props: Omit<ModelPickerProps, 'examples'> & { text: string }) {
  const { listed, text, chosen, onAdd, onTakeOut } = props
  const format = useFormat()
  const { contains } = useFilter({ sensitivity: 'base' })
  const words = modelStrings.form
  const items = useMemo(
    () => listed.filter((id) => contains(id, text)).map((id) => ({ id })),
    [listed, text, contains],
  )
  return (
    <>
      <p className={styles.count} aria-live="polite">
        {words.matches(items.length, format.count(items.length))}
      </p>
      <ListBox
        aria-label={words.listed}
        className={styles.list ?? ''}
        items={items}
        selectionMode="multiple"
        selectedKeys={listed.filter((id) => chosen.includes(id))}
        onSelectionChange={(keys) => {
          if (keys === 'all') return
          for (const { id } of items) {
            if (keys.has(id) && !chosen.includes(id)) onAdd(id)
            if (!keys.has(id) && chosen.includes(id)) onTakeOut(id)
          }
        }}
        renderEmptyState={() => <p className={styles.empty}>{words.noMatch}</p>}
      >
        {({ id }) => (
          <ListBoxItem id={id} textValue={id} className={`${select.option} ${styles.option}`}>
            <code className={styles.name}>{id}</code>
            <Check className={select.check} size={16} strokeWidth={1.5} aria-hidden="true" />
          </ListBoxItem>
        )}
      </ListBox>
    </>
  )
}

function Examples({ examples, onAdd }: { examples: readonly string[]; onAdd(id: string): void }) {
  const words = modelStrings.form
  if (examples.length === 0) return null
  return (
    <p className={styles.examples}>
      {words.examples}
      {examples.map((id) => (
        <Button key={id} aria-label={words.addNamed(id)} onPress={() => onAdd(id)}>
          <span className={styles.example}>
            <Plus size={12} strokeWidth={2} aria-hidden="true" />
            <code>{id}</code>
          </span>
        </Button>
      ))}
    </p>
  )
}
