// The tables of this room as the migrations make them.

import type {
  ApprovalId,
  ApprovalReason,
  ApprovalState,
  BindingId,
  EventId,
  EventKind,
  PersonId,
  RunCleanup,
  RunEnd,
  RunId,
  RunMode,
  SessionId,
  Thinking,
  TurnId,
} from '@heddle/contract'
import type { Generated } from 'kysely'
import { queriesOver } from '../foundation/database/query.ts'
import type { TurnState } from './turns/turn-states.ts'

export interface SessionsTables {
  sessions: SessionRow & SearchedColumns
  session_participants: ParticipantRow
  session_attendance: AttendanceRow
  session_events: EventRow
  event_quotes: QuoteRow
  session_inbox: InboxRow
  turns: TurnRow
  runs: RunRow & {
    /** Its session is archived. */
    is_put_away: Generated<0 | 1>
  }
  session_drafts: DraftRow
  tool_calls: CallRow
  approvals: ApprovalRow
  approval_grants: GrantRow
  turn_steps: TurnStepRow
  budget_uses: BudgetUseRow
  read_marks: ReadMarkRow
  person_events: PersonEventRow
  person_logs: { person_id: PersonId; seq: number }
  /** Of the people room; only looked at, to show who takes part. */
  people: { id: PersonId; handle: string; name: string; state: 'active' | 'removed' }
}

export const queries = queriesOver<SessionsTables>()

export interface SessionRow {
  id: SessionId
  key: string
  key_owner: PersonId | ''
  is_current: 0 | 1
  agent_id: string
  kind: 'chat' | 'subagent' | 'acp'
  parent_id: SessionId | null
  depth: number
  state: 'idle' | 'running' | 'over' | 'archived'
  title: string
  title_from: 'none' | 'first_message' | 'person'
  search_text: string
  visibility: 'private' | 'team'
  created_by: PersonId | null
  successor_id: SessionId | null
  seq: number
  turn_id: TurnId | null
  queued: number
  input_tokens: number
  output_tokens: number
  cached_tokens: number
  cost_micros: number | null
  version: number
  created_at: number
  updated_at: number
  active_at: number
  model: string | null
  is_model_missed: 0 | 1
  last_outcome: 'succeeded' | 'failed' | 'cancelled' | null
  forked_from: SessionId | null
  forked_at_event: EventId | null
  ended_seq: number
  news_seq: number
  said_seq: number
  said_by: string | null
  said_before_seq: number
  is_tainted: 0 | 1
  open_approvals: number
  /** In the sub-agents below it, of the session at the top. */
  open_below: number
  /** The one that ended where it goes on. */
  continues_id: SessionId | null
  /** Of such a one: JSON of ToolRights, what it may use at most. */
  rights: string | null
  compacted_through_seq: number
  compaction_seq: number
  is_compaction_asked: 0 | 1
}

/** How far the search has come with a session's log. */
interface SearchedColumns {
  search_seq: Generated<number>
  search_from: Generated<number>
  /** There is more to take in. */
  is_behind: Generated<0 | 1>
}

export interface ParticipantRow {
  session_id: SessionId
  person_id: PersonId
  active_at: number
  /** In a sub-agent's session, as in the one at the top. */
  is_below: 0 | 1
}

export interface AttendanceRow {
  session_id: SessionId
  person_id: PersonId
  waits_since: number | null
}

export interface EventRow {
  session_id: SessionId
  seq: number
  id: EventId
  kind: EventKind
  is_row: 0 | 1
  actor_kind: 'person' | 'guest' | 'agent' | 'system'
  actor_id: string | null
  actor_name: string
  caused_by: string | null
  turn_id: TurnId | null
  target_seq: number | null
  completed_seq: number | null
  payload: string
  redacted_at: number | null
  created_at: number
  /** Of a copy: the event that was written first. */
  root_id: EventId | null
}

/** What a tool's result repeats, or a message quotes: an entry, a session or run in a list, a delivery. */
export interface QuoteRow {
  quoted_id: string
  quoting_id: EventId
}

export interface InboxRow {
  session_id: SessionId
  event_id: EventId
  seq: number
  position: number
  mode: 'queue' | 'steer'
  author_id: string | null
  conversation: string
  created_at: number
  /** Wakes nobody by itself; the next turn takes it along. */
  is_quiet: 0 | 1
}

export interface TurnRow {
  id: TurnId
  session_id: SessionId
  state: TurnState
  is_attempted: 0 | 1
  crashes: number
  troubles: number
  failures: number
  retry_at: number | null
  step: number
  started_seq: number
  conversation: string | null
  stop_asked_by: string | null
  stop_asked_at: number | null
  model: string
  input_tokens: number
  output_tokens: number
  cached_tokens: number
  cost_micros: number | null
  reason: string | null
  started_at: number
  ended_at: number | null
  is_tainted: 0 | 1
  waits_for: 'model' | 'approval' | 'children' | null
  fallback_model: string | null
  requester_id: string | null
  stop_why: StopWhy
}

export type StopWhy = 'stop' | 'timed_out'

/** A call that has no result yet. */
export interface CallRow {
  event_id: EventId
  session_id: SessionId
  turn_id: TurnId
  seq: number
  step: number
  call_id: string
  state: 'open' | 'running'
  approval_id: ApprovalId | null
  started_at: number | null
}

export interface ApprovalRow {
  id: ApprovalId
  session_id: SessionId
  turn_id: TurnId
  agent_id: string
  event_id: EventId
  call_event_id: EventId
  call_id: string
  tool: string
  arguments: string
  call_hash: string
  why: ApprovalReason
  reason: string
  scope_key: string
  scope_label: string
  requester_id: string | null
  state: ApprovalState
  decided_by: string | null
  decided_name: string | null
  note: string | null
  asked_at: number
  expires_at: number
  decided_at: number | null
  used_at: number | null
}

/** A task that was given to a sub-agent. */
export interface RunRow {
  id: RunId
  session_id: SessionId
  parent_id: SessionId
  root_id: SessionId
  depth: number
  depth_max: number
  asked_by: 'agent' | 'person'
  asker_name: string
  call_event_id: EventId | null
  agent_id: string
  label: string | null
  task: string
  mode: RunMode
  cleanup: RunCleanup
  model: string | null
  thinking: Thinking | null
  timeout_ms: number
  /** JSON of an Origin. */
  origin: string
  /** JSON of ToolRights. */
  rights: string
  state: 'queued' | 'running' | RunEnd
  ending: 'cancelled' | 'timed_out' | 'failed' | null
  ending_by: string | null
  is_quiet: 0 | 1
  /** Its own parent ended it, and knows. */
  is_by_parent: 0 | 1
  reason: string | null
  is_skipped: 0 | 1
  is_over: 0 | 1
  last_line: string
  spawned_event_id: EventId
  finished_event_id: EventId | null
  root_event_id: EventId | null
  created_at: number
  started_at: number | null
  deadline_at: number | null
  ended_at: number | null
  archive_at: number | null
  /** A conversation of its own: it waits for it, or has it. Null: it needs none. */
  place: 'wanted' | 'given' | null
  /** To what its spawn narrowed the tools: JSON of names. */
  tools: string | null
  /** Of one that has ended: its last turn, and the binding in whose place it is told. */
  last_turn_id: TurnId | null
  bound_id: BindingId | null
}

export interface GrantRow {
  session_id: SessionId
  key: string
  turn_id: TurnId | ''
  approval_id: ApprovalId
  created_at: number
}

export interface TurnStepRow {
  turn_id: TurnId
  step: number
  model: string
  vendor: string
}

export interface BudgetUseRow {
  scope: 'run' | 'tree' | 'member' | 'day'
  key: string
  tokens: number
  cost_micros: number
  added_tokens: number
  added_micros: number
  warned_tokens: number | null
  warned_micros: number | null
  /** Of which people were told that it is not counted. */
  uncounted_model: string | null
  updated_at: number
}

export interface DraftRow {
  event_id: EventId
  session_id: SessionId
  turn_id: TurnId
  seq: number
  kind: 'message.agent' | 'reasoning'
  step: number
  attempt: number
  text: string
  updated_at: number
}

export interface ReadMarkRow {
  person_id: PersonId
  session_id: SessionId
  seq: number
  updated_at: number
}

export interface PersonEventRow {
  person_id: PersonId
  seq: number
  id: EventId
  kind: string
  payload: string
  created_at: number
}
