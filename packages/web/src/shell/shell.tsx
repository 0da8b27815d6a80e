// The house around every page of a signed-in person: the way around, the banner, the page.

import { type ReactNode, Suspense } from 'react'
import { usePreferences } from '../appearance/appearance-context.tsx'
import { Loading } from '../components/loading.tsx'
import { strings } from '../strings.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'

export function Shell({ children }: { children: ReactNode }) {
  usePreferences()
  return (
    <>
      <a href="#content" className={styles.skip}>
        {strings.nav.skip}
      </a>
      <Rail />
      <div className={styles.content}>
        <ConnectionBanner />
        <main id="content" tabIndex={-1} className={styles.main}>
          <Suspense fallback={<Loading>{strings.app.opening}</Loading>}>{children}</Suspense>
        </main>
      </div>
    </>
  )
}
