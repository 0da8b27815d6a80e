// The button of one's own menu. What stands in it is fetched when the page rests.

import { Button, MenuTrigger, Popover } from 'react-aria-components'
import { Avatar } from '../components/avatar.tsx'
import { loadLater } from '../components/load-later.tsx'
import menu from '../components/menu.module.css'
import { useMe } from '../me/me-context.tsx'
import { strings } from '../strings.ts'
import styles from './person-menu.module.css'
import { useIsPhone } from './use-is-phone.ts'

const personEntries = loadLater(async () => (await import('./person-entries.tsx')).PersonEntries)

export function PersonMenu() {
  const me = useMe()
  const isPhone = useIsPhone()
  personEntries.useSoon()
  return (
    <MenuTrigger>
      <Button className={styles.button ?? ''} aria-label={strings.person.menu(me.name)}>
        <span className={styles.wide}>
          <Avatar name={me.name} isSelf />
        </span>
        <span className={styles.narrow}>
          <Avatar name={me.name} isSelf isSmall />
        </span>
        <span className={styles.word} aria-hidden="true">
          {strings.person.you}
        </span>
      </Button>
      <Popover className={menu.popover ?? ''} placement={isPhone ? 'top end' : 'right bottom'}>
        <personEntries.Part isPhone={isPhone} />
      </Popover>
    </MenuTrigger>
  )
}
