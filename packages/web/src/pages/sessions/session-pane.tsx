// The list of sessions by need, with its search and filters. It stays while one goes from session to session.

import { limits } from '@heddle/contract'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { Loading } from '../../components/loading.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { useArrivalFocus } from '../../shell/arrival.tsx'
import { focusSoon } from '../../shell/focus-soon.ts'
import { useListPlace } from '../../shell/list-place.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { useShortcut } from '../../shell/shortcut-context.tsx'
import { useSessionInSight } from '../../shell/unread.tsx'
import { strings } from '../../strings.ts'
import { FilterChips, FilterMenu } from './filter-menu.tsx'
import { isNarrowed, type ListFilter, noFilter } from './list-queries.ts'
import { NewSession, SessionExample } from './new-session.tsx'
import { type RowsHandle, SessionRows } from './session-rows.tsx'
import styles from './session-pane.module.css'
import { useSessionRows } from './use-session-rows.ts'
import { useSteadyGroups } from './use-steady-groups.ts'

export function SessionPane({ currentId }: { currentId: string | undefined }) {
  const me = useMe()
  const { place } = useListPlace()
  const [filter, setFilter] = useState(noFilter)
  const [search] = useState(
    () => (text: string) => setFilter((last) => (last.text === text ? last : { ...last, text })),
  )
  /** Counts on when the search is cleared from elsewhere, so that its field is empty, too. */
  const [clears, setClears] = useState(0)
  const pane = useRef<HTMLDivElement>(null)
  const rows = useRef<RowsHandle>(null)
  usePaneKeys(pane, rows, currentId)
  useFocusOnReturn(rows, currentId)
  return (
    <div ref={pane} className={styles.pane}>
      <div className={styles.head}>
        {place === 'page' ? <PageHeading /> : <h2 className={styles.heading}>{strings.sessions.title}</h2>}
        {chooseOffers(me.role).sessions ? <NewSession look="plain" /> : null}
      </div>
      <div className={styles.tools}>
        <SearchField
          key={clears}
          label={strings.sessions.search}
          maxLength={limits.searchTextCharsMax}
          onSearch={search}
        />
        <FilterMenu filter={filter} onChange={setFilter} />
      </div>
      <FilterChips filter={filter} onChange={setFilter} />
      <Rows
        filter={filter}
        currentId={currentId}
        handle={rows}
        onClear={(next) => {
          setFilter(next)
          setClears((last) => last + 1)
          focusSoon(() => pane.current?.querySelector('input'))
        }}
      />
    </div>
  )
}

function PageHeading() {
  const { title } = strings.sessions
  usePageTitle(title)
  const heading = useArrivalFocus()
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.heading}>
      {title}
    </h1>
  )
}

function Rows(props: {
  filter: ListFilter
  currentId: string | undefined
  handle: React.RefObject<RowsHandle | null>
  onClear(filter: ListFilter): void
}) {
  const { filter, currentId, handle, onClear } = props
  const { place } = useListPlace()
  const inSightId = useSessionInSight()
  const found = useSessionRows(filter, inSightId)
  const { groups, point, rest } = useSteadyGroups(found.groups, JSON.stringify(filter))
  const words = strings.shell.list
  if (groups.length === 0) {
    if (found.error)
      return (
        <Padded>
          <Failure error={found.error} onRetry={found.retry} />
        </Padded>
      )
    if (found.isPending || found.hasMore)
      return (
        <Padded>
          <Loading>{strings.sessions.loading}</Loading>
        </Padded>
      )
    return (
      <Padded>
        <NoSessions filter={filter} onClear={onClear} />
      </Padded>
    )
  }
  return (
    <SessionRows
      groups={groups}
      currentId={currentId}
      inSightId={inSightId}
      headingLevel={place === 'page' ? 2 : 3}
      onNearEnd={found.loadMore}
      onPoint={point}
      onRest={rest}
      handle={handle}
    >
      {found.error ? (
        <Padded>
          <Failure error={found.error} onRetry={found.retry} />
        </Padded>
      ) : null}
      {found.hasMore && !found.error ? (
        <Padded>
          <Loading>{words.more}</Loading>
        </Padded>
      ) : null}
    </SessionRows>
  )
}

function Padded({ children }: { children: React.ReactNode }) {
  return <div className={styles.padded}>{children}</div>
}

function NoSessions({ filter, onClear }: { filter: ListFilter; onClear(filter: ListFilter): void }) {
  const me = useMe()
  const words = strings.shell.list
  if (filter.text !== '') {
    const clear = <Button onPress={() => onClear({ ...filter, text: '' })}>{words.clearSearch}</Button>
    return <EmptyState action={clear}>{words.noneFound(filter.text)}</EmptyState>
  }
  if (isNarrowed(filter)) {
    const clear = <Button onPress={() => onClear(noFilter)}>{words.clearFilters}</Button>
    return <EmptyState action={clear}>{words.noneFits}</EmptyState>
  }
  if (!chooseOffers(me.role).sessions) return <EmptyState>{strings.sessions.noneForViewers}</EmptyState>
  return (
    <EmptyState>
      {words.none} <SessionExample />
    </EmptyState>
  )
}

function usePaneKeys(
  pane: React.RefObject<HTMLElement | null>,
  rows: React.RefObject<RowsHandle | null>,
  currentId: string | undefined,
): void {
  const { show } = useListPlace()
  const [, navigate] = useLocation()
  const go = (by: number) => {
    const id = rows.current?.neighbour(currentId, by)
    if (id !== undefined) navigate(`/sessions/${id}`)
  }
  useShortcut('search', () => {
    show()
    requestAnimationFrame(() => pane.current?.querySelector('input')?.focus())
  })
  useShortcut('list-next', () => {
    show()
    rows.current?.move(1)
  })
  useShortcut('list-previous', () => {
    show()
    rows.current?.move(-1)
  })
  useShortcut('session-next', () => go(1))
  useShortcut('session-previous', () => go(-1))
}

/** Whoever comes back from a session is where they left the list. */
function useFocusOnReturn(rows: React.RefObject<RowsHandle | null>, currentId: string | undefined): void {
  const { place } = useListPlace()
  const last = useRef(currentId)
  useEffect(() => {
    const left = last.current
    last.current = currentId
    if (place !== 'page' || left === undefined || currentId !== undefined) return
    const frame = requestAnimationFrame(() => rows.current?.focus(left))
    return () => cancelAnimationFrame(frame)
  }, [rows, currentId, place])
}
