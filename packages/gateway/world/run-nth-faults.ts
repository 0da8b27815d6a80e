// One short story, told again and again: each time one thing goes wrong, at the first place where it can, then at the
// second, and so on until the story is over. Nothing is left to chance. A start that migrates has many places, and there
// is one for each database that can be started with: where not all of them shall have their turn, a seed chooses.

import { chooseMoments } from './choose-moments.ts'
import type { Troubles } from './faults/troubles.ts'
import type { Plant } from './plants/plant.ts'
import type { Ground } from './seed/ground.ts'
import { runSeed } from './seed/run-seed.ts'
import type { SeedResult } from './seed/seed-result.ts'
import type { Shape } from './seed/shape.ts'
import type { World } from './seed/world.ts'
import { createSeededRandom } from './time/seeded-random.ts'

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

export interface NthStory {
  seed: number
  steps: number
  migrationsDone?: number | undefined
  plant?: Plant
}

const shortStory: Partial<Shape> = {
  clients: 2,
  thinkMs: 1_000,
  readChance: 0,
  faults: [],
  migrationsDone: undefined,
  logLimits: { checkpointCommits: 10, restartBytes: 40_000 },
}

/** At every place that the story has. */
export async function runNthFaults(
  ground: Ground,
  { fault, ...story }: NthStory & { fault: NthFault },
): Promise<NthReport> {
  const breaches: string[] = []
  for (let n = 1; ; n++) {
    const { wasReached, breach } = await runWithFault(ground, story, fault, n)
    if (breach !== undefined) breaches.push(breach)
    if (!wasReached) return { places: n - 1, breaches }
  }
}

/** At some statements of the next migration, both of its ends among them. */
export async function endSomeOfMigration(
  ground: Ground,
  { fault, ...story }: NthStory & { fault: 'kill at a statement' | 'power cut at a statement' },
): Promise<NthReport> {
  const random = createSeededRandom(`${story.seed}, ${story.migrationsDone} done, ${fault}`)
  const moments = chooseMoments(await listStatements(ground, story), random)
  const breaches: string[] = []
  for (const n of moments) {
    const { wasReached, breach } = await runWithFault(ground, story, fault, n)
    if (breach !== undefined) breaches.push(breach)
    if (!wasReached) breaches.push(`${fault} ${n}: the story never came there`)
  }
  return { places: moments.length, breaches }
}

async function runWithFault(ground: Ground, story: NthStory, fault: NthFault, n: number) {
  let wasReached = false
  const { breach } = await tell(ground, story, (troubles, world) => {
    troubles.onTrouble(() => (wasReached = true))
    nthFaults[fault](n, troubles, world)
  })
  return { wasReached, breach: breach && `${fault} ${n}: ${breach.message}` }
}

/** What the first life asks of its database when nothing goes wrong. */
async function listStatements(ground: Ground, { seed, steps, migrationsDone }: NthStory): Promise<string[]> {
  const statements: string[] = []
  await tell(ground, { seed, steps, migrationsDone }, (troubles) =>
    troubles.onStatement((sql) => void statements.push(sql)),
  )
  return statements
}

function tell(
  ground: Ground,
  { migrationsDone, ...story }: NthStory,
  firstLife: (troubles: Troubles, world: World) => void,
): Promise<SeedResult> {
  return runSeed(ground, { ...story, focus: { ...shortStory, migrationsDone }, firstLife })
}
