// What later entries of the log do to rows that stand already: a waiting message is edited or cancelled, a content is
// redacted.

import type { EventJson } from '@heddle/contract'
import { stringIn } from './apply-text.ts'
import { changeRow, emptied } from './session-view.ts'

type Rows = readonly EventJson[]

export function editRow(rows: Rows, event: EventJson): Rows {
  const id = stringIn(event, 'messageId')
  const text = stringIn(event, 'text') ?? ''
  // The mark belongs to the text: a new one is cut or whole by itself.
  const mark = event.truncated ? { truncated: true } : {}
  return changeRow(
    rows,
    (row) => row.eventId === id && !row.redacted,
    (row) => ({
      ...withoutMark(row),
      ...mark,
      payload: { ...row.payload, text, editedAt: event.createdAt },
    }),
  )
}

export function cancelRow(rows: Rows, event: EventJson): Rows {
  const id = stringIn(event, 'messageId')
  const { by, why } = event.payload
  return changeRow(
    rows,
    (row) => row.eventId === id && !row.redacted,
    (row) => ({ ...row, payload: { ...row.payload, cancelled: { by, why } } }),
  )
}

export function redactRow(rows: Rows, event: EventJson): Rows {
  return changeRow(rows, redactedBy(event), emptied)
}

export function redactedBy(event: EventJson): (row: EventJson) => boolean {
  const id = stringIn(event, 'targetId') ?? ''
  const seq = event.payload.targetSeq
  return (row) => row.eventId === id || row.place === seq
}

function withoutMark(row: EventJson): EventJson {
  const { truncated: _, ...rest } = row
  return rest
}
