// The sign of the house: a warp line, and a thread that leaves it and comes back.

import styles from './loom.module.css'

export function LoomMark({ size = 24 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path className={styles.weft} d="M8 4c0 4 8 3 8 8s-8 4-8 8" />
      <path className={styles.warp} d="M8 1v22" />
    </svg>
  )
}
