// All that waits for somebody's word, across sessions, to be decided here or where it is asked; below it what was decided
// lately, and by whom.

import type { ApprovalJson } from '@heddle/contract'
import { useRef } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useList, useRead } from '../../api/use-read.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { pendingQuery } from '../../shell/waiting-approvals.tsx'
import { strings } from '../../strings.ts'
import { ApprovalCard } from './approval-card.tsx'
import styles from './approvals-page.module.css'
import { callOfApproval, settledOfApproval } from './asked-call.ts'
import { DecidedList } from './decided-list.tsx'
import { keepShown } from './keep-shown.ts'
import { MomentLink } from './moment-link.tsx'

const words = strings.approvals.page
const decidedQuery = { state: 'decided', limit: 20 } as const

export function ApprovalsPage() {
  const pending = useList('listApprovals', pendingQuery)
  const decided = useList('listApprovals', decidedQuery)
  const shown = useRef<readonly ApprovalJson[]>([])
  const isReading = pending.isFetching || decided.isFetching
  shown.current = keepShown(shown.current, pending.items, decided.items, isReading)
  const onTop = new Set(shown.current.map(({ id }) => id))
  return (
    <>
      <PageHeader title={strings.approvals.title} about={strings.approvals.about} />
      <section aria-labelledby="approvals-waiting" className={styles.part}>
        <h2 id="approvals-waiting">{words.waiting}</h2>
        <Pending found={pending} shown={shown.current} />
      </section>
      <section aria-labelledby="approvals-decided" className={styles.part}>
        <h2 id="approvals-decided">{words.decided}</h2>
        <DecidedList found={decided} items={decided.items.filter(({ id }) => !onTop.has(id))} />
      </section>
    </>
  )
}

type Found = ReturnType<typeof useList<'listApprovals'>>

function Pending({ found, shown }: { found: Found; shown: readonly ApprovalJson[] }) {
  const format = useFormat()
  const agents = useRead('listAgents', {})
  if (found.error instanceof CallError && shown.length === 0)
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <Loading>{words.loading}</Loading>
  if (shown.length === 0) return <EmptyState>{words.none}</EmptyState>
  const nameOf = (agentId: string) => agents.data?.items.find(({ id }) => id === agentId)?.name ?? agentId
  return (
    <>
      <ul className={styles.cards}>
        {shown.map((approval) => (
          <li key={approval.id}>
            <ApprovalCard
              call={callOfApproval(approval)}
              agentName={nameOf(approval.agentId)}
              settled={settledOfApproval(approval)}
              isOver={false}
              mayDecide={approval.mayDecide}
              place={<MomentLink approval={approval} />}
            />
          </li>
        ))}
      </ul>
      {found.hasNextPage ? (
        <LoadMore
          shown={words.shown(format.count(shown.length))}
          hasMore
          isLoading={found.isFetchingNextPage}
          onMore={() => void found.fetchNextPage()}
        />
      ) : null}
    </>
  )
}
