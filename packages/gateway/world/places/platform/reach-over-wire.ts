// The way of one life to the platform: requests and answers take their time, what was on its way arrives after the program
// died, and nobody hears the answer then.

import type { Platform } from '@heddle/emulators/loopback/platform'
import { type Reach, reachInProcess, type Reply } from '@heddle/emulators/loopback/reach-platform'
import type { Life } from '../../time/life.ts'
import type { Scheduler } from '../../time/scheduler.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'

export interface WireDeps {
  platform: Platform
  token(): string
  life: Life
  scheduler: Scheduler
  random: SeededRandom
  transitMs: number
}

export function reachOverWire(deps: WireDeps): Reach {
  const { life, scheduler, random } = deps
  const inProcess = reachInProcess(deps.platform, () => ({ apiUrl: '', token: deps.token() }))
  const dead = new AbortController()
  life.orEnd(new Promise(() => undefined)).catch(() => dead.abort())
  const onItsWay = (what: string, fn: () => void) =>
    scheduler.after(random.below(deps.transitMs + 1), `platform ${what}`, fn)

  return {
    call(kind, body, signal) {
      if (!life.alive) return new Promise(() => undefined)
      if (signal.aborted) return Promise.resolve({ kind: 'unreachable', detail: 'given up before it began' })
      return new Promise((resolve) => {
        const there = new AbortController()
        let hasArrived = false
        const leave = () => {
          if (hasArrived) there.abort()
          answer({ kind: 'lost', detail: 'no answer in time' })
        }
        const answer = (reply: Reply) => {
          signal.removeEventListener('abort', leave)
          dead.signal.removeEventListener('abort', leave)
          if (life.alive) resolve(reply)
        }
        signal.addEventListener('abort', leave, { once: true })
        dead.signal.addEventListener('abort', leave, { once: true })
        onItsWay(`is asked ${kind}`, () => {
          hasArrived = true
          const asked = inProcess.call(kind, body, there.signal)
          // Whoever asked may have left since; what is on the wire arrives all the same.
          if (signal.aborted || dead.signal.aborted) there.abort()
          void asked.then((reply) => onItsWay(`answers ${kind}`, () => answer(reply)))
        })
      })
    },
  }
}
