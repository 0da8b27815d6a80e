// What the head of a session says about it: what it does, or how its last turn ended, or that nothing was said yet.

import type { SessionJson } from '@heddle/contract'
import type { GlyphState } from '../../../components/state-glyph.tsx'
import { isAsking, isUntouched } from '../../sessions/choose-reason.ts'

export type HeadState = SessionJson['state'] | 'asks' | 'fresh' | 'stopped' | 'failed'

type Told = Pick<SessionJson, 'state' | 'seq' | 'lastOutcome' | 'openApprovals'>

export function chooseHeadState(session: Told): HeadState {
  if (isAsking(session)) return 'asks'
  if (session.state !== 'idle') return session.state
  if (isUntouched(session)) return 'fresh'
  if (session.lastOutcome === 'cancelled') return 'stopped'
  return session.lastOutcome === 'failed' ? 'failed' : 'idle'
}

/** A green dot only for what was finished. */
export const headGlyphs: Record<HeadState, GlyphState> = {
  idle: 'done',
  running: 'running',
  asks: 'waiting',
  stopped: 'stopped',
  failed: 'failed',
  fresh: 'none',
  over: 'none',
  archived: 'none',
}
