// What people quote by writing under it goes or changes with what they quoted. Their own words stay: only they, or an admin,
// take those back (SES6).

import type { DeliveryId, EventActor } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { forgetTraces } from './compaction/forget-traces.ts'
import { emptyWithCopies } from './empty-entry.ts'
import { updatePayload } from './event-store.ts'
import { payloadOf, systemActor } from './log.ts'
import { deleteQuote, selectQuoting } from './quote-store.ts'
import { readCopies } from './read-copies.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { EventRow } from './sessions-tables.ts'

export interface Quote {
  name: string
  text: string
  /** Of the entry or the delivery that it repeats; absent where nothing of ours says the same. */
  of?: string
}

/** The part of an entry that repeats `quotedId`, if it is only a part of it. */
export function quoteIn(row: EventRow, quotedId: string): Quote | undefined {
  // The edge: this room wrote it.
  const quote = payloadOf(row)['quote'] as Quote | undefined
  return row.kind === 'message.user' && quote?.of === quotedId ? quote : undefined
}

/** Out of one entry and its copies in forks. */
export async function dropQuote(
  deps: RoomDeps,
  t: Tx,
  row: EventRow,
  quotedId: string,
  by: EventActor,
): Promise<void> {
  await putQuote(deps, t, row, undefined, by)
  await t.run(deleteQuote({ quotedId, quotingId: row.id }))
}

/** A bounded number: a thread begins once, with one message. */
const quotingAtOnce = 50

/** What was quoted of this delivery is what it still says. Without a text nothing of it is quoted any more. */
export async function changeQuotesOf(
  deps: RoomDeps,
  t: Tx,
  deliveryId: DeliveryId,
  now: { name: string; text: string },
): Promise<void> {
  for (const row of await selectQuoting(t, [deliveryId], quotingAtOnce)) {
    const quote = quoteIn(row, deliveryId)
    // What quotes it among others, the past of a session that goes on, goes as a whole.
    if (quote === undefined) await emptyWithCopies(deps, t, row, systemActor, () => false)
    else if (now.text === '') await dropQuote(deps, t, row, deliveryId, systemActor)
    else if (quote.name !== now.name) {
      await putQuote(deps, t, row, { ...quote, name: now.name }, systemActor)
    }
  }
}

async function putQuote(
  deps: RoomDeps,
  t: Tx,
  row: EventRow,
  quote: Quote | undefined,
  by: EventActor,
): Promise<void> {
  const copies = await readCopies(t, row, Number.MAX_SAFE_INTEGER)
  // No entry of a log tells it.
  t.afterCommit(deps.keptPasts.noteChange)
  for (const one of [row, ...copies]) {
    const { quote: _, ...left } = payloadOf(one)
    const payload = JSON.stringify({ ...left, ...(quote && { quote }) })
    await updatePayload(t, one.session_id, one.seq, payload)
    // A summary may have been made of it.
    await forgetTraces(deps, t, one, by)
    t.afterCommit(() => deps.feed.listed(one.session_id))
  }
}
