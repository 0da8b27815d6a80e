// One short story, told again and again: each time one thing goes wrong, at the first place where it can, then at the
// second, and so on until the story is over. Nothing is left to chance.

import type { Troubles } from './faults/troubles.ts'
import type { Ground } from './seed/ground.ts'
import { runSeed } from './seed/run-seed.ts'
import type { Shape } from './seed/shape.ts'
import type { World } from './seed/world.ts'

export const nthFaults = {
  'kill at a statement': (n, troubles, world) => troubles.armStatement(n, () => world.kill('kill')),
  'power cut at a statement': (n, troubles, world) => troubles.armStatement(n, () => world.kill('power cut')),
  'full disk at a write': (n, troubles) => troubles.failWriteAt(n, 'full'),
  'failed write': (n, troubles) => troubles.failWriteAt(n, 'io'),
  'failed sync': (n, troubles) => troubles.failSyncAt(n),
} as const satisfies Record<string, (n: number, troubles: Troubles, world: World) => void>

export type NthFault = keyof typeof nthFaults

export interface NthReport {
  places: number
  breaches: string[]
}

const shortStory: Partial<Shape> = {
  clients: 2,
  thinkMs: 1_000,
  readChance: 0,
  faults: [],
  migrationsDone: undefined,
  logLimits: { checkpointCommits: 10, restartBytes: 40_000 },
}

export async function runNthFaults(
  ground: Ground,
  options: { fault: NthFault; seed: number; steps: number; migrationsDone?: number },
): Promise<NthReport> {
  const breaches: string[] = []
  for (let n = 1; ; n++) {
    let wasReached = false
    const result = await runSeed(ground, {
      seed: options.seed,
      steps: options.steps,
      focus: { ...shortStory, migrationsDone: options.migrationsDone },
      firstLife(troubles, world) {
        troubles.onTrouble(() => (wasReached = true))
        nthFaults[options.fault](n, troubles, world)
      },
    })
    if (result.breach) breaches.push(`${options.fault} ${n}: ${result.breach.message}`)
    if (!wasReached) return { places: n - 1, breaches }
  }
}
