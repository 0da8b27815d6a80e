// The outbox.

import type { DeliveryJson } from '@heddle/contract'
import type { Outbox, SeenDelivery } from '../../../routing/outcomes/outbox.ts'
import { answer, type Register } from '../api/call.ts'
import { iso, isoOrNull, pageJson } from '../to-json.ts'

export interface DeliveryRoutesDeps {
  routing: { outbox: Outbox }
}

export function registerDeliveryRoutes(
  register: Register,
  { routing: { outbox } }: DeliveryRoutesDeps,
): void {
  register('listDeliveries', async ({ actor, query, read }) => {
    const { limit, cursor, ...filter } = query
    const found = await read((r) => outbox.list(r, actor, filter, { limit, cursor }))
    return answer(pageJson(found, deliveryJson))
  })

  register('resendDelivery', async ({ actor, path, commit }) =>
    commit(async (t) => answer(deliveryJson(await outbox.resend(t, actor, path.id)))),
  )

  register('dismissDelivery', async ({ actor, path, commit }) =>
    commit(async (t) => answer(deliveryJson(await outbox.dismiss(t, actor, path.id)))),
  )
}

const textShownMax = 500

function deliveryJson(delivery: SeenDelivery): DeliveryJson {
  const { id, kind, cause, sessionId, eventId, runId, place, part, parts, state, reason, detail } = delivery
  return {
    id,
    kind,
    cause,
    sessionId,
    eventId,
    runId,
    conversation: place && { ...place },
    part,
    parts,
    text: delivery.text.slice(0, textShownMax),
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
