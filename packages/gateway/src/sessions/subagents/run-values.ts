// A run as others read it, from its row and what its session is doing.

import { type RunEnd, runEnds, type RunState, type RunWait, statusOfEnd } from '@heddle/contract'
import type { ListedRunRow } from './run-list-store.ts'
import type { Run } from './subagents.ts'

export function runOfRow(row: ListedRunRow): Run {
  const { state, waitsFor } = stateOf(row)
  return {
    id: row.id,
    sessionId: row.session_id,
    sessionKey: row.session_key,
    parentId: row.parent_id,
    rootId: row.root_id,
    depth: row.depth,
    agentId: row.agent_id,
    label: row.label,
    task: row.task,
    mode: row.mode,
    cleanup: row.cleanup,
    model: row.model,
    thinking: row.thinking,
    askedBy: row.asked_by,
    asker: row.asker_name,
    state,
    waitsFor,
    status: isEnd(row.state) ? statusOfEnd[row.state] : null,
    reason: row.reason,
    sessionState: row.session_state,
    isWorking: row.turn_id !== null || row.queued > 0,
    lastLine: row.last_line,
    activeChildren: row.active_children,
    usage: usageOf(row),
    timeoutMs: row.timeout_ms,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    deadlineAt: row.deadline_at,
    archiveAt: row.archive_at,
    spawnedEventId: row.spawned_event_id,
    finishedEventId: row.finished_event_id,
  }
}

function usageOf(row: ListedRunRow): Run['usage'] {
  // Written by this room when it ended.
  if (row.used !== null) return JSON.parse(row.used) as Run['usage']
  return {
    inputTokens: row.input_tokens + (row.turn_input ?? 0),
    outputTokens: row.output_tokens + (row.turn_output ?? 0),
    cachedTokens: row.cached_tokens + (row.turn_cached ?? 0),
    costMicros:
      row.cost_micros === null && row.turn_cost === null
        ? null
        : (row.cost_micros ?? 0) + (row.turn_cost ?? 0),
  }
}

function isEnd(state: ListedRunRow['state']): state is RunEnd {
  return (runEnds as readonly string[]).includes(state)
}

function stateOf(row: ListedRunRow): { state: RunState; waitsFor: RunWait | null } {
  if (isEnd(row.state)) return { state: row.state, waitsFor: null }
  if (row.place === 'wanted') return { state: 'waiting', waitsFor: 'place' }
  if (row.waits_for !== null) return { state: 'waiting', waitsFor: row.waits_for }
  if (row.turn_id !== null) return { state: 'running', waitsFor: null }
  // Something waits in its inbox, and a slot is not free yet.
  if (row.queued > 0) return { state: row.state === 'queued' ? 'queued' : 'waiting', waitsFor: 'capacity' }
  return { state: 'waiting', waitsFor: 'children' }
}
