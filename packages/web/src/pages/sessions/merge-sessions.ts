// Brings a loaded list up to date with what changed elsewhere. Pure. What fits a list is put where it belongs; whether
// it fits a search by text only the server knows, so there only rows that are held already are brought up to date.

import type { ListedSessionJson, PageJson } from '@heddle/contract'
import { isNeeding } from './choose-reason.ts'
import type { ListChange } from './read-list-frame.ts'

/** What the list was asked for. */
export interface ListQuery {
  agent?: string | undefined
  state?: ListedSessionJson['state'] | undefined
  needs?: 'me' | undefined
  text?: string | undefined
  parent?: string | undefined
}

type Pages = readonly PageJson<ListedSessionJson>[]

export function mergeSessions(
  pages: Pages,
  query: ListQuery,
  change: ListChange,
): PageJson<ListedSessionJson>[] {
  const held = new Map(pages.flatMap((page) => page.items.map((session) => [session.id, session] as const)))
  const told = new Map(change.items.map((session) => [session.id, newer(session, held.get(session.id))]))
  const gone = new Set([...change.removed, ...missing(pages, query, change)])
  const fits = (session: ListedSessionJson) => judge(query, session)
  const stay = (session: ListedSessionJson) => {
    const current = told.get(session.id) ?? session
    return gone.has(session.id) || fits(current) === 'no' ? [] : [current]
  }
  const kept = pages.map((page) => ({ ...page, items: page.items.flatMap(stay) }))
  const end = lastLoaded(pages)
  const fresh = [...told.values()].filter(
    (session) =>
      !held.has(session.id) && !gone.has(session.id) && fits(session) === 'yes' && session.activeAt >= end,
  )
  return kept.map((page, index) =>
    index === 0 && query.text === undefined
      ? { ...page, items: [...fresh, ...page.items].toSorted(byActivity) }
      : page,
  )
}

function judge(query: ListQuery, session: ListedSessionJson): 'yes' | 'no' | 'unknown' {
  if (session.state === 'archived' && query.state !== 'archived') return 'no'
  if (query.state !== undefined && session.state !== query.state) return 'no'
  if (query.agent !== undefined && session.agentId !== query.agent) return 'no'
  if (query.needs !== undefined && !isNeeding(session, undefined)) return 'no'
  return query.text !== undefined || query.parent !== undefined ? 'unknown' : 'yes'
}

/** A snapshot names all that were active since; whatever else was is gone. Of a narrowed list it says nothing. */
function missing(pages: Pages, query: ListQuery, { items, allSince }: ListChange): string[] {
  const isNarrowed = Object.values(query).some((value) => value !== undefined)
  if (allSince === undefined || isNarrowed) return []
  const named = new Set(items.map((session) => session.id))
  return pages
    .flatMap((page) => page.items)
    .filter((session) => session.activeAt > allSince && !named.has(session.id))
    .map((session) => session.id)
}

/** What is older than the last row that was loaded comes with its own page. */
function lastLoaded(pages: Pages): string {
  const last = pages.at(-1)
  return last?.next === undefined ? '' : (last.items.at(-1)?.activeAt ?? '')
}

/** What was read may be newer than what is told. */
function newer(told: ListedSessionJson, held: ListedSessionJson | undefined): ListedSessionJson {
  if (!held) return told
  return held.seq > told.seq || held.version > told.version || held.readSeq > told.readSeq ? held : told
}

function byActivity(a: ListedSessionJson, b: ListedSessionJson): number {
  return compare(b.activeAt, a.activeAt) || compare(b.id, a.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
