// What the house has to say. Where a budget runs low, admins raise it from here; where a sub-agent goes on, one goes along.

import type { EventJson } from '@heddle/contract'
import { Link } from 'wouter'
import { Notice } from '../../../components/notice.tsx'
import { strings } from '../../../strings.ts'
import { RaiseButton } from './raise-button.tsx'
import { scopeIn, textIn } from './read-payload.ts'
import { useTimelineActs } from './timeline-acts.ts'

export function NoticeRow({ event }: { event: EventJson }) {
  const { mayRaise } = useTimelineActs()
  const { code, data, level } = event.payload
  const scope =
    code === 'budget_warning' ? scopeIn((data as { scope?: unknown } | undefined)?.scope) : undefined
  const wentOn =
    code === 'thread_went_on' ? (data as { sessionId?: unknown } | undefined)?.sessionId : undefined
  const action =
    typeof wentOn === 'string' ? (
      <Link href={`/sessions/${wentOn}`}>{strings.subagents.open}</Link>
    ) : scope !== undefined && mayRaise ? (
      <RaiseButton scope={scope} />
    ) : null
  return (
    <Notice tone={level === 'warning' ? 'wait' : 'info'} action={action}>
      {textIn(event)}
    </Notice>
  )
}
