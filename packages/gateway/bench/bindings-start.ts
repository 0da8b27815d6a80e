// A start with many bindings, beside one with none.

import { rmSync } from 'node:fs'
import { type Figure, median } from './benchmark.ts'
import { filledFolder } from './bindings-place.ts'
import { startGatewayProcess } from './start-gateway.ts'

const rounds = 5
const stored = 100_000

/** A start looks at none of them. */
export async function measureStart(progress: (line: string) => void): Promise<Figure[]> {
  const folders = { empty: await filledFolder(0), full: await filledFolder(stored) }
  const seen = { empty: [] as number[], full: [] as number[] }
  try {
    for (let round = 0; round < rounds; round++) {
      progress(`start, round ${round + 1} of ${rounds}`)
      for (const which of ['empty', 'full'] as const) {
        const gateway = await startGatewayProcess(folders[which])
        seen[which].push(gateway.readyMs)
        await gateway.stop()
      }
    }
  } finally {
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true })
  }
  return [
    {
      what: `start with ${stored.toLocaleString('en')} bindings`,
      value: median(seen.full),
      unit: 'ms',
      baseline: median(seen.empty),
      bound: { kind: 'ratio at most', limit: 1.5 },
      note: 'baseline: with none',
    },
  ]
}
