// What the list can be narrowed by: agent, state, one's own.

import { sessionStates } from '@heddle/contract'
import { Check } from 'lucide-react'
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components'
import { useRead } from '../../api/use-read.ts'
import menu from '../../components/menu.module.css'
import { strings } from '../../strings.ts'
import type { FilterProps } from './filter-menu.tsx'
import styles from './session-pane.module.css'

export function FilterChoices({ filter, onChange }: FilterProps) {
  const agents = useRead('listAgents', {})
  const words = strings.shell.list.filter
  const states = sessionStates.map((id) => ({ id, title: words.states[id] }))
  const list = (agents.data?.items ?? []).map(({ id, name }) => ({ id, title: name }))
  return (
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
