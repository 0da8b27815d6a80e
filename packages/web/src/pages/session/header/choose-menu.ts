// What the menu of a session offers to whom. The server decides; this only keeps from showing what it would refuse.

import { atLeast, type PersonJson, type SessionJson } from '@heddle/contract'

export type SessionAction =
  | 'rename'
  | 'people'
  | 'usage'
  | 'search'
  | 'copyLink'
  | 'fork'
  | 'archive'
  | 'unarchive'

export function chooseMenu(
  me: Pick<PersonJson, 'id' | 'role'>,
  session: Pick<SessionJson, 'state' | 'createdBy'>,
  canFork: boolean,
): SessionAction[] {
  const isMember = atLeast(me.role, 'member')
  const isArchived = session.state === 'archived'
  // Whoever made it, and admins.
  const mayArchive = isMember && (session.createdBy === me.id || atLeast(me.role, 'admin'))
  return [
    ...(isMember && !isArchived ? (['rename'] as const) : []),
    'people',
    'usage',
    'search',
    'copyLink',
    ...(isMember && canFork ? (['fork'] as const) : []),
    ...(mayArchive ? ([isArchived ? 'unarchive' : 'archive'] as const) : []),
  ]
}
