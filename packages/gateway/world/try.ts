import { prepareGround } from '/work/main/packages/gateway/world/ground.ts'
import { runSeed } from '/work/main/packages/gateway/world/run-seed.ts'
import { makeScratchFolder } from '/work/main/packages/gateway/world/scratch-folder.ts'
const from = Number(process.argv[2] ?? 1), to = Number(process.argv[3] ?? from)
const folder = makeScratchFolder()
try {
const ground = prepareGround(folder.path)
const seen = new Map(), rules = new Map()
let t0 = performance.now(), steps=0, ms=0
for (let s = from; s <= to; s++) {
  const a = await runSeed(ground, { seed: s, steps: 1000 })
  steps += a.steps; ms += a.virtualMs
  for (const x of a.sometimes) seen.set(x, (seen.get(x) ?? 0) + 1)
  if (a.breach) {
    rules.set(a.breach.rule, (rules.get(a.breach.rule) ?? 0) + 1)
    console.log('seed', s, a.breach.message, Object.keys(a.faults).join())
    if (from === to) console.log(a.breach.tail.join('\n'))
  }
  if (process.argv[4]) { const b = await runSeed(ground, { seed: s, steps: 1000 }); if (b.hash !== a.hash) console.log('HASH', s) }
}
const n = to - from + 1
console.log({n, perSeed: (performance.now() - t0) / n, steps: steps / n, virtualS: ms / n / 1000}, rules)
console.log([...seen].sort((a, b) => a[1] - b[1]))
} finally { folder.remove() }
