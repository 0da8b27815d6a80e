// Watches a fair lane: between two turns of one parent, everyone who was waiting at the first must have had a turn.

import type { ClaimedWork } from '../../src/foundation/work/work-store.ts'
import type { Breaches } from './breach.ts'
import type { Sometimes } from './sometimes.ts'

export interface FairTurns {
  claimed(runner: string, work: ClaimedWork, now: number): void
}

interface Turn {
  number: number
  /** Parents that had something ready when this one had its turn. */
  waiting: readonly string[]
}

export function createFairTurns(deps: {
  lane: string
  breaches: Breaches
  sometimes: Sometimes
  /** Parents with due work of the lane that nobody holds and that never failed. */
  parentsWaiting(lane: string, now: number): string[]
}): FairTurns {
  const turns = new Map<string, Turn>()
  let number = 0

  return {
    claimed(runner, work, now) {
      if (work.lane !== deps.lane) return
      number++
      const place = `${runner} ${work.parent}`
      const before = turns.get(place)
      const waiting = deps.parentsWaiting(work.lane, now)
      if (before) {
        const passedOver = before.waiting.find(
          (parent) =>
            waiting.includes(parent) && parent !== work.parent && !hadTurnSince(parent, before.number),
        )
        if (passedOver) {
          deps.breaches.report('fair', `${runner} served ${work.parent} twice while ${passedOver} waited`)
        } else if (before.waiting.length > 1) deps.sometimes.saw('parents took turns in a fair lane')
      }
      turns.set(place, { number, waiting })
    },
  }

  function hadTurnSince(parent: string, since: number): boolean {
    for (const [place, turn] of turns) if (place.endsWith(` ${parent}`) && turn.number > since) return true
    return false
  }
}
