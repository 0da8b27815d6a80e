// Stands where the composer would, and says why it does not.

import { Link } from 'wouter'
import { Notice } from '../../components/notice.tsx'
import { strings } from '../../strings.ts'
import type { ReadOnlyReason } from './choose-read-only.ts'
import styles from './session-page.module.css'

export function ReadOnlyNote(props: { reason: ReadOnlyReason; successorId: string | null }) {
  const { reason, successorId } = props
  const words = strings.session.readOnly
  return (
    <div className={styles.bar}>
      <Notice
        action={
          successorId === null ? undefined : <Link href={`/sessions/${successorId}`}>{words.successor}</Link>
        }
      >
        {words[reason]}
      </Notice>
    </div>
  )
}
