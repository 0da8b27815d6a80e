// An error of a call, explained. The request id is there for whoever looks into the log.

import { useSyncExternalStore } from 'react'
import type { CallError } from '../api/call-error.ts'
import { useConnection } from '../api/client-context.tsx'
import { explainError } from '../api/explain-error.ts'
import { useFormat } from '../format/format-context.tsx'
import { strings } from '../strings.ts'
import { Button } from './button.tsx'
import styles from './failure.module.css'
import { Notice } from './notice.tsx'

interface FailureProps {
  error: CallError
  onRetry?(): void
  isAlert?: boolean
  /** Nothing but this button tries it again: what failed was not just read. */
  isOwnRetry?: boolean
}

export function Failure({ error, onRetry, isAlert = true, isOwnRetry = false }: FailureProps) {
  const format = useFormat()
  const connection = useConnection()
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  // The banner says it already, tries again by itself and has the button; all is read again when the server is back.
  if (isLost && onRetry && !isOwnRetry && error.code === 'unreachable') {
    return <p className={styles.later}>{strings.errors.whenBack}</p>
  }
  const { title, text } = explainError(error, format)
  return (
    <Notice
      tone="bad"
      title={title}
      isAlert={isAlert}
      action={onRetry ? <Button onPress={onRetry}>{strings.errors.tryAgain}</Button> : undefined}
    >
      {text}
      {error.requestId && error.code === 'internal' ? (
        <p className={styles.request}>
          {strings.errors.requestId} <code>{error.requestId}</code>
        </p>
      ) : null}
    </Notice>
  )
}
