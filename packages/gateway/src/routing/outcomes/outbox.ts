// The outbox as people see it: what is on its way, what waits for somebody's word, and that word (DLV4, RTE1).

import {
  type AttachmentJson,
  type DeliveryFilter,
  type DeliveryId,
  type DeliveryState,
  Refusal,
  refused,
} from '@heddle/contract'
import type { Delivery } from '../../delivery/delivery.ts'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Actor, Page, PageInput } from '../../people/people.ts'
import { isOverseer } from '../is-overseer.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { resendWhereItBelongs } from './resend-delivery.ts'

/** As somebody may see it. */
export interface SeenDelivery extends Delivery {
  /** What it carries, as far as that is still there. */
  files: readonly AttachmentJson[]
  mayResend: boolean
  mayDismiss: boolean
}

export interface Outbox {
  list(r: Reader, actor: Actor, filter: OutboxFilter, page: PageInput): Promise<Page<SeenDelivery>>
  /** Into a place that is decided anew where the old one takes nothing, or there was none. */
  resend(t: Tx, actor: Actor, id: string): Promise<SeenDelivery>
  dismiss(t: Tx, actor: Actor, id: string): Promise<SeenDelivery>
}

export interface OutboxFilter {
  state: DeliveryFilter | DeliveryState
  /** By id or key. */
  session?: string | undefined
}

export function createOutbox(deps: RoutingRoom): Outbox {
  const { people, sessions, deliveries } = deps

  async function permit(
    t: Tx,
    actor: Actor,
    id: string,
    action: 'delivery.resend' | 'delivery.dismiss',
  ): Promise<Delivery> {
    const delivery = await deliveries.read(t, id as DeliveryId)
    if (delivery === undefined) throw refused('unknown_delivery')
    if (delivery.sessionId === null || (await isNobodys(deps, t, delivery.sessionId)))
      await people.permit(t, actor, action, { kind: 'place' }, { delivery: id })
    else await sessions.permit(t, actor, delivery.sessionId, action).catch(unlessUnseen)
    if (!isInTrouble(delivery)) throw tellWhyNot(delivery)
    return delivery
  }

  return {
    async list(r, actor, { state, session }, page) {
      people.demand(actor, 'delivery.read', { kind: 'place' })
      const sessionId = session === undefined ? undefined : (await sessions.find(r, actor, session)).id
      const seenBy = isOverseer(actor) ? ({ kind: 'all' } as const) : ({ kind: 'person', actor } as const)
      const found = await deliveries.list(r, { state, sessionId, seenBy }, page)
      const items: SeenDelivery[] = []
      for (const one of found.items) items.push(await seen(deps, r, actor, one))
      return { ...found, items }
    },

    async resend(t, actor, id) {
      const delivery = await permit(t, actor, id, 'delivery.resend')
      return seen(deps, t, actor, await resendWhereItBelongs(deps, t, delivery))
    },

    async dismiss(t, actor, id) {
      const delivery = await permit(t, actor, id, 'delivery.dismiss')
      return seen(deps, t, actor, await deliveries.dismiss(t, delivery.id, nameOf(actor)))
    },
  }
}

/** It waits for somebody's word, and for nothing else. */
function isInTrouble({ state, reason }: Delivery): boolean {
  if (state === 'waiting') return reason === 'held'
  return state === 'unknown' || state === 'rejected' || state === 'gave_up'
}

function tellWhyNot({ state }: Delivery): Refusal {
  if (state === 'sent' || state === 'withdrawn') return refused('delivery_settled')
  return refused('delivery_settled', { message: 'This is on its way, and needs nobody.' })
}

async function seen(deps: RoutingRoom, r: Reader, actor: Actor, delivery: Delivery): Promise<SeenDelivery> {
  const isReadable = await mayRead(deps, r, actor, delivery)
  const isHouses = isInTrouble(delivery) && (await isNobodys(deps, r, delivery.sessionId))
  const resource = isHouses ? ({ kind: 'place' } as const) : resourceOf(delivery)
  const may = (action: 'delivery.resend' | 'delivery.dismiss') =>
    isInTrouble(delivery) && (isReadable || isHouses) && deps.people.authorize(actor, action, resource).ok
  return {
    ...delivery,
    // That something is stuck is everybody's business who runs the place; what it says is not.
    ...(!isReadable && { text: '', persona: null }),
    files: isReadable ? await deps.sessions.describeFiles(r, delivery.attachments) : [],
    mayResend: delivery.isResendable && may('delivery.resend'),
    mayDismiss: may('delivery.dismiss'),
  }
}

/** Of a session that they may read, they are one of those who take part as far as this is about. */
function resourceOf({ sessionId }: Delivery) {
  if (sessionId === null) return { kind: 'place' } as const
  return { kind: 'session', id: sessionId, visibility: 'team', isListed: true, isMaker: false } as const
}

/** Of a private talk in which no member takes part, as a guest's is: whoever runs the place sees to it, unread. */
async function isNobodys(deps: RoutingRoom, r: Reader, sessionId: Delivery['sessionId']): Promise<boolean> {
  if (sessionId === null) return true
  const { visibility, participants } = await deps.sessions.see(r, { kind: 'system' }, sessionId)
  if (visibility === 'team') return false
  for (const { id } of participants) {
    if ((await deps.people.readPerson(r, id))?.state === 'active') return false
  }
  return true
}

/** What it says; that it is there is another question. */
export async function mayRead(
  deps: RoutingRoom,
  r: Reader,
  actor: Actor,
  { sessionId }: Delivery,
): Promise<boolean> {
  if (sessionId === null || actor.kind === 'operator') return isOverseer(actor)
  return deps.sessions.mayRead(r, actor, sessionId)
}

/** What is told of a session that they may not see is not there for them either. */
function unlessUnseen(error: unknown): never {
  throw error instanceof Refusal && error.code === 'not_found' ? refused('unknown_delivery') : error
}

function nameOf(actor: Actor): string {
  return 'name' in actor ? actor.name : 'Heddle'
}
