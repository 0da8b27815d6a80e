// The parts of a page as links under its title; each part has its own address.

import { Link, useLocation } from 'wouter'
import styles from './tab-links.module.css'

export interface TabLink {
  href: string
  title: string
}

export function TabLinks({ label, links }: { label: string; links: readonly TabLink[] }) {
  const [here] = useLocation()
  return (
    <nav aria-label={label} className={styles.tabs}>
      {links.map((link) => (
        <Link
          key={link.href}
          href={link.href}
          className={styles.tab}
          aria-current={here === pathOf(link) ? 'page' : undefined}
        >
          {link.title}
        </Link>
      ))}
    </nav>
  )
}

/** What it asks for is not where it stands. */
function pathOf({ href }: TabLink): string | undefined {
  return href.split('?')[0]
}
