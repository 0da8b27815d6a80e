// Narrows the list: by agent, by state, to one's own. What is chosen stands below as chips that can be taken off.

import { sessionStates } from '@heddle/contract'
import { Check, ListFilter as FilterIcon, X } from 'lucide-react'
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { useRead } from '../../api/use-read.ts'
import pressable from '../../components/button.module.css'
import menu from '../../components/menu.module.css'
import { strings } from '../../strings.ts'
import { type ListFilter, noFilter } from './list-queries.ts'
import styles from './session-pane.module.css'

interface FilterProps {
  filter: ListFilter
  onChange(filter: ListFilter): void
}

export function FilterMenu({ filter, onChange }: FilterProps) {
  const agents = useRead('listAgents', {})
  const words = strings.shell.list.filter
  const chosen = chosenOf(filter)
  const states = sessionStates.map((id) => ({ id, title: words.states[id] }))
  const list = (agents.data?.items ?? []).map(({ id, name }) => ({ id, title: name }))
  return (
    <MenuTrigger>
      <Button
        className={`${pressable.button} ${pressable.plain} ${pressable.icon} ${styles.filter}`}
        aria-label={words.button}
        data-on={chosen.length > 0 ? '' : undefined}
      >
        <FilterIcon size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      <Popover className={menu.popover ?? ''} placement="bottom end">
        <Menu className={menu.menu ?? ''} aria-label={words.button}>
          <Choices
            title={words.whose}
            options={[{ id: 'mine', title: words.mine }]}
            value={filter.isMine ? 'mine' : undefined}
            onChoose={(id) => onChange({ ...filter, isMine: id !== undefined })}
          />
          <Choices
            title={words.state}
            options={states}
            value={filter.state}
            onChoose={(id) => onChange({ ...filter, state: sessionStates.find((state) => state === id) })}
          />
          {list.length > 1 ? (
            <Choices
              title={words.agent}
              options={list}
              value={filter.agent}
              onChoose={(agent) => onChange({ ...filter, agent })}
            />
          ) : null}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

interface ChoicesProps {
  title: string
  options: readonly { id: string; title: string }[]
  value: string | undefined
  onChoose(id: string | undefined): void
}

function Choices({ title, options, value, onChoose }: ChoicesProps) {
  return (
    <MenuSection
      selectionMode="single"
      selectedKeys={value === undefined ? [] : [value]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : keys
        onChoose(key === undefined ? undefined : String(key))
      }}
    >
      <Header className={styles.choices ?? ''}>{title}</Header>
      {options.map((option) => (
        <MenuItem key={option.id} id={option.id} textValue={option.title} className={menu.item ?? ''}>
          {({ isSelected }) => (
            <>
              <span className={styles.check}>
                {isSelected ? <Check size={16} strokeWidth={1.5} aria-hidden="true" /> : null}
              </span>
              {option.title}
            </>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  )
}

export function FilterChips({ filter, onChange }: FilterProps) {
  const agents = useRead('listAgents', {})
  const words = strings.shell.list.filter
  const chosen = chosenOf(filter)
  if (chosen.length === 0) return null
  const titleOf = (part: FilterPart): string => {
    if (part === 'isMine') return words.mine
    if (part === 'state') return filter.state === undefined ? '' : words.states[filter.state]
    return agents.data?.items.find((agent) => agent.id === filter.agent)?.name ?? filter.agent ?? ''
  }
  return (
    <div className={styles.chips}>
      {chosen.map((part) => (
        <Button
          key={part}
          className={styles.chip ?? ''}
          aria-label={words.remove(titleOf(part))}
          onPress={() => onChange({ ...filter, [part]: noFilter[part] })}
        >
          {titleOf(part)}
          <X size={12} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      ))}
      <Button className={styles.clear ?? ''} onPress={() => onChange({ ...noFilter, text: filter.text })}>
        {words.clear}
      </Button>
    </div>
  )
}

type FilterPart = 'isMine' | 'state' | 'agent'

function chosenOf(filter: ListFilter): FilterPart[] {
  return (['isMine', 'state', 'agent'] as const).filter((part) => filter[part] !== noFilter[part])
}
