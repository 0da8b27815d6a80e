// One line for each place that something was sent to: of several parts the one that is worst off. Pure.

import { type DeliveryJson, type DeliveryState, placeName } from '@heddle/contract'

export interface ShownDelivery {
  delivery: DeliveryJson
  /** How many other parts there are. */
  more: number
}

const worstFirst: readonly DeliveryState[] = [
  'rejected',
  'gave_up',
  'unknown',
  'waiting',
  'sending',
  'queued',
  'withdrawn',
  'sent',
]

export function chooseShown(items: readonly DeliveryJson[]): ShownDelivery[] {
  const places = Map.groupBy(items, ({ conversation }) => (conversation ? placeName(conversation) : ''))
  return [...places.values()].flatMap((parts) => {
    const [delivery] = parts.toSorted((a, b) => worstFirst.indexOf(a.state) - worstFirst.indexOf(b.state))
    return delivery === undefined ? [] : [{ delivery, more: parts.length - 1 }]
  })
}
