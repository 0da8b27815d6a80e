// What was found, as the server ranks it, page by page; and what to say when there is nothing, nothing yet, or trouble.

import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useList } from '../../api/use-read.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { searchStrings } from '../../search-strings.ts'
import { useShortcut } from '../../shell/shortcut-context.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { HitRow, keyOf } from './hit-row.tsx'
import type { SearchWish } from './read-search-address.ts'
import styles from './search.module.css'

const words = searchStrings

interface SearchResultsProps {
  wish: SearchWish
  onWiden(part: Partial<SearchWish>): void
  /** Up from the first result. */
  onLeave(): void
}

export function SearchResults({ wish, onWiden, onLeave }: SearchResultsProps) {
  const { text, kind, sessionId } = wish
  const format = useFormat()
  const found = useList(
    'search',
    { q: text, ...(kind && { kind }), ...(sessionId !== undefined && { session: sessionId }) },
    text !== '',
  )
  const { items, hasNextPage } = found
  const count = items.length
  const said = words.shown(count, format.count(count), hasNextPage)
  const isOld = found.isPlaceholderData
  const rows = useHitRows(items.map(keyOf), onLeave)
  useSaid(text === '' || found.isFetching ? undefined : found.isSuccess ? `${text}\n${said}` : undefined)
  if (text === '') return <EmptyState>{words.begin}</EmptyState>
  if (found.error instanceof CallError && (count === 0 || isOld))
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <Loading>{words.searching}</Loading>
  if (count === 0 && !isOld) return <Nothing wish={wish} onWiden={onWiden} />
  return (
    <div
      ref={rows.list}
      role="group"
      aria-label={words.results}
      className={styles.results}
      data-old={isOld ? '' : undefined}
      aria-busy={isOld}
      onKeyDown={rows.onKeyDown}
      onFocus={rows.onFocus}
    >
      <ul className={styles.hits}>
        {items.map((hit) => (
          <HitRow
            key={keyOf(hit)}
            hit={hit}
            isActive={keyOf(hit) === rows.activeKey}
            isHere={sessionId !== undefined}
          />
        ))}
      </ul>
      {found.error instanceof CallError ? <Failure error={found.error} /> : null}
      <LoadMore
        shown={said}
        hasMore={hasNextPage}
        isLoading={found.isFetchingNextPage}
        onMore={() => void found.fetchNextPage()}
      />
    </div>
  )
}

function Nothing({ wish, onWiden }: Pick<SearchResultsProps, 'wish' | 'onWiden'>) {
  const { text, kind, sessionId } = wish
  if (kind !== undefined)
    return (
      <EmptyState action={<Button onPress={() => onWiden({ kind: undefined })}>{words.everyKind}</Button>}>
        {words.noneOfKind(text)}
      </EmptyState>
    )
  if (sessionId !== undefined)
    return (
      <EmptyState
        action={<Button onPress={() => onWiden({ sessionId: undefined })}>{words.everywhere}</Button>}
      >
        {words.noneHere(text)}
      </EmptyState>
    )
  return <EmptyState>{words.none(text)}</EmptyState>
}

/** One result is reached by Tab; keys go on from there, and back to the field. */
function useHitRows(keys: readonly string[], leave: () => void) {
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string>()
  const activeKey = chosen !== undefined && keys.includes(chosen) ? chosen : keys[0]
  const focus = (key: string | undefined) => {
    if (key === undefined) return
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const move = (by: number) => {
    const isInside = list.current?.contains(document.activeElement) ?? false
    const at = isInside && activeKey !== undefined ? keys.indexOf(activeKey) : -1
    if (at < 0) return focus(activeKey)
    if (at + by < 0 && by === -1) return leave()
    focus(keys[Math.min(keys.length - 1, Math.max(0, at + by))])
  }
  useShortcut('list-next', () => move(1))
  useShortcut('list-previous', () => move(-1))
  return {
    list,
    activeKey,
    onKeyDown(event: React.KeyboardEvent) {
      const by = steps[event.key]
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      move(by)
    },
    onFocus(event: React.FocusEvent) {
      const key = event.target.getAttribute('data-row')
      if (key !== null) setChosen(key)
    },
  }
}

const steps: Partial<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** How many there are, once for each answer: its first line says to what, and is not said. */
function useSaid(said: string | undefined): void {
  const announce = useAnnounce()
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (said === undefined || said === last.current) return
    last.current = said
    announce(said.slice(said.indexOf('\n') + 1), false)
  }, [announce, said])
}
