// The words of a sub-agent's run. Its status comes from how it ended, never from what a model wrote.

export const thinkingLevels = ['off', 'minimal', 'low', 'medium', 'high', 'max'] as const
export type Thinking = (typeof thinkingLevels)[number]

/** `run` ends with its task; `session` stays, to be talked to. */
export const runModes = ['run', 'session'] as const
export type RunMode = (typeof runModes)[number]

/** What becomes of its session: kept until the archive timer, or archived right after the announcement. */
export const runCleanups = ['delete', 'keep'] as const
export type RunCleanup = (typeof runCleanups)[number]

export const runRuntimes = ['subagent', 'acp'] as const

export const runEnds = ['succeeded', 'failed', 'timed_out', 'cancelled', 'interrupted', 'unknown'] as const
export type RunEnd = (typeof runEnds)[number]

export const runStates = ['queued', 'running', 'waiting', ...runEnds] as const
export type RunState = (typeof runStates)[number]

export const runWaits = ['model', 'approval', 'children', 'place', 'capacity'] as const
export type RunWait = (typeof runWaits)[number]

export const runStatuses = ['success', 'error', 'timeout', 'cancelled', 'interrupted', 'unknown'] as const
export type RunStatus = (typeof runStatuses)[number]

export const statusOfEnd: Readonly<Record<RunEnd, RunStatus>> = {
  succeeded: 'success',
  failed: 'error',
  timed_out: 'timeout',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
  unknown: 'unknown',
}

export const statusWords: Readonly<Record<RunStatus, string>> = {
  success: 'completed successfully',
  error: 'failed',
  timeout: 'timed out',
  cancelled: 'stopped',
  interrupted: 'interrupted by a restart',
  unknown: 'ended, outcome unknown',
}

/** An answer that is exactly this posts nothing. */
export const announceSkip = 'ANNOUNCE_SKIP'

export const noResult = '(not available)'

/** Where a completion is told, and why there. */
export const completionPlaces = ['bound', 'requester', 'parent', 'hold'] as const
export type CompletionPlace = (typeof completionPlaces)[number]
export const completionReasons = [
  /** A person's spawn, told where they asked. */
  'asked_there',
  /** The parent is woken, and its own answer tells it. */
  'parent_tells',
  /** It was stopped together with what is above it. */
  'stopped_with_parent',
  /** Its parent ended it and knows. */
  'ended_by_parent',
  'skipped',
  'parent_gone',
  'parent_failed',
  'bound_place',
  'binding_lost',
  /** Where it was asked for, nothing more of it may be told: it stands on a page alone. */
  'place_closed',
  'no_place',
] as const
export type CompletionReason = (typeof completionReasons)[number]
