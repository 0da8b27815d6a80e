// What was decided lately: who decided what about which call, and where.

import type { ApprovalJson } from '@heddle/contract'
import { CallError } from '../../api/call-error.ts'
import type { useList } from '../../api/use-read.ts'
import { Failure } from '../../components/failure.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import rows from '../../components/rows.module.css'
import { useFormat } from '../../format/format-context.tsx'
import { strings } from '../../strings.ts'
import styles from './approvals-page.module.css'
import { settledOfApproval } from './asked-call.ts'
import { MomentLink } from './moment-link.tsx'
import { writeCall } from './write-call.ts'

const words = strings.approvals.page

interface DecidedListProps {
  found: ReturnType<typeof useList<'listApprovals'>>
  items: readonly ApprovalJson[]
}

export function DecidedList({ found, items }: DecidedListProps) {
  const format = useFormat()
  if (found.error instanceof CallError && items.length === 0)
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <Loading>{words.loading}</Loading>
  if (items.length === 0) return <p className={styles.none}>{words.noneDecided}</p>
  return (
    <>
      <ul className={rows.rows}>
        {items.map((approval) => (
          <DecidedRow key={approval.id} approval={approval} />
        ))}
      </ul>
      {found.hasNextPage ? (
        <LoadMore
          shown={words.shown(format.count(items.length))}
          hasMore
          isLoading={found.isFetchingNextPage}
          onMore={() => void found.fetchNextPage()}
        />
      ) : null}
    </>
  )
}

const callCharsMax = 300

function DecidedRow({ approval }: { approval: ApprovalJson }) {
  const settled = settledOfApproval(approval)
  if (settled === undefined) return null
  const call = writeCall(approval.tool, approval.arguments).replace(/\s+/g, ' ').slice(0, callCharsMax)
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <code className={styles.call} dir="ltr" title={call}>
          {call}
        </code>
        <div className={rows.below}>
          <span>{words.outcomes[settled.outcome](settled.by)}</span>
          {settled.note === '' ? null : <q dir="auto">{settled.note}</q>}
          <span>
            <MomentLink approval={approval} />
          </span>
          <span>
            <Moment at={approval.decidedAt ?? approval.askedAt} />
          </span>
        </div>
      </div>
    </li>
  )
}
