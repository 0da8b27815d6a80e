// The way around: a rail at the left edge, a bar at the bottom of a phone.

import { Link, useLocation } from 'wouter'
import { LoomMark } from '../components/loom-mark.tsx'
import { strings } from '../strings.ts'
import { destinations, isAt } from './destinations.ts'
import { PersonMenu } from './person-menu.tsx'
import styles from './rail.module.css'

export function Rail() {
  const [path] = useLocation()
  return (
    <nav className={styles.rail} aria-label={strings.nav.label}>
      <span className={styles.mark}>
        <LoomMark />
      </span>
      {destinations.map(({ href, title, icon: Icon }) => (
        <Link
          key={href}
          href={href}
          className={styles.item}
          aria-current={isAt(path, href) ? 'page' : undefined}
        >
          <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
          {title}
        </Link>
      ))}
      <span className={styles.gap} />
      <PersonMenu />
    </nav>
  )
}
