// Brings a loaded page of the list up to date. Pure. On the first page what is new stands on top; a row that moved up
// from a later page leaves there.

import type { SessionJson } from '@heddle/contract'
import type { ListChange } from './read-list-frame.ts'

export function mergeSessions(
  items: readonly SessionJson[],
  { items: changed, removed, allSince }: ListChange,
  isFirstPage: boolean,
): SessionJson[] {
  const held = new Map(items.map((session) => [session.id, session]))
  const named = new Set(changed.map((session) => session.id))
  const gone = new Set([
    ...removed,
    ...changed.filter(isArchived).map((session) => session.id),
    ...items
      .filter((s) => allSince !== undefined && s.activeAt > allSince && !named.has(s.id))
      .map((s) => s.id),
  ])
  // What was read may be newer than what is told.
  const fresh = changed
    .filter((session) => !gone.has(session.id))
    .map((session) => newer(session, held.get(session.id)))
  const freshIds = new Set(fresh.map((session) => session.id))
  const rest = items.filter((session) => !gone.has(session.id) && !freshIds.has(session.id))
  if (!isFirstPage) return rest
  return [...fresh, ...rest].toSorted((a, b) => compare(b.activeAt, a.activeAt) || compare(b.id, a.id))
}

function newer(told: SessionJson, held: SessionJson | undefined): SessionJson {
  return held && (held.seq > told.seq || held.version > told.version) ? held : told
}

function isArchived(session: SessionJson): boolean {
  return session.state === 'archived'
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
