// Tells a failing seed: which rule, how to see it again, and the smallest form in which it still fails.

import { findPlant } from '../plants/plants.ts'
import { prepareGround } from '../seed/ground.ts'
import type { SeedResult } from '../seed/run-seed.ts'
import { makeScratchFolder } from '../seed/scratch-folder.ts'
import type { SeedQuestion } from '../seed/seed-worker.ts'
import { shrinkFailure } from '../seed/shrink-failure.ts'

const lastLines = 25

export async function tellFailure(failure: SeedResult, shared: Omit<SeedQuestion, 'seed'>): Promise<string> {
  const { plantName, ...options } = shared
  const plant = plantName === undefined ? undefined : findPlant(plantName)
  const folder = makeScratchFolder()
  try {
    const ground = prepareGround(folder.path)
    const again = { ...options, seed: failure.seed, ...(plant && { plant }) }
    const command = (steps: number, faults: readonly string[] | undefined) =>
      `npm run simulate -- --seed ${failure.seed} --steps ${steps}` +
      (faults && faults.length > 0 ? ` --faults ${faults.join(',')}` : '') +
      (plantName === undefined ? '' : ` --plant ${plantName}`)
    const head = `\nseed ${failure.seed}: ${failure.breach?.message}\n  ${command(shared.steps, shared.faults)}`
    if (failure.breach?.rule === 'deterministic') return head
    const shrunk = await shrinkFailure(ground, again, failure)
    return [
      head,
      `  smaller: ${command(shrunk.steps, shrunk.faults)}`,
      `  there: ${shrunk.result.breach?.message}`,
      ...(shrunk.result.breach?.tail ?? []).slice(-lastLines).map((line) => `    ${line.slice(0, 200)}`),
    ].join('\n')
  } finally {
    folder.remove()
  }
}
