// One person: name, handle, role, since when, and what one may do about it.

import type { PersonJson } from '@heddle/contract'
import { memo } from 'react'
import { Avatar } from '../../components/avatar.tsx'
import { Chip } from '../../components/chip.tsx'
import { MenuButton } from '../../components/menu-button.tsx'
import { Moment } from '../../components/moment.tsx'
import rows from '../../components/rows.module.css'
import { type MemberAction, memberActions } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { strings } from '../../strings.ts'
import { memberStrings } from '../../member-strings.ts'
import styles from './members-page.module.css'

interface MemberRowProps {
  person: PersonJson
  onAction(person: PersonJson, action: MemberAction): void
}

export const MemberRow = memo(function MemberRow({ person, onAction }: MemberRowProps) {
  const me = useMe()
  const words = memberStrings
  const actions = memberActions(me, person)
  const role = strings.roles[person.role].title
  return (
    <li className={`${rows.row} ${rows.single}`} data-row={person.id}>
      <Avatar name={person.name} isSelf={person.id === me.id} />
      <div className={rows.main}>
        <div className={rows.name}>
          <span className={rows.text} title={person.name}>
            {person.name}
          </span>
          {person.id === me.id ? <Chip>{words.you}</Chip> : null}
        </div>
        <div className={`${rows.below} ${rows.line}`}>
          <span className={`${rows.text} ${rows.mono}`}>@{person.handle}</span>
          <span className={`${rows.side} ${rows.narrow}`}>{role}</span>
        </div>
      </div>
      <span className={`${rows.side} ${rows.wide} ${styles.role}`}>{role}</span>
      <span className={`${rows.side} ${rows.wide} ${styles.joined}`}>
        <span className="visually-hidden">{words.joined} </span>
        <Moment at={person.createdAt} style="day" />
      </span>
      <span className={styles.act}>
        {actions.length > 0 ? (
          <MenuButton
            label={words.actionsFor(person.name)}
            entries={actions.map((id) => ({ id, title: words.actions[id], isDangerous: id === 'remove' }))}
            onAction={(action) => onAction(person, action)}
          />
        ) : null}
      </span>
    </li>
  )
})
