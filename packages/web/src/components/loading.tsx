// Says that something is on its way. It waits a moment before it shows, because most things arrive sooner.

import styles from './loading.module.css'
import { StateGlyph } from './state-glyph.tsx'

export function Loading({ children }: { children: React.ReactNode }) {
  return (
    <p className={styles.loading}>
      <StateGlyph state="running" />
      {children}
    </p>
  )
}
