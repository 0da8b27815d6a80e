// What the head of a session says about it: what it does, or how its last turn ended, or that nothing was said yet.

import type { SessionJson } from '@heddle/contract'
import type { GlyphState } from '../../../components/state-glyph.tsx'
import { isUntouched } from '../../sessions/choose-reason.ts'

export type HeadState = SessionJson['state'] | 'fresh' | 'stopped' | 'failed'

export function chooseHeadState(session: Pick<SessionJson, 'state' | 'seq' | 'lastOutcome'>): HeadState {
  if (session.state !== 'idle') return session.state
  if (isUntouched(session)) return 'fresh'
  if (session.lastOutcome === 'cancelled') return 'stopped'
  return session.lastOutcome === 'failed' ? 'failed' : 'idle'
}

/** A green dot only for what was finished. */
export const headGlyphs: Record<HeadState, GlyphState> = {
  idle: 'done',
  running: 'running',
  stopped: 'stopped',
  failed: 'failed',
  fresh: 'none',
  over: 'none',
  archived: 'none',
}
