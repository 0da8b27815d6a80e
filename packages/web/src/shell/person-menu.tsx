// Who one is here, where a phone's bar has no room for, and the way out.

import { useLocation } from 'wouter'
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { Avatar } from '../components/avatar.tsx'
import menu from '../components/menu.module.css'
import { useMe } from '../me/me-context.tsx'
import { strings } from '../strings.ts'
import { chooseDestinations, settingsPath } from './destinations.ts'
import styles from './person-menu.module.css'
import { useIsPhone } from './use-is-phone.ts'
import { useSignOut } from './use-sign-out.ts'

/** What has no place in the bar of a phone; one's settings are in the menu anyway. */
const elsewhere = [
  { href: '/', title: strings.nav.home },
  ...chooseDestinations(false).filter(({ href, isInBar }) => !isInBar && href !== settingsPath),
]

export function PersonMenu() {
  const me = useMe()
  const isPhone = useIsPhone()
  const [, navigate] = useLocation()
  const signOut = useSignOut()
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
            if (id === 'sign-out') signOut()
            else navigate(String(id))
          }}
        >
          <MenuSection>
            <Header className={styles.who ?? ''}>
              <span className={styles.name}>{me.name}</span>
              <span className={styles.handle}>
                @{me.handle} · {strings.roles[me.role].title}
              </span>
            </Header>
            {isPhone
              ? elsewhere.map(({ href, title }) => (
                  <MenuItem key={href} id={href} className={menu.item ?? ''}>
                    {title}
                  </MenuItem>
                ))
              : null}
            <MenuItem id={settingsPath} className={menu.item ?? ''}>
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
