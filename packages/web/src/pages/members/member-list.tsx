// The people, by handle, page by page, found by a part of handle or name.

import { limits, type PersonJson } from '@heddle/contract'
import { useCallback, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useList } from '../../api/use-read.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import { useRowDialog } from '../../components/row-dialog.ts'
import rows from '../../components/rows.module.css'
import { SearchField } from '../../components/search-field.tsx'
import { useFormat } from '../../format/format-context.tsx'
import type { MemberAction } from '../../me/choose-offers.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { memberStrings } from '../../member-strings.ts'
import { MemberDialog } from './member-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import styles from './members-page.module.css'

const pageSize = 100

interface Asked {
  person: PersonJson
  action: MemberAction
}

export function MemberList() {
  const [text, setText] = useState('')
  const dialog = useRowDialog<Asked>((asked) => asked.person.id)
  return (
    <div className={styles.part}>
      <SearchField label={memberStrings.search} maxLength={limits.searchTextCharsMax} onSearch={setText} />
      <div ref={dialog.list} tabIndex={-1} role="group" aria-label={memberStrings.people}>
        <FoundMembers text={text} onAction={(person, action) => dialog.ask({ person, action })} />
      </div>
      {dialog.asked ? <MemberDialog {...dialog.asked} onClose={dialog.close} /> : null}
    </div>
  )
}

interface FoundMembersProps {
  text: string
  onAction(person: PersonJson, action: MemberAction): void
}

function FoundMembers({ text, onAction }: FoundMembersProps) {
  const format = useFormat()
  const announce = useAnnounce()
  const query = text === '' ? { limit: pageSize } : { limit: pageSize, text }
  const found = useList('listMembers', query)
  const words = memberStrings
  const more = useCallback(async () => {
    const result = await found.fetchNextPage()
    const count = result.data?.pages.reduce((sum, page) => sum + page.items.length, 0) ?? 0
    announce(words.shown(count, format.count(count), result.hasNextPage))
  }, [found, announce, format, words])
  if (found.error instanceof CallError && found.items.length === 0) {
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  }
  if (found.isPending) return <Loading>{words.loading}</Loading>
  const count = found.items.length
  if (count === 0) return <EmptyState>{words.nobodyFound(text)}</EmptyState>
  return (
    <>
      <ul className={rows.rows}>
        {found.items.map((person) => (
          <MemberRow key={person.id} person={person} onAction={onAction} />
        ))}
      </ul>
      {found.error instanceof CallError ? <Failure error={found.error} /> : null}
      <LoadMore
        shown={words.shown(count, format.count(count), found.hasNextPage)}
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        onMore={() => void more()}
      />
    </>
  )
}
