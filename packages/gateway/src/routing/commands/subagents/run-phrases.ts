// What the codes of a run mean, in words for people. The codes themselves stand in the data of an answer.

import type { CompletionReason, RunCleanup, RunMode, RunWait } from '@heddle/contract'

export const waitPhrases: Readonly<Record<RunWait, string>> = {
  model: 'waits for the model',
  approval: 'waits for approval',
  children: 'waits for its sub-agents',
  place: 'waits for its place',
  capacity: 'waits for a free slot',
}

export const modePhrases: Readonly<Record<RunMode, string>> = {
  run: 'ends with its task',
  session: 'stays, to be talked to',
}

export const cleanupPhrases: Readonly<Record<RunCleanup, string>> = {
  keep: 'archived some time after its end',
  delete: 'archived right after it has told its result',
}

export const reasonPhrases: Readonly<Record<CompletionReason, string>> = {
  asked_there: 'where it was asked for',
  parent_tells: 'to the agent that asked for it, which tells it in its own words',
  stopped_with_parent: 'to nobody by itself; it was stopped together with the session above it',
  ended_by_parent: 'to nobody; the agent that asked for it ended it',
  skipped: 'to nobody; it chose to tell nothing',
  parent_gone: 'at the top, because the session that asked for it has ended',
  parent_failed: 'at the top, because the session that asked for it failed while it heard of it',
  bound_place: 'in its own conversation',
  binding_lost: 'to nobody yet; its own conversation is gone',
  place_closed: 'on its page alone, because nothing more of it is told where it was asked for',
  no_place: 'to nobody yet; there is no place for it',
}
