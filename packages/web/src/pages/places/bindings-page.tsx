// Which place belongs to which session, since when and until when, and the way to end it.

import type { BindingJson } from '@heddle/contract'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useList } from '../../api/use-read.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { FilterGroup } from '../../components/filter-group.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import { useRowDialog } from '../../components/row-dialog.ts'
import rows from '../../components/rows.module.css'
import { useFormat } from '../../format/format-context.tsx'
import { placeStrings } from '../../place-strings.ts'
import { placesPath } from '../../shell/destinations.ts'
import { BindingRow } from './binding-row.tsx'
import { EndBinding } from './end-binding.tsx'
import { OfSession, useAskedSession } from './of-session.tsx'
import { PlacesHead } from './places-head.tsx'
import styles from './places.module.css'
import { useEndBinding } from './use-end-binding.ts'

const words = placeStrings.bindings
const pageSize = 50
const filters = ['in_force', 'ended', 'all'] as const
type Filter = (typeof filters)[number]

export function BindingsPage() {
  const session = useAskedSession()
  const [status, setStatus] = useState<Filter>('in_force')
  return (
    <>
      <PlacesHead title={words.title} about={words.about} />
      <div className={styles.part}>
        {session === undefined ? null : <OfSession id={session} all={placesPath} />}
        <FilterGroup
          label={words.filter.label}
          values={filters}
          titles={words.filter}
          value={status}
          onChange={setStatus}
        />
        <Found status={status} session={session} />
      </div>
    </>
  )
}

function Found({ status, session }: { status: Filter; session: string | undefined }) {
  const format = useFormat()
  const found = useList('listBindings', { status, limit: pageSize, ...(session && { session }) })
  const dialog = useRowDialog<BindingJson>(({ bindingId }) => bindingId)
  const ending = useEndBinding(dialog.ask)
  if (found.error instanceof CallError && found.items.length === 0)
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <Loading>{words.loading}</Loading>
  const count = found.items.length
  return (
    <div ref={dialog.list} tabIndex={-1} role="group" aria-label={words.list}>
      {count === 0 ? (
        <None status={status} isOfSession={session !== undefined} />
      ) : (
        <ul className={rows.rows}>
          {found.items.map((binding) => (
            <BindingRow key={binding.bindingId} binding={binding} onEnd={ending.end} />
          ))}
        </ul>
      )}
      {ending.error ? <Failure error={ending.error} /> : null}
      {count === 0 && !found.hasNextPage ? null : (
        <LoadMore
          shown={words.shown(count, format.count(count), found.hasNextPage)}
          hasMore={found.hasNextPage}
          isLoading={found.isFetchingNextPage}
          onMore={() => void found.fetchNextPage()}
        />
      )}
      {dialog.asked ? <EndBinding binding={dialog.asked} onClose={dialog.close} /> : null}
    </div>
  )
}

function None({ status, isOfSession }: { status: Filter; isOfSession: boolean }) {
  if (isOfSession) return <EmptyState>{words.noneOf}</EmptyState>
  if (status === 'ended') return <EmptyState>{words.noneEnded}</EmptyState>
  return (
    <EmptyState>
      {words.none} <code>{words.noneExample}</code>
    </EmptyState>
  )
}
