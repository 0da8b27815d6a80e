// Narrows the list: by agent, by state, to one's own. What is chosen stands below as chips that can be taken off.

import { ListFilter as FilterIcon } from 'lucide-react'
import { Button, MenuTrigger, Popover } from 'react-aria-components'
import pressable from '../../components/button.module.css'
import menu from '../../components/menu.module.css'
import { strings } from '../../strings.ts'
import { chosenOf } from './chosen-filters.ts'
import { filterChips, filterChoices } from './filters-later.ts'
import type { ListFilter } from './list-queries.ts'
import styles from './session-pane.module.css'

export interface FilterProps {
  filter: ListFilter
  onChange(filter: ListFilter): void
}

export function FilterMenu({ filter, onChange }: FilterProps) {
  filterChoices.useSoon()
  return (
    <MenuTrigger>
      <Button
        className={`${pressable.button} ${pressable.plain} ${pressable.icon} ${styles.filter}`}
        aria-label={strings.shell.list.filter.button}
        data-on={chosenOf(filter).length > 0 ? '' : undefined}
      >
        <FilterIcon size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      <Popover className={menu.popover ?? ''} placement="bottom end">
        <filterChoices.Part filter={filter} onChange={onChange} />
      </Popover>
    </MenuTrigger>
  )
}

export function FilterChips({ filter, onChange }: FilterProps) {
  filterChips.useSoon()
  return chosenOf(filter).length === 0 ? null : <filterChips.Part filter={filter} onChange={onChange} />
}
