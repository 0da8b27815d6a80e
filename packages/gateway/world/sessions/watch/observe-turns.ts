// The watch over a life, with an eye on what becomes of turns when their holders freeze.

import type { Sometimes } from '../../watch/sometimes.ts'
import type { Watch } from '../../watch/watch.ts'
import { deadHolder } from '../../watch/ground-truth.ts'
import type { SessionsTruth } from '../sessions-truth.ts'

export function observeTurns(watch: Watch, truth: SessionsTruth, sometimes: Sometimes): Watch {
  return {
    ...watch,
    observe(workStore, runner) {
      const observed = watch.observe(workStore, runner)
      return {
        ...observed,
        async holds(r, id, fence) {
          const held = await observed.holds(r, id, fence)
          if (!held) sometimes.saw('a zombie’s step was fenced')
          return held
        },
        async retry(t, id, fence, next) {
          const holder = truth.holders.get(id)
          const isOther = holder && holder.runner !== runner && holder.runner !== deadHolder
          const done = await observed.retry(t, id, fence, next)
          if (done && isOther && holder.work.lane === 'turns') {
            sometimes.saw('a turn was taken over from a frozen holder')
          }
          return done
        },
      }
    },
  }
}
