// Puts something else into the outbox than what the rooms wanted.

import type { Deliveries, NewDelivery } from '../../../src/delivery/delivery.ts'

export function withEnqueue(
  deliveries: Deliveries,
  change: (item: NewDelivery) => readonly NewDelivery[],
): Deliveries {
  return {
    ...deliveries,
    async enqueue(t, item) {
      const ids: Awaited<ReturnType<Deliveries['enqueue']>> = []
      for (const one of change(item)) ids.push(...(await deliveries.enqueue(t, one)))
      return ids
    },
  }
}
