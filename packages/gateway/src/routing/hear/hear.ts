// The door behind the doors of outside channels: each event comes in once, by the id that its platform knows it by.
// Where nothing slow stands before it, it is chosen who hears it and admitted there in the same transaction (CHN2).

import { placeName } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Heard, InboundEvent } from '../ports.ts'
import type { CommandAnswer } from '../routing.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { arrivalOf, type FetchedFiles, noFiles, repeatOf } from './arrival.ts'
import { hasKept, keepArrival } from './keep-arrival.ts'
import { lookAtArrival } from './look-at-arrival.ts'
import { answerBareMention } from './answer-bare-mention.ts'
import { markHeard } from './mark-heard.ts'
import { noteUnheard } from './note-arrival.ts'
import { quoteReplied } from './quote-anchor.ts'
import { rememberNames } from '../place-names/remember-names.ts'
import { takeArrival } from './take-arrival.ts'

export type HeardNow = Heard & {
  /** After a stop, once it is committed: waits a little, and answers with what was confirmed (SUB12). */
  confirm?: () => Promise<CommandAnswer>
}

export async function hear(
  deps: RoutingRoom,
  t: Tx,
  event: InboundEvent,
  fetched: FetchedFiles = noFiles,
): Promise<HeardNow> {
  const look = await lookAtArrival(deps, t, event)
  if (look.kind === 'dropped') return { kind: 'ignored', reason: look.reason, deduped: false }
  if (look.kind === 'repeated') return repeatOf(look.arrival)
  if (look.kind === 'unheard') {
    await markHeard(t, event, look.speaker)
    return noteUnheard(t, event, look.reason)
  }
  const { hearing } = look
  await markHeard(t, event, hearing.speaker)
  await rememberNames(t, event)
  const arrival = arrivalOf(event, fetched)
  // To reply to something with nothing but a mention is to point at it.
  if (isEmpty(arrival) && !(await quoteReplied(deps, t, arrival))) {
    if (event.isAddressed) await answerBareMention(deps, t, event, hearing)
    return noteUnheard(t, event, 'empty')
  }
  if (hearing.choice.kind === 'revive' || (await hasKept(t, placeName(event.conversation)))) {
    return keepArrival(deps, t, arrival, hearing)
  }
  const { sessionId, confirm } = await takeArrival(deps, t, arrival, hearing)
  return { kind: 'heard', sessionId, deduped: false, ...(confirm && { confirm }) }
}

function isEmpty({ text, files, leftOut }: { text: string } & FetchedFiles): boolean {
  return text.trim() === '' && files.length === 0 && leftOut.length === 0
}
