// Breaks things: after each step, with a small chance, one fault of the kinds that this seed has.

import type { RunnerInNode } from '../seed/node.ts'
import type { Shape } from '../seed/shape.ts'
import type { Scheduler } from '../time/scheduler.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import type { GroundTruth } from '../watch/ground-truth.ts'
import type { Sometimes } from '../watch/sometimes.ts'
import type { Trace } from '../watch/trace.ts'
import type { World } from '../seed/world.ts'
import { type FaultKind, faultPoints } from './fault-kinds.ts'

export interface Nemesis {
  maybe(): void
  /** From now on nothing goes wrong any more, and what is wrong is put right. */
  stop(): void
  readonly counts: Readonly<Partial<Record<FaultKind, number>>>
}

const hourMs = 3_600_000
/** Often longer than a lease, so that others take over. */
const [freezeMsMin, freezeMsMax] = [10_000, 75_000]

export function createNemesis(deps: {
  world: World
  shape: Pick<Shape, 'faults' | 'faultsPerStep' | 'migrationsDone'>
  scheduler: Scheduler
  random: SeededRandom
  trace: Trace
  sometimes: Sometimes
  truth: Pick<GroundTruth, 'holders'>
}): Nemesis {
  const { world, shape, scheduler, random, trace, sometimes } = deps
  const counts: Partial<Record<FaultKind, number>> = {}
  const endings = new Set<() => void>()
  let stopped = false

  /** Undone after a while, or when the nemesis stops. */
  function forAWhile(minMs: number, maxMs: number, end: () => void): void {
    const once = () => {
      if (endings.delete(once)) end()
    }
    endings.add(once)
    scheduler.after(random.between(minMs, maxMs), 'a fault passes', once)
  }

  const acts: Record<FaultKind, () => boolean> = {
    kill: () => kill('kill'),
    'power-cut': () => kill('power cut'),
    'kill-at-point': () => armPoint('kill'),
    'power-cut-at-point': () => armPoint('power cut'),
    'kill-at-statement': () => {
      world.troubles?.armStatement(random.between(1, 60), () =>
        world.kill(random.chance(0.5) ? 'kill' : 'power cut'),
      )
      return world.isUp
    },
    'kill-at-start': () => {
      armStart()
      return kill('kill')
    },
    'sync-error': () => withTroubles((troubles) => troubles.failSyncAt(1)),
    'io-error': () => withTroubles((troubles) => troubles.failWriteAt(1, 'io')),
    'disk-full': () =>
      withTroubles((troubles) => {
        troubles.fillDisk()
        forAWhile(1, 20_000, () => troubles.freeDisk())
      }),
    'database-busy': () => withTroubles((troubles) => troubles.beBusy(random.between(1, 4))),
    'slow-sync': () =>
      withTroubles((troubles) => {
        troubles.slowSyncs(random.between(200, 5_000))
        forAWhile(1, 30_000, () => troubles.slowSyncs(0))
      }),
    'clock-jump': () => {
      world.setClock(random.between(-hourMs, hourMs))
      return true
    },
    freeze: () => {
      const freezer = world.node && random.pick(world.node.runners).freezer
      if (!freezer || freezer.frozen) return false
      const thawLater = () => forAWhile(freezeMsMin, freezeMsMax, () => freezer.thaw())
      if (random.chance(0.5)) freezer.freezeAfter(random.between(1, 8), thawLater)
      else {
        freezer.freeze()
        thawLater()
      }
      return true
    },
    // Drawn for each transaction, see runTwice.
    'run-twice': () => false,
    stop: () => {
      world.stop()
      return world.isUp
    },
    'kill-while-stopping': () => {
      if (!world.node) return false
      world.stop()
      if (random.chance(0.5)) {
        world.troubles?.armStatement(random.between(1, 12), () => world.kill('kill'))
      } else {
        const { troubles } = world
        const late = () => (world.troubles === troubles ? world.kill('power cut') : undefined)
        scheduler.after(random.below(50), 'kill while stopping', late)
      }
      return true
    },
    interrupt: () => {
      const [runner, key] = pickRunning()
      const hit = runner?.runner.interrupt(key, new Error('interrupted')) ?? false
      if (hit) sometimes.saw('work was interrupted')
      return hit
    },
    'pinned-reader': () => {
      if (!world.disk || !world.node) return false
      forAWhile(1, 20_000, world.disk.pinReader())
      return true
    },
  }

  if (shape.migrationsDone !== undefined && shape.faults.includes('kill-at-start')) armStart()

  function armStart(): void {
    world.onBeginning((troubles) => {
      world.onBeginning(() => undefined)
      troubles.armStatement(random.between(1, 90), () =>
        world.kill(random.chance(0.5) ? 'kill' : 'power cut'),
      )
    })
  }

  function pickRunning(): [RunnerInNode | undefined, string] {
    const holders = [...deps.truth.holders.values()]
    if (holders.length === 0) return [undefined, '']
    const holder = random.pick(holders)
    return [world.node?.runners.find(({ name }) => name === holder.runner), holder.work.key]
  }

  function kill(after: 'kill' | 'power cut'): boolean {
    if (!world.isUp) return false
    world.kill(after)
    return true
  }

  function armPoint(after: 'kill' | 'power cut'): boolean {
    const point = random.pick(faultPoints)
    return withTroubles((troubles) => troubles.armPoint(point, random.between(1, 6), () => world.kill(after)))
  }

  function withTroubles(act: (troubles: NonNullable<World['troubles']>) => void): boolean {
    if (!world.troubles) return false
    act(world.troubles)
    return true
  }

  return {
    counts,
    maybe() {
      if (stopped || shape.faults.length === 0 || !random.chance(shape.faultsPerStep)) return
      const kind = random.pick(shape.faults)
      if (!acts[kind]()) return
      counts[kind] = (counts[kind] ?? 0) + 1
      trace.note(`fault ${kind}`)
    },
    stop() {
      stopped = true
      world.onBeginning(() => undefined)
      for (const end of endings) end()
      world.troubles?.end()
    },
  }
}
