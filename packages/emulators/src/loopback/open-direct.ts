// The conversation between some people, which is there once they speak; of three or more it is a group.

import type { PlatformState } from './platform-state.ts'

export function openDirect(state: PlatformState, members: ReadonlySet<string>): string {
  const known = [...state.conversations.values()].find(
    (one) => one.members?.size === members.size && [...members].every((id) => one.members?.has(id)),
  )
  if (known) return known.id
  const kind = members.size > 2 ? 'group' : 'dm'
  const id = state.nextId()
  const rest = { isArchived: false, isLocked: false, closedTo: new Set<string>(), messages: [] }
  state.conversations.set(id, { ...rest, id, kind, name: kind, members: new Set(members) })
  return id
}
