// Leads to where something is asked: the session, at that moment.

import type { ApprovalJson } from '@heddle/contract'
import { Link } from 'wouter'
import { strings } from '../../strings.ts'
import styles from './approvals-page.module.css'

export function MomentLink({ approval }: { approval: ApprovalJson }) {
  const title = approval.sessionTitle === '' ? strings.session.untitled : approval.sessionTitle
  return (
    <Link
      href={`/sessions/${approval.sessionId}?at=${approval.eventId}`}
      className={styles.place ?? ''}
      aria-label={strings.approvals.page.toMoment(title)}
    >
      <bdi>{title}</bdi>
    </Link>
  )
}
