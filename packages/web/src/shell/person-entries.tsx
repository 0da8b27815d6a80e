// What stands in the menu of a person: who they are, where a phone's bar has no room for, and the way out.

import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components'
import { useLocation } from 'wouter'
import menu from '../components/menu.module.css'
import { useMe } from '../me/me-context.tsx'
import { strings } from '../strings.ts'
import { chooseDestinations, settingsPath } from './destinations.ts'
import styles from './person-menu.module.css'
import { useSignOut } from './use-sign-out.ts'

/** What has no place in the bar of a phone; one's settings are in the menu anyway. */
const elsewhere = [
  { href: '/', title: strings.nav.home },
  ...chooseDestinations(false).filter(({ href, isInBar }) => !isInBar && href !== settingsPath),
]

export function PersonEntries({ isPhone }: { isPhone: boolean }) {
  const me = useMe()
  const [, navigate] = useLocation()
  const signOut = useSignOut()
  return (
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
  )
}
