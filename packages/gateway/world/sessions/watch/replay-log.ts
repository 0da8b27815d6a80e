// What a client makes of the log: rows in their places, each as the later entries left it.

import type { LogEvent } from '../../../src/sessions/session-values.ts'

export interface Row {
  eventId: string
  kind: string
  place: number
  isRedacted: boolean
  payload: Record<string, unknown>
}

/** Entries in the order of `seq`; the rows by their place. */
export function replayLog(events: readonly LogEvent[]): Row[] {
  const rows = new Map<string, Row>()
  const change = (id: unknown, payload: Record<string, unknown>) => {
    const row = rows.get(String(id))
    if (row && !row.isRedacted) row.payload = { ...row.payload, ...payload }
  }
  for (const event of events) {
    const { eventId, place, isRedacted, payload } = event
    switch (event.kind) {
      case 'text.started':
        rows.set(eventId, { eventId, kind: String(payload['kind']), place, isRedacted, payload: {} })
        break
      case 'message.edited':
        change(payload['messageId'], { text: payload['text'], edited: true })
        break
      case 'message.cancelled':
        change(payload['messageId'], { cancelled: { by: payload['by'], why: payload['why'] } })
        break
      case 'event.redacted': {
        const row = rows.get(String(payload['targetId']))
        if (row) Object.assign(row, { isRedacted: true, payload: {} })
        break
      }
      case 'message.taken':
      case 'queue.reordered':
      case 'session.changed':
        break
      default:
        if (payload['state'] === 'dropped') rows.delete(eventId)
        else rows.set(eventId, { eventId, kind: event.kind, place, isRedacted, payload })
    }
  }
  return [...rows.values()].sort((a, b) => a.place - b.place)
}

/** One text for equal rows, however their fields are ordered. */
export function fingerprintRow({ eventId, kind, place, isRedacted, payload }: Row): string {
  const fields = Object.entries(isRedacted ? {} : payload).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([place, eventId, kind, isRedacted, fields])
}
