// A short word about a row, in a hairline capsule.

import styles from './chip.module.css'
import { type GlyphState, StateGlyph } from './state-glyph.tsx'

export function Chip({ glyph, children }: { glyph?: GlyphState; children: React.ReactNode }) {
  return (
    <span className={styles.chip}>
      {glyph ? <StateGlyph state={glyph} /> : null}
      {children}
    </span>
  )
}
