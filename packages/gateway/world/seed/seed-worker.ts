// A process that runs seeds for run-seeds.ts: is told a seed, answers what came of it.

import { findPlant } from '../plants/plants.ts'
import { prepareGround } from './ground.ts'
import { judgeSeed } from './judge-seed.ts'
import type { SeedOptions, SeedResult } from './run-seed.ts'
import { makeScratchFolder } from './scratch-folder.ts'

export type SeedQuestion = Omit<SeedOptions, 'plant' | 'onLine' | 'firstLife'> & { plantName?: string }
export type SeedAnswer = SeedResult | { error: string; seed: number }

const folder = makeScratchFolder()
process.once('exit', () => folder.remove())
process.once('disconnect', () => process.exit())
const ground = prepareGround(folder.path)

process.on('message', (question: SeedQuestion) => {
  void answer(question).then((answered) => process.send?.(answered))
})

async function answer({ plantName, ...options }: SeedQuestion): Promise<SeedAnswer> {
  const plant = plantName === undefined ? undefined : findPlant(plantName)
  try {
    return await judgeSeed(ground, plant ? { ...options, plant } : options)
  } catch (error) {
    return { seed: options.seed, error: error instanceof Error ? String(error.stack) : String(error) }
  }
}
