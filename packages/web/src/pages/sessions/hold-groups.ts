// Keeps the arrangement that is shown while someone points at it: rows say what is new, but none moves away from under
// the pointer, and none comes between. What was loaded at the end is added there. Pure.

import type { Group, Placed } from './choose-groups.ts'

export function holdGroups(shown: readonly Group[], fresh: readonly Group[]): Group[] {
  const now = new Map(fresh.flatMap(({ rows }) => rows.map((row) => [row.session.id, row] as const)))
  const known = new Set(shown.flatMap(({ rows }) => rows.map(({ session }) => session.id)))
  const held = shown.map(({ id, rows }) => ({ id, rows: rows.map((row) => update(row, now)) }))
  const last = held.at(-1)
  if (!last) return [...fresh]
  const added = loadedAtEnd(last, fresh, known)
  return added.length === 0 ? held : held.with(-1, { ...last, rows: [...last.rows, ...added] })
}

function update(row: Placed, now: ReadonlyMap<string, Placed>): Placed {
  const fresh = now.get(row.session.id)
  return fresh === undefined ? row : { session: fresh.session, depth: row.depth }
}

function loadedAtEnd(last: Group, fresh: readonly Group[], known: ReadonlySet<string>): Placed[] {
  const rows = fresh.find(({ id }) => id === last.id)?.rows ?? []
  const lastKnown = rows.findLastIndex(({ session }) => known.has(session.id))
  return rows.slice(lastKnown + 1)
}
