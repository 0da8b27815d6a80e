// The outbox.

import type { DeliveryJson } from '@heddle/contract'
import type { Routing } from '../../../routing/routing.ts'
import type { CalledDelivery } from '../../../routing/place-names/call-delivery.ts'
import { answer, type Register } from '../api/call.ts'
import { iso, isoOrNull, pageJson } from '../to-json.ts'

export interface DeliveryRoutesDeps {
  routing: Pick<Routing, 'outbox' | 'callDelivery'>
}

export function registerDeliveryRoutes(
  register: Register,
  { routing: { outbox, callDelivery } }: DeliveryRoutesDeps,
): void {
  register('listDeliveries', async ({ actor, query, read }) => {
    const { limit, cursor, ...filter } = query
    const found = await read(async (r) => {
      const page = await outbox.list(r, actor, filter, { limit, cursor })
      const items: CalledDelivery[] = []
      for (const one of page.items) items.push(await callDelivery(r, actor, one))
      return { ...page, items }
    })
    return answer(pageJson(found, deliveryJson))
  })

  register('resendDelivery', async ({ actor, path, commit }) =>
    commit(async (t) => {
      const delivery = await outbox.resend(t, actor, path.id)
      return answer(deliveryJson(await callDelivery(t, actor, delivery)))
    }),
  )

  register('dismissDelivery', async ({ actor, path, commit }) =>
    commit(async (t) => {
      const delivery = await outbox.dismiss(t, actor, path.id)
      return answer(deliveryJson(await callDelivery(t, actor, delivery)))
    }),
  )
}

const textShownMax = 500

function deliveryJson(delivery: CalledDelivery): DeliveryJson {
  const { id, kind, cause, sessionId, eventId, runId, place, part, parts, state, reason, detail } = delivery
  return {
    id,
    kind,
    cause,
    sessionId,
    eventId,
    runId,
    conversation: place && { ...place },
    place: delivery.called,
    part,
    parts,
    text: delivery.text.slice(0, textShownMax),
    hidden: delivery.hidden,
    attachments: [...delivery.files],
    persona: delivery.persona?.name ?? null,
    state,
    reason,
    detail,
    attempts: delivery.attempts,
    platformMessageId: delivery.platformId,
    link: delivery.link,
    createdAt: iso(delivery.createdAt),
    updatedAt: iso(delivery.updatedAt),
    nextAt: isoOrNull(delivery.nextAt),
    sentAt: isoOrNull(delivery.sentAt),
    mayResend: delivery.mayResend,
    mayDismiss: delivery.mayDismiss,
  }
}
