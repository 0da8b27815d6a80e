// What the list is narrowed by, as chips that can be taken off.

import { X } from 'lucide-react'
import { Button } from 'react-aria-components'
import { useRead } from '../../api/use-read.ts'
import { strings } from '../../strings.ts'
import { chosenOf, type FilterPart } from './chosen-filters.ts'
import type { FilterProps } from './filter-menu.tsx'
import { noFilter } from './list-queries.ts'
import styles from './session-pane.module.css'

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
