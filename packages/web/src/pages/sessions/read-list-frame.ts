// What a frame says about the list of sessions. Pure. A hint names what changed and what is gone; a snapshot names the
// most recently active, so whatever was active later than the last of them and is not named is gone, too.

import type { ListedSessionJson, LiveFrameOf } from '@heddle/contract'
import { listedSessions, listSnapshot, removedIds } from './list.at-build.ts'

export interface ListChange {
  items: readonly ListedSessionJson[]
  removed: readonly string[]
  /** All that were active later than this are among the items. */
  allSince?: string | undefined
}

export function readListFrame(frame: LiveFrameOf<'snap' | 'eph'>): ListChange | undefined {
  if (frame.type === 'eph') {
    if (frame.kind !== 'sessions.changed') return undefined
    return {
      items: listedSessions.safeParse(frame.items).data ?? [],
      removed: removedIds.safeParse(frame.removed).data ?? [],
    }
  }
  const { data } = listSnapshot.safeParse(frame.state)
  if (!data) return undefined
  return {
    items: data.items,
    removed: [],
    allSince: data.next === undefined ? '' : data.items.at(-1)?.activeAt,
  }
}
