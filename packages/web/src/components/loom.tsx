// The only ornament: a 2 px warp line that runs down beside what is said, and a thread that branches off it and joins
// back. `Loom` weaves its content between the two ends of such a thread.

import styles from './loom.module.css'

export function Loom({ children }: { children: React.ReactNode }) {
  return (
    <div className={styles.loom}>
      <div className={styles.lines} aria-hidden="true">
        <svg className={styles.bend} viewBox="0 0 18 32" width="18" height="32">
          <path className={styles.weft} d="M1 0c0 16 16 16 16 32" />
        </svg>
        <span className={styles.run} />
        <svg className={styles.bend} viewBox="0 0 18 32" width="18" height="32">
          <path className={styles.weft} d="M17 0c0 16-16 16-16 32" />
        </svg>
      </div>
      <div className={styles.woven}>{children}</div>
    </div>
  )
}
