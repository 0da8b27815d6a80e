// Asks in place before a sub-agent is stopped: that cannot be undone, and what is below it goes with it.

import { useId } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import styles from './subagents.module.css'

interface StopQuestionProps {
  sessionId: string
  name: string
  /** How many that have not ended stand below it. */
  below: number
  onDone(): void
}

const words = strings.subagents.stop

export function StopQuestion({ sessionId, name, below, onDone }: StopQuestionProps) {
  const announce = useAnnounce()
  const questionId = useId()
  const stop = useSubmit('stopSession', {
    done: ({ descendants }) => {
      const open = descendants.filter(({ confirmed }) => !confirmed).length
      announce(open === 0 ? words.done(name) : words.partly(name, open))
      onDone()
    },
  })
  return (
    <div
      className={styles.inline}
      role="group"
      aria-labelledby={questionId}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
    >
      <p id={questionId} dir="auto">
        {words.ask(name, below)}
      </p>
      {stop.error ? <Failure error={stop.error} /> : null}
      <div className={styles.buttons}>
        <Button
          look="danger"
          isPending={stop.isPending}
          onPress={() => stop.submit({ path: { id: sessionId } })}
        >
          {words.yes(below + 1)}
        </Button>
        <Button autoFocus onPress={onDone}>
          {words.no}
        </Button>
      </div>
    </div>
  )
}
