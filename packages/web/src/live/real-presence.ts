// Watches whether someone sits in front of the page, and tells the others who look at the same session.

import { chooseNextLookMs, choosePresence } from './choose-presence.ts'
import type { Live } from './live.ts'

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
/** A moving pointer would otherwise set a timer for each of its steps. */
const lookEveryMs = 1_000

export function watchPresence(live: Pick<Live, 'tellPresence'>): void {
  let actedAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    const quietMs = Date.now() - actedAt
    live.tellPresence(choosePresence(quietMs, document.visibilityState === 'visible'))
    const next = chooseNextLookMs(quietMs)
    if (next !== undefined) timer = setTimeout(look, next)
  }
  const act = () => {
    if (Date.now() - actedAt < lookEveryMs) return
    actedAt = Date.now()
    look()
  }
  for (const sign of signs) window.addEventListener(sign, act, { passive: true, capture: true })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') actedAt = Date.now()
    look()
  })
  look()
}
