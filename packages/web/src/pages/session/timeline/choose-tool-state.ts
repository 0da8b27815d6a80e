// How it stands with a tool's call, in a sign and a word. Pure.

import type { EventJson } from '@heddle/contract'
import type { GlyphState } from '../../../components/state-glyph.tsx'
import type { strings } from '../../../strings.ts'
import type { Article } from './choose-articles.ts'

export type ToolState = keyof typeof strings.session.timeline.tool.states

export const toolGlyphs: Record<ToolState, GlyphState> = {
  running: 'running',
  waiting: 'waiting',
  done: 'done',
  failed: 'failed',
  denied: 'failed',
  expired: 'failed',
  interrupted: 'failed',
}

export function chooseToolState({
  other: result,
  asked,
  isOver,
}: Omit<Article, 'kind' | 'event'>): ToolState {
  const decision = decisionOf(asked?.decided)
  if (decision === 'deny') return 'denied'
  if (decision === 'expired') return 'expired'
  if (decision === 'withdrawn') return 'interrupted'
  if (result?.payload.interrupted === true) return 'interrupted'
  if (result) return result.payload.isError === true ? 'failed' : 'done'
  if (isOver) return 'interrupted'
  return asked !== undefined && asked.decided === undefined ? 'waiting' : 'running'
}

/** Whether it was made at all, as far as is known: what waits or was not allowed was not. */
export function isMade(state: ToolState): boolean {
  return state === 'done' || state === 'failed'
}

function decisionOf(decided: EventJson | undefined): unknown {
  return decided?.payload.decision
}
