// After a gap: what is newer than the newest that was heard in a place is fetched, and said to the same ears, which know
// what they have heard (CHN2). Bounded over all places.

import type { ConversationRef } from '@heddle/contract'
import { sleepUnlessAborted } from '../../foundation/clock.ts'
import { isThreadType } from './channel-words.ts'
import type { Ear } from './ear.ts'
import { hearMessage } from './hear-message.ts'
import type { KnownChannel } from './known-channels.ts'
import { type DiscordMessage, parseMessage } from './message-words.ts'
import { codeOf, isOk, type Reply } from './rest-words.ts'
import { compareIds } from './snowflake-time.ts'
import { takeSurely } from './take-surely.ts'
import { tellReply } from './tell-reply.ts'

export interface CatchUpBudget {
  /** How many more may still be news: what is only read again to be sure takes nothing from what was missed. */
  left: number
}

export interface MissedPlace {
  conversation: ConversationRef
  /** The newest that was heard there; moves on with what is fetched, so that a second try does not begin anew. */
  eventId: string
  /** How much of it is read at most. */
  pagesMax: number
}

const pageMax = 100
const waitMaxMs = 60_000
const backoffMs = 1_000
const triesMax = 5
const unknownChannel = 10_003

/** Throws where it could not be read and is to be tried again. */
export async function catchUpPlace(ear: Ear, place: MissedPlace, budget: CatchUpBudget): Promise<void> {
  const { ears, around, signal } = ear
  const { conversationId } = place.conversation
  let channel: KnownChannel | undefined
  let pagesLeft = place.pagesMax
  while (budget.left > 0 && pagesLeft-- > 0 && !signal.aborted) {
    const limit = Math.min(pageMax, budget.left)
    const reply = await patiently(ear, `/channels/${conversationId}/messages`, {
      after: place.eventId,
      limit: String(limit),
    })
    if (isGone(reply)) return ears.placeGone(place.conversation, 'deleted')
    const page = isOk(reply) ? readPage(reply.body) : undefined
    if (!page) return tellUnreadable(ear, conversationId, reply)
    if (page.count === 0) break
    channel ??= await findChannel(ear, place.conversation)
    for (const message of page.messages) {
      if (await hearSurely(ear, message, channel)) budget.left--
      place.eventId = message.id
    }
    if (page.count < limit || page.messages.length === 0) break
  }
  if (budget.left <= 0 || pagesLeft < 0) {
    around.log.warn('more was missed on Discord than is fetched after a gap', { place: conversationId })
  }
  if (place.conversation.parentConversationId !== undefined) await tellIfArchived(ear, place.conversation)
}

/** One that cannot be taken must not cost those behind it. True: it was news. */
async function hearSurely(ear: Ear, message: DiscordMessage, channel: KnownChannel): Promise<boolean> {
  const { around, signal } = ear
  let isNews = true
  await takeSurely(around, 'a missed message', signal, async () => {
    isNews = await hearMessage(ear, message, channel)
  })
  return isNews
}

async function findChannel({ known }: Ear, { conversationId, parentConversationId }: ConversationRef) {
  const channel = await known.find(conversationId)
  return (
    channel ?? {
      id: conversationId,
      type: parentConversationId === undefined ? 0 : 11,
      ...(parentConversationId !== undefined && { parentId: parentConversationId }),
    }
  )
}

/** Discord lists the threads that are active; one that it did not list is looked at. */
async function tellIfArchived({ ears, known }: Ear, conversation: ConversationRef): Promise<void> {
  const thread = await known.find(conversation.conversationId)
  if (thread && isThreadType(thread.type) && thread.isArchived) await ears.placeGone(conversation, 'archived')
}

/** Waits as long as Discord says, and a few times otherwise. */
async function patiently(
  { rest, around, signal }: Ear,
  path: `/${string}`,
  query: Readonly<Record<string, string>>,
): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await rest.call({ method: 'GET', path, query, signal })
    const isBusy =
      reply.kind !== 'answer' || reply.status === 429 || reply.status >= 500 || saysNothing(reply)
    if (!isBusy || tries === triesMax || signal.aborted) return reply
    const asked = 'retryAfterMs' in reply ? reply.retryAfterMs : undefined
    await sleepUnlessAborted(around.clock, Math.min(waitMaxMs, asked ?? backoffMs * 2 ** tries), signal)
  }
}

/** As good as no answer: what was missed stands there all the same. */
function saysNothing(reply: Reply): boolean {
  return isOk(reply) && !Array.isArray(reply.body)
}

function isGone(reply: Reply): boolean {
  return codeOf(reply) === unknownChannel
}

/** Discord gives the newest first. */
function readPage(body: unknown): { messages: DiscordMessage[]; count: number } | undefined {
  if (!Array.isArray(body)) return undefined
  const messages = body.map(parseMessage).filter((message) => message !== undefined)
  return { messages: messages.toSorted((a, b) => compareIds(a.id, b.id)), count: body.length }
}

/** A place that we may not read unbinds nothing, and is not asked for again. */
function tellUnreadable({ around }: Ear, place: string, reply: Reply): void {
  const passes =
    reply.kind !== 'answer' || [401, 429].includes(reply.status) || reply.status >= 500 || saysNothing(reply)
  const detail = tellReply(reply)
  if (passes) throw new Error(`What was missed in a place cannot be read: ${detail}.`)
  around.log.warn('what was missed in a place cannot be read', { place, detail })
}
