// Stops what runs, and says how much of what waits goes with it.

import { Square } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../components/button.tsx'
import { strings } from '../../../strings.ts'
import { focusComposer } from '../focus-composer.ts'
import { useStop } from '../use-stop.ts'
import styles from './header.module.css'

export function StopButton({ sessionId, waiting }: { sessionId: string; waiting: number }) {
  const aboutId = useId()
  const words = strings.session.stop
  // The button goes away with the turn.
  const { stop, isPending } = useStop(focusComposer)
  const about = strings.composer.header.stopWith(waiting)
  return (
    <>
      <Button
        isPending={isPending}
        {...(waiting > 0 ? { 'aria-describedby': aboutId } : {})}
        onPress={() => stop(sessionId)}
      >
        <Square size={12} strokeWidth={2} fill="currentColor" aria-hidden="true" />
        <span className={styles.stopWords}>{words.button}</span>
        {waiting > 0 ? (
          <span className={styles.count} aria-hidden="true" title={about}>
            +{waiting}
          </span>
        ) : null}
      </Button>
      {waiting > 0 ? (
        <span id={aboutId} className="visually-hidden">
          {about}
        </span>
      ) : null}
    </>
  )
}
