// What a delivery is called where one is asked about it. Pure.

import type { DeliveryJson } from '@heddle/contract'
import { placeStrings } from '../../place-strings.ts'

const words = placeStrings.deliveries

export function nameDelivery(delivery: DeliveryJson): string {
  if (delivery.text !== '') return delivery.text
  if (isFilesAlone(delivery)) return delivery.attachments.map(({ name }) => name).join(', ')
  return words.kinds[delivery.kind]
}

export function isFilesAlone({ kind, text, attachments }: DeliveryJson): boolean {
  return kind === 'message' && text === '' && attachments.length > 0
}
