// The threads of sub-agents beside the warp: each leaves it at the row where the sub-agent began and joins it again where
// its result stands. A few run side by side; of more at once only the rows themselves tell. Pure.

import type { EventJson } from '@heddle/contract'
import type { Article } from '../timeline/choose-articles.ts'
import type { Item } from '../timeline/choose-items.ts'
import { textIn } from '../timeline/read-payload.ts'

export interface Thread {
  /** The event where it begins. */
  key: string
  lane: number
  agentId: string
  part: 'begins' | 'passes' | 'ends'
}

export const lanesMax = 3

export function chooseThreads(items: readonly Item[], isBeginning: boolean): Item[] {
  const marks = items.map(marksOf)
  const begun = new Set(marks.flatMap(({ begins }) => begins.map(({ eventId }) => eventId)))
  const lanes: (Omit<Thread, 'part' | 'lane'> | undefined)[] = Array.from({ length: lanesMax })
  const open = (key: string, agentId: string) => {
    const free = lanes.indexOf(undefined)
    if (free !== -1) lanes[free] = { key, agentId }
  }
  // What began before the first row that is loaded comes down from above it.
  for (const { ends } of isBeginning ? [] : marks)
    for (const end of ends)
      if (!begun.has(keyOf(end)) && !isGuest(end)) open(keyOf(end), textIn(end, 'agentId'))
  return items.map((item, index) => {
    const { begins, ends } = marks[index] ?? none
    for (const event of begins) open(event.eventId, textIn(event, 'agentId'))
    const fresh = new Set(begins.map(({ eventId }) => eventId))
    const over = new Set(ends.map(keyOf))
    const threads = lanes.flatMap((thread, lane): Thread[] => {
      if (thread === undefined) return []
      const part = over.has(thread.key) ? 'ends' : fresh.has(thread.key) ? 'begins' : 'passes'
      return [{ ...thread, lane, part }]
    })
    for (const [lane, thread] of lanes.entries())
      if (thread !== undefined && over.has(thread.key)) lanes[lane] = undefined
    return threads.length === 0 ? item : { ...item, threads }
  })
}

interface Marks {
  begins: readonly EventJson[]
  ends: readonly EventJson[]
}

const none: Marks = { begins: [], ends: [] }

function marksOf(item: Item): Marks {
  const articles: readonly Article[] = item.kind === 'article' ? [item.article] : item.work.inner
  const of = (kind: string) => articles.flatMap(({ event }) => (event.kind === kind ? [event] : []))
  return { begins: of('subagent.spawned'), ends: of('subagent.finished') }
}

function keyOf({ causedBy }: EventJson): string {
  return causedBy ?? ''
}

/** Told here although it never began here. */
function isGuest({ payload, causedBy }: EventJson): boolean {
  return payload.toldFor !== undefined || causedBy === undefined
}
