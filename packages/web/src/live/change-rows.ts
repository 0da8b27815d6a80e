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
  const isTarget = redactedBy(event)
  const target = rows.find(isTarget)
  const left = changeRow(rows, isTarget, emptied)
  const runId = target?.kind === 'subagent.spawned' ? stringIn(target, 'runId') : undefined
  if (runId === undefined) return left
  // The label goes with the task, and stands once more where it joins back.
  return changeRow(
    left,
    (row) => row.kind === 'subagent.finished' && stringIn(row, 'runId') === runId,
    (row) => ({ ...row, payload: { ...row.payload, label: null } }),
  )
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
