import { prepareGround } from './ground.ts'
import { plants } from './plants/plants.ts'
import { runSeed } from './run-seed.ts'
import { makeScratchFolder } from './scratch-folder.ts'
const only = process.argv[2]
const folder = makeScratchFolder()
try {
  const ground = prepareGround(folder.path)
  for (const plant of plants) {
    if (only && plant.name !== only) continue
    let at: number[] = [], first = ''
    const max = Number(process.argv[3] ?? 60)
    for (let s = 1; s <= max && at.length < 3; s++) {
      const r = await runSeed(ground, { seed: s, steps: 800, plant })
      if (r.breach) { at.push(s); first ||= r.breach.message }
    }
    console.log(plant.name, at.join(), first)
  }
} finally { folder.remove() }
