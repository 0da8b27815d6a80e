// The outbox as a list, newest first, as far as its reader may see it.

import { type DeliveryFilter, type DeliveryState, type SessionId } from '@heddle/contract'
import { decodeCursor, encodeCursor } from '../foundation/database/cursor.ts'
import type { Reader } from '../foundation/database/store.ts'
import type { Page, PageInput } from '../people/people.ts'
import type { DeliverDeps } from './deliver-deps.ts'
import type { Delivery, SeenBy } from './delivery.ts'
import { selectPage } from './delivery-store.ts'
import type { DeliveryRow } from './delivery-tables.ts'
import { deliveryOfItem, itemOfRow } from './item.ts'

export interface ListInput {
  state: DeliveryFilter | DeliveryState
  sessionId?: SessionId | undefined
  seenBy: SeenBy
}

/** How many a list looks at for one page, of which its reader may see only some. */
const lookedAtMax = 1_000
const list = 'deliveries'

export async function listDeliveries(
  deps: DeliverDeps,
  r: Reader,
  input: ListInput,
  page: PageInput,
): Promise<Page<Delivery>> {
  const seen: DeliveryRow[] = []
  const mayRead = readableSessions(deps, r, input.seenBy)
  let before = decodeCursor(list, page.cursor)
  for (let looked = 0; looked < lookedAtMax; ) {
    const { state: of, sessionId } = input
    const rows = await selectPage(r, { of, sessionId, before, limit: page.limit + 1 })
    for (const row of rows) {
      if (await mayRead(row.session_id)) seen.push(row)
      if (seen.length > page.limit) return pageOf(seen.slice(0, page.limit), seen[page.limit - 1])
    }
    looked += rows.length
    if (rows.length <= page.limit) return pageOf(seen, undefined)
    before = rows.at(-1)?.id
  }
  // There may be more for this reader, further back.
  return { items: seen.map(show), ...(before !== undefined && { next: encodeCursor(list, before) }) }
}

function pageOf(rows: readonly DeliveryRow[], last: DeliveryRow | undefined): Page<Delivery> {
  return { items: rows.map(show), ...(last && { next: encodeCursor(list, last.id) }) }
}

function show(row: DeliveryRow): Delivery {
  return deliveryOfItem(itemOfRow(row))
}

/** What belongs to no session is for admins alone. */
function readableSessions(
  deps: DeliverDeps,
  r: Reader,
  seenBy: SeenBy,
): (id: SessionId | null) => Promise<boolean> {
  const known = new Map<SessionId, boolean>()
  return async (id) => {
    if (seenBy.kind === 'all') return true
    if (id === null) return false
    const answer = known.get(id) ?? (await deps.mayRead(r, seenBy.actor, id))
    known.set(id, answer)
    return answer
  }
}
