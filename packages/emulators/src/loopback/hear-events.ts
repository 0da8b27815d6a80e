// Hears what the platform tells, for as long as the account is open. What is acknowledged is on disk; after a gap, what
// was missed is fetched through the same door, bounded (CHN2).

import { limits } from '@heddle/contract'
import { catchUp } from './catch-up.ts'
import { okBody } from './classify-reply.ts'
import { type Hearing, hearMessage } from './hear-message.ts'
import { conversationRef, inboundPress } from './inbound-event.ts'
import { readEvents, tellReply } from './loopback-calls.ts'
import { pause, within } from './platform-time.ts'
import type { NumberedEvent } from './platform-words.ts'

const pollWaitMs = 25_000
/** Beyond that: a connection on which nothing comes any more must not leave the account deaf. */
const pollGraceMs = 15_000
const pressAnswerMs = 5_000
const atOnce = 100
const backoffFirstMs = 500
const backoffMaxMs = 60_000
/** After so many tries something is left out, with a word in the log: the account must not stand still for ever. */
const triesMax = 8

/** Where one stands with the platform: what others may ask for, while it is heard. */
export interface Line {
  /** The number of the last event that was taken. */
  after: number
  /** Since when it cannot be heard, and what it said then. */
  cutOff?: { since: number; detail: string } | undefined
}

/** Resolves when the signal fires. It keeps `at`, which begins where the platform says that we were. */
export async function hearEvents(hearing: Hearing, at: Line): Promise<void> {
  const { log, clock, signal } = hearing
  while (!signal.aborted) {
    try {
      await hearOn(hearing, at)
    } catch (error) {
      // A mistake of ours must not leave the account deaf until the next start.
      log.error('hearing broke off; it goes on', { error })
      await pause(clock, backoffMaxMs, signal)
    }
  }
}

async function hearOn(hearing: Hearing, at: Line): Promise<void> {
  const { reach, clock, signal } = hearing
  let failures = 0
  // Counted apart: however long nothing could be heard, what was missed meanwhile is tried as often as ever.
  let misses = 0
  while (!signal.aborted) {
    const asked = { after: at.after, waitMs: pollWaitMs, limit: atOnce }
    const reply = await within(clock, pollWaitMs + pollGraceMs, (over) =>
      reach.call('events.poll', asked, AbortSignal.any([signal, over])),
    )
    if (signal.aborted) return
    const told = readEvents(okBody(reply))
    if (!told) {
      const detail = tellReply(reply)
      at.cutOff = { since: at.cutOff?.since ?? clock.wall(), detail }
      await waitAfter(hearing, failures++, 'the platform cannot be heard; trying again', detail)
      continue
    }
    failures = 0
    if (at.cutOff) {
      await hearing.ears.reachedAgain()
      hearing.log.info('the platform is heard again')
    }
    at.cutOff = undefined
    const fresh = newOnes(told.events, at.after)
    const newest = fresh.at(-1)?.seq ?? told.newest
    // First what was missed: once something newer was heard in a place, nobody could tell what stands before it.
    const isWhole = fresh.length === newest - at.after || (await fetchMissed(hearing, at.after, misses))
    if (!isWhole) {
      misses++
      continue
    }
    await takeAll(hearing, fresh)
    if (signal.aborted) return
    misses = 0
    at.after = newest
  }
}

/** False: nothing is acknowledged yet, and it is to be tried again. */
async function fetchMissed(hearing: Hearing, acknowledged: number, misses: number): Promise<boolean> {
  let detail: unknown = 'not everything could be read'
  try {
    if (await catchUp(hearing, { acknowledged, messagesMax: limits.catchUpMessagesMax })) return true
  } catch (error) {
    detail = error
  }
  if (misses >= triesMax) {
    hearing.log.error('what was missed could not be fetched, and is left out', { detail })
    return true
  }
  await waitAfter(hearing, misses, 'what was missed cannot be fetched; trying again', detail)
  return false
}

async function waitAfter(hearing: Hearing, failures: number, words: string, detail: unknown): Promise<void> {
  const waitMs = Math.min(backoffMaxMs, backoffFirstMs * 2 ** failures)
  hearing.log.warn(words, { detail, waitMs })
  await pause(hearing.clock, waitMs, hearing.signal)
}

/** Each once, in the order of their numbers. */
function newOnes(events: readonly NumberedEvent[], after: number): NumberedEvent[] {
  const bySeq = new Map(events.filter(({ seq }) => seq > after).map((event) => [event.seq, event]))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

/** Conversations do not wait for each other; within one, the order stays. */
async function takeAll(hearing: Hearing, events: readonly NumberedEvent[]): Promise<void> {
  const places = Map.groupBy(events, ({ conversation }) => conversation.id)
  await Promise.all(
    [...places.values()].map(async (list) => {
      for (const event of list) await takeSurely(hearing, event)
    }),
  )
}

async function takeSurely(hearing: Hearing, event: NumberedEvent): Promise<void> {
  const { clock, log, signal } = hearing
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      return await take(hearing, event)
    } catch (error) {
      if (tries === triesMax) {
        log.error('something that was heard could not be taken, and is left out', { kind: event.kind, error })
        return
      }
      await pause(clock, Math.min(backoffMaxMs, backoffFirstMs * 2 ** tries), signal)
    }
  }
}

async function take(hearing: Hearing, event: NumberedEvent): Promise<void> {
  const { ears, inbound } = hearing
  switch (event.kind) {
    case 'message':
      return void (await hearMessage(hearing, event))
    case 'pressed': {
      const words = await ears.press(inboundPress(inbound, event))
      if (typeof words === 'string') await answerPress(hearing, event.pressId, words)
      return
    }
    case 'archived':
    case 'deleted':
      // What we did ourselves is no news to us.
      if (event.by === inbound.ownId) return
      return ears.placeGone(conversationRef(inbound, event.conversation), event.kind)
    case 'edited':
    case 'removed':
      // What an agent has heard, it has heard.
      return
  }
}

/** A courtesy: whoever pressed has gone on if it does not come. */
async function answerPress({ reach, clock, signal }: Hearing, pressId: string, text: string): Promise<void> {
  await within(clock, pressAnswerMs, (over) =>
    reach.call('press.answer', { pressId, text }, AbortSignal.any([signal, over])),
  )
}
