// Brings a loaded page of the list up to date. Pure. On the first page what is new stands on top; a row that moved up
// from a later page leaves there.

import type { SessionJson } from '@heddle/contract'

export function mergeSessions(
  items: readonly SessionJson[],
  changed: readonly SessionJson[],
  removed: readonly string[],
  isFirstPage: boolean,
): SessionJson[] {
  const gone = new Set([...removed, ...changed.filter(isArchived).map((session) => session.id)])
  const fresh = changed.filter((session) => !gone.has(session.id))
  const freshIds = new Set(fresh.map((session) => session.id))
  const rest = items.filter((session) => !gone.has(session.id) && !freshIds.has(session.id))
  if (!isFirstPage) return rest
  return [...fresh, ...rest].toSorted((a, b) => compare(b.activeAt, a.activeAt) || compare(b.id, a.id))
}

function isArchived(session: SessionJson): boolean {
  return session.state === 'archived'
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
