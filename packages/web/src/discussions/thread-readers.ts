// Who has which discussion open just now, as the server last said. Pure. Nothing of it is told twice, so after a break it
// is not known.

import type { ServerFrame } from '@heddle/contract'
import { readersChange, readersOfSnapshot } from './discussions.at-build.ts'

export interface ThreadReader {
  id: string
  name: string
}

/** By the id of the thread. */
export type ThreadReaders = ReadonlyMap<string, readonly ThreadReader[]>

export const noReaders: ThreadReaders = new Map()

export function applyReaders(before: ThreadReaders, frame: ServerFrame): ThreadReaders {
  if (frame.type === 'snap') {
    const { data } = readersOfSnapshot.safeParse(frame.state)
    return withThreads(noReaders, data?.threadViewers ?? [])
  }
  if (frame.type !== 'eph' || frame.kind !== 'thread.viewers') return before
  const { data } = readersChange.safeParse(frame)
  return data ? withThreads(data.isAll === true ? noReaders : before, data.threads) : before
}

function withThreads(
  before: ThreadReaders,
  told: readonly { threadId: string; people: readonly ThreadReader[] }[],
): ThreadReaders {
  const next = new Map(before)
  for (const { threadId, people } of told) {
    if (people.length === 0) next.delete(threadId)
    else next.set(threadId, people)
  }
  return next
}
