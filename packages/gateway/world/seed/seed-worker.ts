// A process that runs seeds for run-seeds.ts: is told a seed of a kind of world, answers what came of it.

import { join } from 'node:path'
import { judgeSeed } from './judge-seed.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import type { SeedResult } from './seed-result.ts'
import type { RunSeed, SeedQuestion, WorldName } from './world-kind.ts'
import { worldKinds } from './world-kinds.ts'

export type WorkerQuestion = SeedQuestion & { world: WorldName }
export type WorkerAnswer = SeedResult | { error: string; seed: number }

const folder = makeScratchFolder()
process.once('exit', () => folder.remove())
process.once('disconnect', () => process.exit())
const opened = new Map<WorldName, Promise<RunSeed>>()

process.on('message', (question: WorkerQuestion) => {
  void answer(question).then((answered) => process.send?.(answered))
})

async function answer({ world, ...question }: WorkerQuestion): Promise<WorkerAnswer> {
  try {
    const run = opened.get(world) ?? worldKinds[world].open(join(folder.path, world))
    opened.set(world, run)
    return await judgeSeed(await run, question)
  } catch (error) {
    return { seed: question.seed, error: error instanceof Error ? String(error.stack) : String(error) }
  }
}
