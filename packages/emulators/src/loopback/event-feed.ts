// What a program is told of: numbered events that are kept until it has acknowledged them, at least once each. A feed
// that is full loses its oldest ones, and whoever counts the numbers sees that, and can ask where something is missing.

import { pause, type PlatformClock, type PlatformRandom } from './platform-time.ts'
import type { NumberedEvent, PlatformEvent } from './platform-words.ts'

export interface FeedManners {
  /** How many are kept for a program that does not come. */
  keptMax: number
  /** How often an event comes once more, from 0 to 1. */
  copyRate: number
  /** How often one changes places with the one before it, from 0 to 1. */
  swapRate: number
  /** Whether it says, after something was lost, where that was said. */
  namesMissed: boolean
}

export interface EventFeed {
  manners: FeedManners
  add(event: PlatformEvent): void
  /** Where to go on: behind the last that was acknowledged. */
  open(): { cursor: number }
  /** Acknowledges all up to `after`. Waits for something to tell, so long at most. */
  poll(
    input: { after: number; waitMs: number; limit: number },
    signal: AbortSignal,
  ): Promise<{
    events: NumberedEvent[]
    /** The number of the newest that ever was: behind what is told, something was lost. */
    newest: number
  }>
  /** Where something was said behind `after`, and the first of it there: what was lost is still known by its place. Undefined: nobody says. */
  saidSince(after: number): ReadonlyMap<string, string> | undefined
  /** Whatever waits to be told is lost. */
  lose(): number
  /** How many were not acknowledged yet. */
  pending(): number
}

const copiesAtOnceMax = 3
/** Of those that were not acknowledged, this many are still known by their places. */
const tracesMax = 10_000

/** What is left of an event that is lost. */
interface Trace {
  seq: number
  conversationId: string
  messageId?: string
}

export function createEventFeed(clock: PlatformClock, random: PlatformRandom): EventFeed {
  let waiting: NumberedEvent[] = []
  let told: NumberedEvent[] = []
  let traces: Trace[] = []
  let newest = 0
  let acknowledged = 0
  const wakers = new Set<() => void>()

  function add(event: PlatformEvent): void {
    waiting.push({ ...event, seq: ++newest })
    traces.push(traceOf(event, newest))
    const [before, last] = waiting.slice(-2)
    // What was told keeps its number.
    const maySwap = before !== undefined && before.seq > (told.at(-1)?.seq ?? 0)
    if (before && last && maySwap && random.fraction() < feed.manners.swapRate) {
      waiting.splice(-2, 2, { ...last, seq: before.seq }, { ...before, seq: last.seq })
      traces.splice(-2, 2, traceOf(last, before.seq), traceOf(before, last.seq))
    }
    waiting = waiting.slice(-feed.manners.keptMax)
    traces = traces.slice(-tracesMax)
    for (const wake of wakers) wake()
  }

  async function news(waitMs: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController()
    const wake = () => woken.abort()
    wakers.add(wake)
    await pause(clock, waitMs, AbortSignal.any([signal, woken.signal]))
    wakers.delete(wake)
  }

  const feed: EventFeed = {
    manners: { keptMax: 1_000, copyRate: 0, swapRate: 0, namesMissed: true },
    add,
    open: () => ({ cursor: acknowledged }),
    async poll({ after, waitMs, limit }, signal) {
      acknowledged = Math.min(newest, Math.max(acknowledged, after))
      waiting = waiting.filter(({ seq }) => seq > acknowledged)
      traces = traces.filter(({ seq }) => seq > acknowledged)
      const hasLost = () => waiting.length === 0 && newest > acknowledged
      if (waiting.length === 0 && !hasLost() && waitMs > 0) await news(waitMs, signal)
      const fresh = waiting.slice(0, limit)
      const again = told.filter(() => random.fraction() < feed.manners.copyRate).slice(0, copiesAtOnceMax)
      told = [...told, ...fresh].slice(-20)
      return { events: [...again, ...fresh], newest }
    },
    saidSince(after) {
      if (!feed.manners.namesMissed) return undefined
      const firsts = new Map<string, string>()
      for (const { seq, conversationId, messageId } of traces) {
        if (seq <= after || messageId === undefined) continue
        const first = firsts.get(conversationId)
        if (first === undefined || messageId < first) firsts.set(conversationId, messageId)
      }
      return firsts
    },
    lose() {
      const lost = waiting.length
      waiting = []
      for (const wake of wakers) wake()
      return lost
    },
    pending: () => waiting.length,
  }
  return feed
}

function traceOf(event: PlatformEvent, seq: number): Trace {
  const conversationId = event.conversation.id
  return event.kind === 'message'
    ? { seq, conversationId, messageId: event.message.id }
    : { seq, conversationId }
}
