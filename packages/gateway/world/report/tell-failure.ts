// Tells a failing seed: which rule, how to see it again, and the smallest form in which it still fails.

import { makeScratchFolder } from '../seed/scratch-folder.ts'
import type { SeedResult } from '../seed/seed-result.ts'
import type { WorkerQuestion } from '../seed/seed-worker.ts'
import { shrinkFailure } from '../seed/shrink-failure.ts'
import { worldKinds } from '../seed/world-kinds.ts'

const lastLines = 25

export async function tellFailure(
  failure: SeedResult,
  shared: Omit<WorkerQuestion, 'seed'>,
): Promise<string> {
  const { world, ...question } = shared
  const { plantName } = question
  const folder = makeScratchFolder()
  try {
    const command = (steps: number, faults: readonly string[] | undefined) =>
      `npm run simulate -- --world ${world} --seed ${failure.seed} --steps ${steps}` +
      (faults && faults.length > 0 ? ` --faults ${faults.join(',')}` : '') +
      (plantName === undefined ? '' : ` --plant ${plantName}`)
    const head = `\n${world}, seed ${failure.seed}: ${failure.breach?.message}\n  ${command(shared.steps, shared.faults)}`
    if (failure.breach?.rule === 'deterministic') return head
    const run = await worldKinds[world].open(folder.path)
    const shrunk = await shrinkFailure(run, { ...question, seed: failure.seed }, failure)
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
