// How it stands with a run, in a sign and a word: from its end in the log where that is loaded, else from what was last
// read of it. Pure.

import {
  type EventJson,
  type RunJson,
  type RunState,
  runEnds,
  type RunStatus,
  statusOfEnd,
} from '@heddle/contract'
import type { GlyphState } from '../../../components/state-glyph.tsx'
import { strings } from '../../../strings.ts'
import { statusIn } from './read-run.ts'

export interface ShownState {
  glyph: GlyphState
  word: string
  /** It has not ended, as far as is known. */
  isLive: boolean
}

export const statusGlyphs: Record<RunStatus, GlyphState> = {
  success: 'done',
  error: 'failed',
  timeout: 'failed',
  cancelled: 'stopped',
  interrupted: 'failed',
  unknown: 'none',
}

const words = strings.subagents

/** Undefined while nothing is known of it. */
export function chooseRunState(
  finished: EventJson | undefined,
  run: Pick<RunJson, 'state' | 'waitsFor'> | undefined,
): ShownState | undefined {
  if (finished?.redacted) return { glyph: 'none', word: words.ended, isLive: false }
  if (finished) return ofStatus(statusIn(finished))
  return run && ofRun(run)
}

export function ofRun({ state, waitsFor }: Pick<RunJson, 'state' | 'waitsFor'>): ShownState {
  if (isEnd(state)) return ofStatus(statusOfEnd[state])
  if (state === 'waiting' && waitsFor !== null)
    return { glyph: 'waiting', word: words.waits[waitsFor], isLive: true }
  return { glyph: state, word: words.states[state], isLive: true }
}

export function ofStatus(status: RunStatus): ShownState {
  return { glyph: statusGlyphs[status], word: words.statuses[status], isLive: false }
}

function isEnd(state: RunState): state is (typeof runEnds)[number] {
  return runEnds.some((end) => end === state)
}
