// A session that is not there, or not for whoever asks: says so, and leads to those that are.

import type { CallError } from '../../api/call-error.ts'
import { Failure } from '../../components/failure.tsx'
import { Link } from 'wouter'
import { PageHeader } from '../../shell/page-header.tsx'
import { strings } from '../../strings.ts'
import styles from './session-page.module.css'

export function NotOpened({ error, onRetry }: { error: CallError; onRetry?(): void }) {
  // It may not be seen or is not there: asking again would change nothing.
  const canRetry = onRetry && error.code !== 'not_found' && error.code !== 'not_allowed'
  return (
    <div className={styles.plain}>
      <PageHeader title={strings.session.notOpened} />
      <Failure error={error} {...(canRetry ? { onRetry } : {})} />
      <p>
        <Link href="/sessions">{strings.session.toList}</Link>
      </p>
    </div>
  )
}
