// What a payload holds, read with care: a later release may send other kinds and fields, and an event that was redacted
// or cut has less in it.

import { type AttachmentJson, attachmentShape, type EventJson } from '@heddle/contract'

export function textIn(event: EventJson, field: string): string {
  const value = event.payload[field]
  return typeof value === 'string' ? value : ''
}

export function numberIn(event: EventJson, field: string): number | undefined {
  const value = event.payload[field]
  return typeof value === 'number' ? value : undefined
}

export function isSaid(event: EventJson, field: string): boolean {
  return event.payload[field] === true
}

export function namesIn(event: EventJson, field: string): string[] {
  const value = event.payload[field]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** Those that one can make something of. */
export function filesIn(event: EventJson): AttachmentJson[] {
  const value = event.payload['attachments']
  if (!Array.isArray(value)) return []
  return value.flatMap((item) => attachmentShape.safeParse(item).data ?? [])
}

/** Who wrote it: people with their handle, agents by name, the demo model as such. */
export function speakerOf({ actor, ...event }: EventJson): string {
  const handle = textIn({ actor, ...event }, 'handle')
  return handle === '' || handle === actor.name ? actor.name : `${actor.name} (@${handle})`
}
