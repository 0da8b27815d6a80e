// Who one is here, and the way out.

import { useLocation } from 'wouter'
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { useSubmit } from '../api/use-submit.ts'
import { Avatar } from '../components/avatar.tsx'
import menu from '../components/menu.module.css'
import { useMe } from '../me/me-context.tsx'
import { useSetWhoIsThere } from '../me/use-who-is-there.ts'
import { strings } from '../strings.ts'
import styles from './person-menu.module.css'
import { useAnnounce } from './status-region.tsx'
import { useIsPhone } from './use-is-phone.ts'

export function PersonMenu() {
  const me = useMe()
  const isPhone = useIsPhone()
  const [, navigate] = useLocation()
  const { left } = useSetWhoIsThere()
  const announce = useAnnounce()
  const signOut = useSubmit('signOut', {
    done: () => {
      navigate('/sign-in')
      left()
    },
    failed: () => announce(strings.person.signOutFailed),
  })
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
        <Menu
          className={menu.menu ?? ''}
          onAction={(id) => {
            if (id === 'sign-out') signOut.submit({})
            if (id === 'settings') navigate('/settings')
          }}
        >
          <MenuSection>
            <Header className={styles.who ?? ''}>
              <span className={styles.name}>{me.name}</span>
              <span className={styles.handle}>
                @{me.handle} · {strings.roles[me.role].title}
              </span>
            </Header>
            <MenuItem id="settings" className={menu.item ?? ''}>
              {strings.person.settings}
            </MenuItem>
            <MenuItem id="sign-out" className={menu.item ?? ''}>
              {strings.person.signOut}
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
