// Which place belongs to which session, since when and until when, and the way to end it.

import { type BindingJson, limits } from '@heddle/contract'
import { useEffect, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useList } from '../../api/use-read.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { FilterGroup } from '../../components/filter-group.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import { useRowDialog } from '../../components/row-dialog.ts'
import rows from '../../components/rows.module.css'
import { SearchField } from '../../components/search-field.tsx'
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

interface Question {
  status: Filter
  session: string | undefined
  text: string
}

export function BindingsPage() {
  const session = useAskedSession()
  const [status, setStatus] = useState<Filter>('in_force')
  const [text, setText] = useState('')
  return (
    <>
      <PlacesHead title={words.title} about={words.about} />
      <div className={styles.part}>
        {session === undefined ? null : <OfSession id={session} all={placesPath} />}
        <div className={styles.choices}>
          <FilterGroup
            label={words.filter.label}
            values={filters}
            titles={words.filter}
            value={status}
            onChange={setStatus}
          />
          <div className={styles.search}>
            <SearchField label={words.search} maxLength={limits.searchTextCharsMax} onSearch={setText} />
          </div>
        </div>
        <Found status={status} session={session} text={text} />
      </div>
    </>
  )
}

function Found({ status, session, text }: Question) {
  const format = useFormat()
  const query = { status, limit: pageSize, ...(session && { session }), ...(text !== '' && { q: text }) }
  const found = useList('listBindings', query)
  const dialog = useRowDialog<BindingJson>(({ bindingId }) => bindingId, pageHeading)
  const ending = useEndBinding(dialog.ask)
  const { hasNextPage, isFetching, fetchNextPage } = found
  const count = found.items.length
  // A search looks at so many at a time; what it looks for may be further back.
  const isStillLooking = text !== '' && count === 0 && hasNextPage
  useEffect(() => {
    if (isStillLooking && !isFetching) void fetchNextPage()
  }, [isStillLooking, isFetching, fetchNextPage])
  if (found.error instanceof CallError && count === 0)
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending || isStillLooking) return <Loading>{words.loading}</Loading>
  return (
    <div ref={dialog.list} tabIndex={-1} role="group" aria-label={words.list}>
      {count === 0 ? (
        <None status={status} session={session} text={text} />
      ) : (
        <ul className={rows.rows}>
          {found.items.map((binding) => (
            <BindingRow key={binding.bindingId} binding={binding} onEnd={ending.end} />
          ))}
        </ul>
      )}
      {ending.error ? <Failure error={ending.error} /> : null}
      {count === 0 && !hasNextPage ? null : (
        <LoadMore
          shown={words.shown(count, format.count(count), hasNextPage)}
          hasMore={hasNextPage}
          isLoading={found.isFetchingNextPage}
          onMore={() => void fetchNextPage()}
          list={dialog.list}
        />
      )}
      {dialog.asked ? <EndBinding binding={dialog.asked} onClose={dialog.close} /> : null}
    </div>
  )
}

/** Where nothing is left to end. */
function pageHeading(): HTMLElement | null {
  return document.querySelector('h1')
}

function None({ status, session, text }: Question) {
  if (text !== '') return <EmptyState>{words.noneFound(text)}</EmptyState>
  if (session !== undefined) return <EmptyState>{words.noneOf}</EmptyState>
  if (status === 'ended') return <EmptyState>{words.noneEnded}</EmptyState>
  return (
    <EmptyState>
      {words.none} <code>{words.noneExample}</code>
    </EmptyState>
  )
}
