// A list with nothing in it: one sentence, one thing to do.

import styles from './empty-state.module.css'

export function EmptyState({ children, action }: { children: React.ReactNode; action?: React.ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.sentence}>{children}</p>
      {action}
    </div>
  )
}
