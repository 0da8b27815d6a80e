// How it stands with a delivery, in a sign, a word and a sentence. Pure.

import type { DeliveryJson, DeliveryState } from '@heddle/contract'
import type { GlyphState } from '../../components/state-glyph.tsx'
import { placeStrings } from '../../place-strings.ts'

export interface ShownDelivery {
  glyph: GlyphState
  word: string
  /** Why, and with it what happens next; undefined where there is nothing to say. */
  about: string | undefined
  /** What was said about it in so many words, by the platform or by who decided: for whoever wants to know. */
  detail: string | undefined
}

const words = placeStrings.deliveries

const glyphs: Record<DeliveryState, GlyphState> = {
  queued: 'queued',
  sending: 'running',
  waiting: 'waiting',
  unknown: 'waiting',
  sent: 'done',
  rejected: 'failed',
  gave_up: 'failed',
  withdrawn: 'none',
}

type Told = Pick<DeliveryJson, 'state' | 'reason'> & Partial<Pick<DeliveryJson, 'detail' | 'mayResend'>>

export function chooseDeliveryState({ state, reason, detail, mayResend }: Told): ShownDelivery {
  const isHeld = state === 'waiting' && reason === 'held'
  const shown = { glyph: glyphs[state], word: isHeld ? words.held : words.states[state] }
  if (reason === null) return { ...shown, about: undefined, detail: detail ?? undefined }
  // Who did not want it is all there is to know.
  if (reason === 'dismissed') return { ...shown, about: detail ?? words.reasons.dismissed, detail: undefined }
  const about = words.reasons[reason]
  return {
    ...shown,
    about: isHeld && mayResend ? `${about} ${words.heldHint}` : about,
    detail: detail ?? undefined,
  }
}
