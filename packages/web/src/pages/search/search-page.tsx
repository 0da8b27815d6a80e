// Finds what was said and done, in all sessions or in one. What is looked for stands in the address.

import { limits } from '@heddle/contract'
import { useCallback, useRef } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../components/button.tsx'
import { FilterGroup } from '../../components/filter-group.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { usePalette } from '../../shell/palette-context.tsx'
import { useShortcut } from '../../shell/shortcut-context.tsx'
import { searchStrings } from '../../search-strings.ts'
import { strings } from '../../strings.ts'
import { readSearchAddress, searchKinds, type SearchWish, writeSearchAddress } from './read-search-address.ts'
import { SearchResults } from './search-results.tsx'
import styles from './search.module.css'

const words = searchStrings
const filters = ['all', ...searchKinds] as const

export function SearchPage() {
  const search = useSearch()
  const [, navigate] = useLocation()
  const wish = readSearchAddress(search)
  const now = useRef(wish)
  now.current = wish
  const change = useCallback(
    (part: Partial<SearchWish>) => {
      const next = writeSearchAddress({ ...now.current, ...part })
      if (next !== writeSearchAddress(now.current)) navigate(next, { replace: true })
    },
    [navigate],
  )
  const type = useCallback((text: string) => change({ text }), [change])
  const field = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLDivElement>(null)
  useShortcut('search', () => field.current?.querySelector('input')?.select())
  const filterValues = useFilters()
  return (
    <>
      <PageHeader title={strings.shell.nav.search} about={words.about} />
      <div className={styles.page} role="search">
        <div
          ref={field}
          className={styles.field}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            const first = results.current?.querySelector<HTMLElement>('[data-row]')
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
        >
          <SearchField
            // Another address brings its own words; those typed here are there already.
            key={wish.sessionId ?? ''}
            label={words.label}
            initial={wish.text}
            maxLength={limits.searchTextCharsMax}
            isFocused
            onSearch={type}
          />
        </div>
        <FilterGroup
          label={words.filter.label}
          values={filterValues}
          titles={words.filter}
          value={wish.kind ?? 'all'}
          onChange={(kind) => change({ kind: kind === 'all' ? undefined : kind })}
        />
        {wish.sessionId === undefined ? null : <OfSession id={wish.sessionId} wish={wish} />}
      </div>
      <div ref={results}>
        <SearchResults
          wish={wish}
          onWiden={change}
          onLeave={() => field.current?.querySelector('input')?.focus()}
        />
      </div>
      <ByName />
    </>
  )
}

/** Without discussions where they are turned off. */
function useFilters(): readonly (typeof filters)[number][] {
  const { data } = useRead('about', {})
  return data?.collaboration?.threads === false ? filters.filter((one) => one !== 'reply') : filters
}

function OfSession({ id, wish }: { id: string; wish: SearchWish }) {
  const session = useRead('readSession', { path: { id } })
  const title = session.data?.title || strings.session.untitled
  return (
    <p className={styles.only}>
      <Link href={`/sessions/${id}`}>
        <bdi>{words.ofSession(title)}</bdi>
      </Link>
      <Link href={writeSearchAddress({ ...wish, sessionId: undefined })} replace>
        {words.everywhere}
      </Link>
    </p>
  )
}

/** A phone has no keys for the palette. */
function ByName() {
  const { setOpen } = usePalette()
  return (
    <p className={styles.byName}>
      {words.otherHint}{' '}
      <Button look="quiet" aria-haspopup="dialog" onPress={() => setOpen(true)}>
        {words.other}
      </Button>
    </p>
  )
}
