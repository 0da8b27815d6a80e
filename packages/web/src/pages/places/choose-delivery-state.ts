// How it stands with a delivery, in a sign, a word and a sentence. Pure.

import type { DeliveryJson, DeliveryState } from '@heddle/contract'
import type { GlyphState } from '../../components/state-glyph.tsx'
import { placeStrings } from '../../place-strings.ts'

export interface ShownDelivery {
  glyph: GlyphState
  word: string
  /** Why, and with it what happens next; undefined where there is nothing to say. */
  about: string | undefined
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

export function chooseDeliveryState(delivery: Pick<DeliveryJson, 'state' | 'reason'>): ShownDelivery {
  const { state, reason } = delivery
  const isHeld = state === 'waiting' && reason === 'held'
  return {
    glyph: glyphs[state],
    word: isHeld ? words.held : words.states[state],
    about: reason === null ? undefined : words.reasons[reason],
  }
}
