// Sorts the list by need, not by time: what needs its reader, what was only just
// made, what runs, the rest. Pure. Children stand below their
// root, and the whole family where the neediest of them belongs.

import type { ListedSessionJson } from '@heddle/contract'
import { isNeeding, isUntouched } from './choose-reason.ts'

export type GroupId = 'needs' | 'fresh' | 'running' | 'finished' | 'found'

export interface Placed {
  session: ListedSessionJson
  /** How far it is set in: 0 for a root. */
  depth: number
}

export interface Group {
  id: GroupId
  rows: Placed[]
}

const depthMax = 3

export function chooseGroups(
  sessions: readonly ListedSessionJson[],
  openId: string | undefined,
  isSearch: boolean,
  mayDecide = true,
): Group[] {
  // What was searched for stays in the order in which it was found.
  if (isSearch) return groupOf('found', unique(sessions).map(atRoot))
  const families = findFamilies(unique(sessions)).toSorted(byActivity)
  const inGroup = (id: GroupId) =>
    groupOf(
      id,
      families.filter((family) => neediest(family, openId, mayDecide) === id).flatMap(({ rows }) => rows),
    )
  return [...inGroup('needs'), ...inGroup('fresh'), ...inGroup('running'), ...inGroup('finished')]
}

interface Family {
  rows: Placed[]
  activeAt: string
}

function groupOf(id: GroupId, rows: Placed[]): Group[] {
  return rows.length === 0 ? [] : [{ id, rows }]
}

function atRoot(session: ListedSessionJson): Placed {
  return { session, depth: 0 }
}

/** The same session may come with several answers; the one that knows most counts. */
function unique(sessions: readonly ListedSessionJson[]): ListedSessionJson[] {
  const byId = new Map<string, ListedSessionJson>()
  for (const session of sessions) {
    const held = byId.get(session.id)
    if (!held || held.seq < session.seq || held.version < session.version || held.readSeq < session.readSeq)
      byId.set(session.id, session)
  }
  return [...byId.values()]
}

function findFamilies(sessions: readonly ListedSessionJson[]): Family[] {
  const byId = new Map(sessions.map((session) => [session.id, session]))
  const children = Map.groupBy(sessions, (session) => parentOf(session, byId))
  const placed = new Set<string>()
  const below = (session: ListedSessionJson, depth: number): Placed[] => {
    if (placed.has(session.id)) return []
    placed.add(session.id)
    const own = (children.get(session.id) ?? []).toSorted(byCreation)
    return [{ session, depth: Math.min(depth, depthMax) }, ...own.flatMap((child) => below(child, depth + 1))]
  }
  const roots = children.get(undefined) ?? []
  // A circle has no root; whoever is left stands for itself.
  return [...roots, ...sessions]
    .map((root) => below(root, 0))
    .filter((rows) => rows.length > 0)
    .map((rows) => ({ rows, activeAt: latest(rows) }))
}

function parentOf(
  session: ListedSessionJson,
  byId: ReadonlyMap<string, ListedSessionJson>,
): string | undefined {
  return session.parentId !== null && byId.has(session.parentId) ? session.parentId : undefined
}

function neediest({ rows }: Family, openId: string | undefined, mayDecide: boolean): GroupId {
  if (rows.some(({ session }) => isNeeding(session, openId, mayDecide))) return 'needs'
  if (rows.some(({ session }) => session.state === 'running' || session.activeBelow > 0)) return 'running'
  return rows.every(({ session }) => isUntouched(session)) ? 'fresh' : 'finished'
}

function latest(rows: readonly Placed[]): string {
  return rows.reduce((last, { session }) => (session.activeAt > last ? session.activeAt : last), '')
}

function byActivity(a: Family, b: Family): number {
  return compare(b.activeAt, a.activeAt) || compare(idOf(b), idOf(a))
}

function byCreation(a: ListedSessionJson, b: ListedSessionJson): number {
  return compare(a.createdAt, b.createdAt) || compare(a.id, b.id)
}

function idOf({ rows }: Family): string {
  return rows[0]?.session.id ?? ''
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
