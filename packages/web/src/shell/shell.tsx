// The house around every page of a signed-in person: the way around, the banner, the page.

import { type ReactNode, Suspense } from 'react'
import { usePreferences } from '../appearance/appearance-context.tsx'
import { Loading } from '../components/loading.tsx'
import { strings } from '../strings.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'

interface ShellProps {
  /** The page takes the whole height and scrolls inside itself. */
  isFull?: boolean
  children: ReactNode
}

export function Shell({ isFull = false, children }: ShellProps) {
  usePreferences()
  return (
    <>
      <a href="#content" className={styles.skip}>
        {strings.nav.skip}
      </a>
      <Rail />
      <div className={`${styles.content} ${isFull ? styles.full : ''}`} data-full={isFull ? '' : undefined}>
        <ConnectionBanner />
        <main id="content" tabIndex={-1} className={styles.main}>
          <Suspense fallback={<Loading>{strings.app.opening}</Loading>}>{children}</Suspense>
        </main>
      </div>
    </>
  )
}
