// What became of a notification outside of the web, one line for each channel. Pure. A channel that one does not use is
// not among them: there one was never to be told.

import type { NotificationDeliveryJson } from '@heddle/contract'
import type { Format } from '../../format/format.ts'
import { inboxPageStrings } from '../../inbox-page-strings.ts'

export interface DeliveryLine {
  channel: string
  words: string
  /** Of the message there. */
  link: string | undefined
  isBad: boolean
}

const words = inboxPageStrings.delivery

export function chooseDeliveryLines(
  deliveries: readonly NotificationDeliveryJson[],
  format: Pick<Format, 'clock'>,
): DeliveryLine[] {
  return deliveries
    .filter(({ channel }) => channel !== 'in_app')
    .map((delivery) => ({
      channel: words.channels[delivery.channel],
      words: sayHow(delivery, format),
      link: delivery.status === 'delivered' ? webAddress(delivery.link) : undefined,
      isBad: delivery.status === 'failed',
    }))
}

/** Of what stands folded in a row: only what became of it otherwise than of the newest. */
export function chooseOwnLines(
  lines: readonly DeliveryLine[],
  ofNewest: readonly DeliveryLine[],
): DeliveryLine[] {
  return lines.filter(
    ({ channel, words: how, link }) =>
      !ofNewest.some((other) => other.channel === channel && other.words === how && other.link === link),
  )
}

function sayHow(delivery: NotificationDeliveryJson, format: Pick<Format, 'clock'>): string {
  const { status, nextAt, lastError, why } = delivery
  const clock = nextAt === undefined ? undefined : format.clock(Date.parse(nextAt))
  switch (status) {
    case 'pending':
      return words.pending
    case 'held':
      return clock === undefined ? words.heldOpen : words.held(clock)
    case 'delivered':
      return words.delivered
    case 'retrying': {
      const when = clock === undefined ? words.retryingSoon : words.retrying(clock)
      return lastError === undefined ? when : words.retryingFor(when, lastError)
    }
    case 'failed':
      return lastError === undefined ? words.failed : words.failedFor(lastError)
    case 'suppressed':
      return words.suppressed(why)
    case 'unknown':
      return words.unknown
  }
}

/** It comes from a platform: nothing that could run here. */
function webAddress(link: string | undefined): string | undefined {
  return link !== undefined && /^https?:\/\//i.test(link) ? link : undefined
}
