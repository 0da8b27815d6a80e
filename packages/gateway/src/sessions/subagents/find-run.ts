// One of a session's own runs by whatever people and models call it: its id, `#n`, its label, its session's id or key.

import { limits, nearest, refused, type SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { type ListedRunRow, selectChildren } from './run-list-store.ts'

export async function findChild(r: Reader, parentId: SessionId, name: string): Promise<ListedRunRow> {
  return findAmong(await selectChildren(r, parentId, limits.runsListMax), name)
}

/** `children`: in the order of `#n`. */
export function findAmong(children: readonly ListedRunRow[], name: string): ListedRunRow {
  const found = matchName(children, name.trim())
  const [one, ...others] = found
  if (one !== undefined && others.length === 0) return one
  if (one !== undefined) throw ambiguous(name, children, found)
  throw unknown(name, children)
}

function matchName(children: readonly ListedRunRow[], name: string): ListedRunRow[] {
  const number = /^#?(\d{1,4})$/.exec(name)?.[1]
  if (number !== undefined) {
    const child = children[Number(number) - 1]
    // A label may be a number too; an explicit sign means the place in the list.
    if (name.startsWith('#')) return child ? [child] : []
    const labelled = children.filter(({ label }) => label === name)
    return labelled.length > 0 ? labelled : child ? [child] : []
  }
  const folded = name.toLowerCase()
  const exact = children.filter(
    ({ id, session_id, session_key }) => id === name || session_id === name || session_key === folded,
  )
  return exact.length > 0 ? exact : children.filter(({ label }) => label?.toLowerCase() === folded)
}

function ambiguous(name: string, children: readonly ListedRunRow[], found: readonly ListedRunRow[]): Error {
  const list = found.map((run) => `#${children.indexOf(run) + 1} (${run.id})`).join(', ')
  return refused('ambiguous_name', {
    message: `Several sub-agents are called "${name}": ${list}. Nothing was changed; say which one.`,
    issues: [{ field: 'id', message: `is the name of ${found.length} sub-agents` }],
  })
}

function unknown(name: string, children: readonly ListedRunRow[]): Error {
  const names = children.flatMap(({ id, label }) => (label === null ? [id] : [label, id]))
  const near = nearest(name, names)
  const there =
    children.length === 0
      ? 'This session has no sub-agents.'
      : near === undefined
        ? `There ${children.length === 1 ? 'is one, #1' : `are ${children.length}, #1 to #${children.length}`}; list shows them.`
        : `Did you mean "${near}"?`
  return refused('unknown_run', {
    message: `There is no sub-agent "${name}" here. ${there}`,
    issues: [
      {
        field: 'id',
        message: `there is no sub-agent "${name}"`,
        ...(near !== undefined && { nearest: near }),
      },
    ],
  })
}
