// The rows of the inbox, newest first, page by page.

import { useMemo } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useList, useRead } from '../../api/use-read.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { inboxPageStrings } from '../../inbox-page-strings.ts'
import { unreadQuery } from '../../inbox/apply-to-inbox.ts'
import { groupNotifications } from '../../inbox/group-notifications.ts'
import type { Show } from '../../inbox/inbox-change.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import styles from './inbox.module.css'
import { InboxRow } from './inbox-row.tsx'
import type { InboxActs } from './use-inbox-acts.ts'
import { useInboxRows } from './use-inbox-rows.ts'

const words = inboxPageStrings
const queries = { unread: unreadQuery, all: { show: 'all', limit: 50 } } as const

export function InboxList({ show, acts }: { show: Show; acts: InboxActs }) {
  const format = useFormat()
  const announce = useAnnounce()
  const found = useList('listNotifications', queries[show])
  const agents = useRead('listAgents', {}).data?.items
  const { data } = found
  const groups = useMemo(() => groupNotifications(data?.pages.flatMap(({ items }) => items) ?? []), [data])
  const rows = useInboxRows(groups, acts)
  const more = async () => {
    const read = await found.fetchNextPage()
    const count = groupNotifications(read.data?.pages.flatMap(({ items }) => items) ?? []).length
    announce(words.shown(count, format.count(count), read.hasNextPage))
  }
  if (found.error instanceof CallError && groups.length === 0)
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <Loading>{words.loading}</Loading>
  return (
    <div
      ref={rows.list}
      tabIndex={-1}
      role="group"
      aria-label={words.list}
      className={styles.list}
      onKeyDown={rows.onKeyDown}
      onFocus={rows.onFocus}
      onBlur={rows.onBlur}
    >
      {groups.length === 0 && !found.hasNextPage ? (
        <Nothing show={show} />
      ) : (
        <>
          <ul className={styles.rows}>
            {groups.map((group) => (
              <InboxRow
                key={group.key}
                group={group}
                agents={agents}
                isActive={group.key === rows.activeKey}
                onOpen={acts.opened}
                onDone={acts.done}
                onUnread={acts.unread}
              />
            ))}
          </ul>
          {found.error instanceof CallError ? <Failure error={found.error} /> : null}
          <LoadMore
            shown={words.shown(groups.length, format.count(groups.length), found.hasNextPage)}
            hasMore={found.hasNextPage}
            isLoading={found.isFetchingNextPage}
            onMore={() => void more()}
          />
        </>
      )}
    </div>
  )
}

function Nothing({ show }: { show: Show }) {
  if (show === 'all') return <EmptyState>{words.noneAtAll}</EmptyState>
  return (
    <EmptyState>
      {words.none} <span className={styles.noneAbout}>{words.noneAbout}</span>
    </EmptyState>
  )
}
