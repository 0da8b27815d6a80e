// What is left of an entry that was redacted: what holds the log together, and nothing that anybody said. Pure.

import { payloadOf } from './log.ts'
import type { EventRow } from './sessions-tables.ts'

/** A result still belongs to its call, a branch to its run. */
export function skeletonOf(row: EventRow): object {
  if (row.kind === 'subagent.spawned') {
    const { task: _task, warnings: _warnings, ...left } = payloadOf(row)
    return { ...left, label: null }
  }
  if (row.kind === 'subagent.finished') {
    const { result: _result, notes: _notes, attachments: _files, ...left } = payloadOf(row)
    return left
  }
  if (row.kind === 'approval.asked') {
    const { approvalId, callId, callEventId, name } = payloadOf(row)
    return { approvalId, callId, callEventId, name }
  }
  if (row.kind === 'approval.decided') {
    const { approvalId, callId, decision } = payloadOf(row)
    return { approvalId, callId, decision }
  }
  if (row.kind !== 'tool.call' && row.kind !== 'tool.result') return {}
  const { callId, name, step } = payloadOf(row)
  return { callId, name, step }
}
