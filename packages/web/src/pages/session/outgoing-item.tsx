// Something said that is not where it belongs yet: on its way, or not sent with the reason and a way to try again.

import { X } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useConnection } from '../../api/client-context.tsx'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { strings } from '../../strings.ts'
import styles from './outgoing-item.module.css'

const words = strings.session.outgoing

interface OutgoingItemProps {
  text: string
  isFailed: boolean
  /** Why it was not sent, in whole sentences. */
  problem: string | undefined
  /** What goes with the text. */
  children?: ReactNode
  /** Undefined where trying again cannot help. */
  onRetry?: (() => void) | undefined
  onTakeBack(): void
}

export function OutgoingItem({ text, isFailed, problem, children, onRetry, onTakeBack }: OutgoingItemProps) {
  return (
    <li className={styles.item}>
      {text === '' ? null : (
        <div className={styles.text} dir="auto">
          {text}
        </div>
      )}
      {children}
      <div className={styles.state}>
        <State isFailed={isFailed} />
        {isFailed ? (
          <>
            {problem === undefined ? null : <span role="alert">{problem}</span>}
            {onRetry ? (
              <Button look="quiet" aria-label={words.retryNamed(text)} onPress={onRetry}>
                {words.retry}
              </Button>
            ) : null}
            <Button look="quiet" aria-label={words.dropNamed(text)} onPress={onTakeBack}>
              <X size={16} strokeWidth={1.5} aria-hidden="true" />
              {words.drop}
            </Button>
          </>
        ) : null}
      </div>
    </li>
  )
}

function State({ isFailed }: { isFailed: boolean }) {
  const connection = useConnection()
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  if (isFailed) return <Chip glyph="failed">{words.failed}</Chip>
  return isLost ? <Chip glyph="waiting">{words.waits}</Chip> : <Chip glyph="running">{words.sending}</Chip>
}
