// What the house has to say. Where a budget runs low, admins raise it from here.

import type { EventJson } from '@heddle/contract'
import { Notice } from '../../../components/notice.tsx'
import { RaiseButton } from './raise-button.tsx'
import { scopeIn, textIn } from './read-payload.ts'
import { useTimelineActs } from './timeline-acts.ts'

export function NoticeRow({ event }: { event: EventJson }) {
  const { mayRaise } = useTimelineActs()
  const { code, data, level } = event.payload
  const scope =
    code === 'budget_warning' ? scopeIn((data as { scope?: unknown } | undefined)?.scope) : undefined
  return (
    <Notice
      tone={level === 'warning' ? 'wait' : 'info'}
      action={scope !== undefined && mayRaise ? <RaiseButton scope={scope} /> : null}
    >
      {textIn(event)}
    </Notice>
  )
}
