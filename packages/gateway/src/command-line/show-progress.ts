// Says on stderr what a command is busy with, once it takes longer than a second: a line that counts the seconds
// where someone looks, plain lines elsewhere.

import type { Cancel, Clock } from '../foundation/clock.ts'
import { cleanText } from './clean-text.ts'
import type { Outlet } from './terminal.ts'

export interface ProgressShow {
  stage(text: string): void
  /** Leaves the terminal as it was. */
  stop(): void
}

const patienceMs = 1_000
const frameMs = 100
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const eraseLine = '\r\x1b[K'

export function createProgressShow(outlet: Outlet, clock: Clock): ProgressShow {
  let begunMs: number | undefined
  let current = ''
  let cancel: Cancel = () => undefined
  let frame = 0
  let shown = false

  function begin(): void {
    shown = true
    if (outlet.isTerminal) draw()
    else outlet.write(`${current}…\n`)
  }

  function draw(): void {
    const seconds = Math.floor((clock.mono() - (begunMs ?? 0)) / 1_000)
    frame = (frame + 1) % frames.length
    outlet.write(`${eraseLine}${frames[frame]} ${current}… ${seconds} s`)
    cancel = clock.timer(frameMs, draw)
  }

  return {
    stage(text) {
      const next = cleanText(text)
      if (next === current && begunMs !== undefined) return
      current = next
      if (begunMs === undefined) {
        begunMs = clock.mono()
        cancel = clock.timer(patienceMs, begin)
      } else if (shown && !outlet.isTerminal) {
        outlet.write(`${current}…\n`)
      }
    },
    stop() {
      cancel()
      if (shown && outlet.isTerminal) outlet.write(eraseLine)
      begunMs = undefined
      shown = false
    },
  }
}
