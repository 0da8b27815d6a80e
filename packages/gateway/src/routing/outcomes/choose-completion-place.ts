// Where the completion of a run is told, and why there. Pure, and it knows no text (RTE1, RTE2).

import type { CompletionPlace, CompletionReason } from '@heddle/contract'

export interface CompletionQuestion {
  askedBy: 'agent' | 'person'
  isSkipped: boolean
  /** It ended together with what is above it. */
  isQuiet: boolean
  isEndedByParent: boolean
  isParentGone: boolean
  /** Where all of it was asked for, nothing more of it may be told. */
  isOriginClosed: boolean
  /** The parent heard of it, and its turn on it failed for good. */
  hasParentFailed: boolean
  /** It had a place of its own when it ended. `lost`: which took it no more. */
  bound: 'no' | 'yes' | 'lost'
  /** Of a place that was lost: rather nowhere than somewhere else. */
  failClosed: boolean
}

export interface CompletionChoice {
  destination: CompletionPlace
  reason: CompletionReason
  /** On whose page it stands, or in which place. */
  at: 'parent' | 'root' | 'bound' | 'origin' | 'nowhere'
}

export function chooseCompletionPlace(question: CompletionQuestion): CompletionChoice {
  if (question.isSkipped) return { destination: 'parent', reason: 'skipped', at: 'nowhere' }
  if (question.bound === 'yes') return { destination: 'bound', reason: 'bound_place', at: 'bound' }
  if (question.bound === 'lost') {
    if (question.failClosed) return { destination: 'hold', reason: 'binding_lost', at: 'nowhere' }
    return { destination: 'requester', reason: 'binding_lost', at: 'origin' }
  }
  if (question.isEndedByParent) return { destination: 'parent', reason: 'ended_by_parent', at: 'parent' }
  if (question.isQuiet) return { destination: 'parent', reason: 'stopped_with_parent', at: 'parent' }
  // First of the two: a run whose last turn fails on what it heard is over by that very failure.
  if (question.hasParentFailed && question.askedBy === 'agent') {
    return { destination: 'requester', reason: 'parent_failed', at: 'root' }
  }
  if (question.isParentGone) return { destination: 'requester', reason: 'parent_gone', at: 'root' }
  if (question.askedBy === 'person') {
    const reason = question.isOriginClosed ? 'place_closed' : 'asked_there'
    return { destination: 'requester', reason, at: 'parent' }
  }
  return { destination: 'parent', reason: 'parent_tells', at: 'parent' }
}
