// What people said, kept in memory: for whoever tells others of it, as the room in which people discuss would.

import type { EventId, PersonId, ThreadId } from '@heddle/contract'
import type { Source, SourceReader } from '../src/notifications/notifications.ts'

export interface FakeSources extends SourceReader {
  put(source: Source): void
  change(id: EventId, change: Partial<Source>): void
  /** How far somebody has read in a thread. */
  mark(personId: PersonId, threadId: ThreadId, seq: number): void
}

export function createFakeSources(): FakeSources {
  const sources = new Map<EventId, Source>()
  const marks = new Map<string, number>()
  return {
    read: async (_, id) => sources.get(id),
    readText: async (_, id) => sources.get(id)?.text ?? null,
    readUpTo: async (_, people, threadId) =>
      new Map(people.map((id) => [id, marks.get(`${id} ${threadId}`) ?? 0])),
    put: (source) => void sources.set(source.sourceEventId, source),
    change(id, change) {
      const known = sources.get(id)
      if (!known) throw new Error(`nobody said ${id}`)
      sources.set(id, { ...known, ...change })
    },
    mark: (personId, threadId, seq) => void marks.set(`${personId} ${threadId}`, seq),
  }
}
