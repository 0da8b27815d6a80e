// Draws the threads of sub-agents in the gutter of one item, between the warp and the text.

import { chooseThread } from '../../../components/choose-thread.ts'
import type { Thread } from './choose-threads.ts'
import styles from './threads.module.css'

/** `above`: how far below the item's top its first line stands. */
export function Threads({ threads, above }: { threads: readonly Thread[]; above: number }) {
  return threads.map(({ key, lane, agentId, part }) => (
    <span
      key={key}
      className={`${styles.thread} ${styles[part]}`}
      data-thread={chooseThread(agentId)}
      data-lane={lane}
      style={{ '--above': `${above}px` } as React.CSSProperties}
      aria-hidden="true"
    />
  ))
}
