// The lines that go before a text which is late, or before which something is missing. They are plain in every channel's
// writing, and short enough for the room that is left free in each part. Pure.

import { type DeliveryReason, type DeliveryState, limits } from '@heddle/contract'

export interface PartBefore {
  state: DeliveryState
  reason?: DeliveryReason | null
  createdAt: number
  sentAt: number | null
}

export function writeLabel(question: {
  now: number
  createdAt: number
  /** Of the same text, in order. */
  partsBefore: readonly PartBefore[]
  /** Something that was to come after it stands there already. */
  isOvertaken?: boolean
}): string {
  const { now, createdAt, partsBefore, isOvertaken } = question
  const lines: string[] = []
  if (now - createdAt >= limits.deliveryLateMs && !partsBefore.some(wasLate)) {
    lines.push(`⏳ delayed ${Math.floor((now - createdAt) / 60_000)} min`)
  }
  if (isOvertaken) lines.push(overtakenLine)
  const gap = gapBefore(partsBefore)
  if (gap !== undefined) lines.push(gap)
  return lines.join('\n')
}

export const overtakenLine = '⚠️ belongs further up'

/** Said once for a text. */
function wasLate({ createdAt, sentAt }: PartBefore): boolean {
  return sentAt !== null && sentAt - createdAt >= limits.deliveryLateMs
}

function gapBefore(parts: readonly PartBefore[]): string | undefined {
  if (parts.some(isMissing)) {
    return '⚠️ a part before this is missing'
  }
  if (parts.some(({ state }) => state === 'unknown')) return '⚠️ a part before this may be missing'
  return undefined
}

/** Of what was let be by somebody nothing will ever be read. */
function isMissing({ state, reason }: PartBefore): boolean {
  return state === 'rejected' || state === 'gave_up' || reason === 'dismissed'
}

export function withLabel(label: string, text: string): string {
  if (label === '') return text
  return text === '' ? label : `${label}\n${text}`
}
