// One glyph per state, the same everywhere: hollow ring queued, turning arc running, half ring waiting, dot done,
// cross failed, square stopped, a dash where nothing has happened. It never stands alone; a word beside it says the same.

import styles from './state-glyph.module.css'

export type GlyphState = 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'stopped' | 'none'

export function StateGlyph({ state }: { state: GlyphState }) {
  return (
    <svg className={`${styles.glyph} ${styles[state]}`} viewBox="0 0 12 12" aria-hidden="true">
      {shapes[state]}
    </svg>
  )
}

const shapes: Record<GlyphState, React.ReactNode> = {
  queued: <circle cx="6" cy="6" r="4.25" />,
  running: <path d="M6 1.75A4.25 4.25 0 1 1 1.75 6" />,
  waiting: (
    <>
      <circle cx="6" cy="6" r="4.25" />
      <path d="M6 1.75a4.25 4.25 0 0 1 0 8.5z" className={styles.filled} />
    </>
  ),
  done: <circle cx="6" cy="6" r="3.5" className={styles.filled} />,
  failed: <path d="m2.75 2.75 6.5 6.5m0-6.5-6.5 6.5" />,
  stopped: <rect x="2.75" y="2.75" width="6.5" height="6.5" rx="1" className={styles.filled} />,
  none: <path d="M2.75 6h6.5" />,
}
