// A turn that failed: what happened, what is safe, what to do. Where a budget is used up, admins raise it from here.

import type { EventJson } from '@heddle/contract'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Notice } from '../../../components/notice.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import { RaiseButton } from './raise-button.tsx'
import { scopeIn, textIn } from './read-payload.ts'
import { useTimelineActs } from './timeline-acts.ts'
import styles from './timeline.module.css'

const words = strings.session.timeline.failed

export function TurnFailure({ event }: { event: EventJson }) {
  const format = useFormat()
  const announce = useAnnounce()
  const { agentName, retryTurnId, mayWrite, mayRaise, sessionId, toComposer } = useTimelineActs()
  const retry = useSubmit('retryTurn', {
    done: () => {
      announce(words.retried, false)
      toComposer()
    },
  })
  const again = () => retry.submit({ path: { id: sessionId } })
  const wait = event.payload.retryAfterMs
  const mayRetry = mayWrite && event.turnId !== undefined && event.turnId === retryTurnId
  const scope = scopeIn(event.payload.budget)
  return (
    <Notice
      tone="bad"
      title={words.title(agentName)}
      action={
        mayRetry ? (
          <span className={styles.acts}>
            {scope !== undefined && mayRaise ? <RaiseButton scope={scope} onRaised={again} /> : null}
            <Button isPending={retry.isPending} onPress={again}>
              {words.retry}
            </Button>
          </span>
        ) : null
      }
    >
      {textIn(event, 'message') === '' ? null : <p dir="auto">{textIn(event, 'message')}</p>}
      <p>
        {words.safe}{' '}
        {mayRetry && scope === undefined
          ? typeof wait === 'number'
            ? words.wait(format.wait(wait))
            : words.again
          : null}
      </p>
      {retry.error ? <Failure error={retry.error} /> : null}
    </Notice>
  )
}
