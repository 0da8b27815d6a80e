// An error of a call, explained. The request id is there for whoever looks into the log.

import type { CallError } from '../api/call-error.ts'
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
}

export function Failure({ error, onRetry, isAlert = true }: FailureProps) {
  const format = useFormat()
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
