// An approval in the timeline: what the log says of it, and from the list of approvals whether the reader may decide, and
// the whole of a call that came cut.

import type { EventJson } from '@heddle/contract'
import { ApprovalCard } from '../../approvals/approval-card.tsx'
import { callOfApproval, callOfEvent, settledOfEvent } from '../../approvals/asked-call.ts'
import { useTimelineActs } from './timeline-acts.ts'

interface AskedCardProps {
  asked: EventJson
  decided: EventJson | undefined
  isOver: boolean
}

export function AskedCard({ asked, decided, isOver }: AskedCardProps) {
  const { agentName, asking, turnId } = useTimelineActs()
  const call = callOfEvent(asked)
  const pending = asking.pending.get(call.id)
  return (
    <ApprovalCard
      call={pending ? callOfApproval(pending) : call}
      agentName={agentName}
      settled={decided ? settledOfEvent(decided) : undefined}
      isOver={isOver || asked.turnId !== turnId}
      mayDecide={pending?.mayDecide ?? asking.mayDecideOther}
    />
  )
}
