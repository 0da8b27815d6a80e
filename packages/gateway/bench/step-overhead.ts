// What our loop adds to a model's answer: a turn of one step without tools, from its beginning on record to its end on
// record, beside the bare call of the same library to the same server; each in a process of its own.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Benchmark, median } from './benchmark.ts'
import { forkProcess } from './forked-process.ts'

const rounds = 5

/** Of one step, in milliseconds. */
export interface StepCpu {
  stepMs: number
  /** With everything else that a message sets off. */
  messageMs?: number
}

export const stepOverhead: Benchmark = {
  name: 'step-overhead',
  about:
    'CPU of a step without tools in our loop, beside the bare call to the same model over HTTP (median of five)',
  async run(progress) {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
    const endpoint = await forkProcess<{ url: string }>('./model-endpoint-process.ts')
    const { url } = endpoint.offer
    const bare = await forkProcess('./bare-steps-process.ts', [url])
    const ours = await forkProcess('./step-loop-process.ts', [folder, url])
    try {
      await bare.run()
      await ours.run()
      const bareMs: number[] = []
      const oursMs: number[] = []
      const messageMs: number[] = []
      for (let i = 0; i < rounds; i++) {
        progress(`round ${i + 1} of ${rounds}`)
        bareMs.push((await bare.run<StepCpu>()).stepMs)
        const measured = await ours.run<StepCpu>()
        oursMs.push(measured.stepMs)
        messageMs.push(measured.messageMs ?? Number.NaN)
      }
      const added = oursMs.map((ms, i) => ms - (bareMs[i] ?? 0))
      return [
        {
          what: 'added to a step by our loop, CPU',
          value: median(added),
          unit: 'ms',
          bound: { kind: 'at most', limit: 2 },
          note: `best ${Math.min(...added).toFixed(2)}, worst ${Math.max(...added).toFixed(2)}`,
        },
        { what: 'a step in our loop, CPU', value: median(oursMs), unit: 'ms', baseline: median(bareMs) },
        { what: 'the message with it, CPU', value: median(messageMs), unit: 'ms' },
      ]
    } finally {
      for (const process of [ours, bare, endpoint]) await process.stop()
      rmSync(folder, { recursive: true })
    }
  },
}
