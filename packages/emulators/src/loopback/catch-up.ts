// After a gap: what is newer than the newest that was heard in each place is fetched, and said to the same ears, which
// know what they have heard (CHN2). Bounded: first where the platform says that something was said, then the places that
// spoke last.

import { askPatiently } from './ask-patiently.ts'
import { choosePlacesToRead, type PlaceToRead } from './choose-places-to-read.ts'
import { okBody } from './classify-reply.ts'
import { type Hearing, hearMessage } from './hear-message.ts'
import { conversationRef } from './inbound-event.ts'
import { readMissed, readPage, tellReply, troubleOf } from './loopback-calls.ts'
import { historyPageMax, type PlatformMessage } from './platform-words.ts'
import type { Reply } from './reach-platform.ts'

const placesMax = 200
/** Most places have one, of what is known already. */
const pagesMax = 2 * placesMax
const patience = { triesMax: 5, backoffMs: 1_000 }

/** `acknowledged`: the number of the last event before the gap. False: something could not be read, and is to be tried again. */
export async function catchUp(
  hearing: Hearing,
  { acknowledged, messagesMax }: { acknowledged: number; messagesMax: number },
): Promise<boolean> {
  const { ears, log, signal } = hearing
  const budget = { left: messagesMax, pagesLeft: pagesMax }
  const missed = await findMissed(hearing, acknowledged)
  if (!missed) return false
  if (missed.length > placesMax)
    log.warn('something was said in more places than are read after a gap', {
      leftOut: missed.length - placesMax,
    })
  let isWhole = true
  for (const { conversation, after } of choosePlacesToRead(
    missed,
    await ears.lastHeard(placesMax),
    placesMax,
  )) {
    if (budget.left <= 0 || budget.pagesLeft <= 0 || signal.aborted) break
    const read = await readNewer(hearing, conversation.conversationId, after, budget)
    if (read.kind === 'gone') await ears.placeGone(conversation, 'deleted')
    if (read.kind === 'unreadable') {
      log.warn('what was missed in a place cannot be read', {
        place: conversation.conversationId,
        detail: read.detail,
      })
      isWhole &&= read.isForGood
    }
  }
  if (budget.left <= 0 || budget.pagesLeft <= 0)
    log.warn('more was missed than is fetched after a gap', { fetched: messagesMax })
  return isWhole
}

/** Undefined: nobody can say now. */
async function findMissed(hearing: Hearing, after: number): Promise<PlaceToRead[] | undefined> {
  const reply = await askPatiently(hearing, { kind: 'events.missed', body: { after }, ...patience })
  const places = readMissed(okBody(reply))
  if (places) {
    return places.map(({ conversation, after: from }) => ({
      conversation: conversationRef(hearing.inbound, conversation),
      after: from,
    }))
  }
  const { detail, isForGood } = refusedRead(reply)
  hearing.log.warn('the platform does not say where something was missed', { detail })
  return isForGood ? [] : undefined
}

type Read = { kind: 'read' } | { kind: 'gone' } | { kind: 'unreadable'; detail: string; isForGood: boolean }

/** What was heard before, and what we said ourselves, was not missed. */
async function readNewer(
  hearing: Hearing,
  conversationId: string,
  from: string,
  budget: { left: number; pagesLeft: number },
): Promise<Read> {
  const { signal } = hearing
  let after = from
  while (budget.left > 0 && budget.pagesLeft > 0 && !signal.aborted) {
    budget.pagesLeft--
    const reply = await askPatiently(hearing, {
      kind: 'history',
      body: { conversationId, after, limit: historyPageMax },
      ...patience,
    })
    const page = readPage(okBody(reply))
    if (!page) return unread(reply)
    for (const message of page.messages) {
      if (budget.left <= 0) break
      const isNews = await hearMessage(hearing, { ...page, message, ...repliesTo(page.messages, message) })
      if (isNews) budget.left--
    }
    const last = page.messages.at(-1)
    if (!page.hasMore || !last) break
    after = last.id
  }
  return { kind: 'read' }
}

function unread(reply: Reply): Read {
  const isGone = reply.kind === 'answer' && troubleOf(reply.body).code === 'unknown_conversation'
  return isGone ? { kind: 'gone' } : { kind: 'unreadable', ...refusedRead(reply) }
}

/**
 * A place that we may not read unbinds nothing, and is not asked for again. An account that is not taken says nothing of
 * places: once it is taken again, all of it can be read.
 */
function refusedRead(reply: Reply): { detail: string; isForGood: boolean } {
  const isAnswer = reply.kind === 'answer'
  const passes = isAnswer && (reply.status === 401 || reply.status === 429)
  const isForGood = isAnswer && reply.status >= 400 && reply.status < 500 && !passes
  return { detail: tellReply(reply), isForGood }
}

/** Of a reply whose beginning was missed as well, we cannot know whom it answers. */
function repliesTo(page: readonly PlatformMessage[], { replyTo }: PlatformMessage): { repliesTo?: string } {
  const author = page.find(({ id }) => id === replyTo)?.author.id
  return author === undefined ? {} : { repliesTo: author }
}
