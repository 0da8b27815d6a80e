// What can be done with one row, behind three dots.

import { Ellipsis } from 'lucide-react'
import type { RefObject } from 'react'
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { Button } from './button.tsx'
import styles from './menu.module.css'

export interface MenuEntry<Id extends string> {
  id: Id
  title: string
  isDangerous?: boolean
}

interface MenuButtonProps<Id extends string> {
  /** Names the row: "Actions for Ann Lee". */
  label: string
  entries: readonly MenuEntry<Id>[]
  onAction(id: Id): void
  buttonRef?: RefObject<HTMLButtonElement | null> | undefined
}

export function MenuButton<Id extends string>({ label, entries, onAction, buttonRef }: MenuButtonProps<Id>) {
  return (
    <MenuTrigger>
      <Button look="quiet" isIcon aria-label={label} ref={buttonRef}>
        <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Menu
          className={styles.menu ?? ''}
          onAction={(id) => {
            const entry = entries.find((candidate) => candidate.id === id)
            if (entry) onAction(entry.id)
          }}
        >
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              className={`${styles.item} ${entry.isDangerous ? styles.dangerous : ''}`}
            >
              {entry.title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
