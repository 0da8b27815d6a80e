// A count of tokens in a table: every digit, or in short on a phone.

import { useFormat } from '../../format/format-context.tsx'
import styles from './usage-table.module.css'

export function TokenCell({ tokens }: { tokens: number }) {
  const format = useFormat()
  return (
    <>
      <span className={styles.wide}>{format.count(tokens)}</span>
      <span className={styles.narrow}>{format.short(tokens)}</span>
    </>
  )
}
