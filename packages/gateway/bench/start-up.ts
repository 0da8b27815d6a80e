// From spawning node to ready, on the second and later starts, with an empty store and with a full one; and the memory
// of a gateway that nobody uses.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PersonId } from '@heddle/contract'
import { type Benchmark, median } from './benchmark.ts'
import { openBenchGround } from './bench-ground.ts'
import { fillPeople } from './fill-people.ts'
import { startGatewayProcess } from './start-gateway.ts'

const rounds = 5
const idleMs = 4_000
const facts = 100_000
const people = 10_000

export const startUp: Benchmark = {
  name: 'start-up',
  about: 'from spawning node to ready, and memory when idle (median of five; the first start is not counted)',
  async run(progress) {
    const empty = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
    const full = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
    progress(`filling a store with ${facts} facts and ${people} people`)
    await fill(full)
    const node: number[] = []
    const emptyMs: number[] = []
    const fullMs: number[] = []
    const idle: number[] = []
    for (const folder of [empty, full]) await (await startGatewayProcess(folder)).stop()
    for (let i = 0; i < rounds; i++) {
      progress(`round ${i + 1} of ${rounds}`)
      node.push(await bareNodeMs())
      const small = await startGatewayProcess(empty)
      emptyMs.push(small.readyMs)
      await new Promise((resolve) => setTimeout(resolve, idleMs))
      idle.push(small.residentMebibytes())
      await small.stop()
      const large = await startGatewayProcess(full)
      fullMs.push(large.readyMs)
      await large.stop()
    }
    for (const folder of [empty, full]) rmSync(folder, { recursive: true })
    const baseline = median(node)
    return [
      {
        what: 'start to ready, empty store',
        value: median(emptyMs),
        unit: 'ms',
        baseline,
        bound: { kind: 'at most', limit: 600 },
        target: '350 ms',
        note: 'baseline: bare node',
      },
      {
        what: `start to ready, ${facts.toLocaleString('en')} facts, ${people.toLocaleString('en')} people`,
        value: median(fullMs),
        unit: 'ms',
        baseline,
        bound: { kind: 'at most', limit: 900 },
      },
      {
        what: 'memory when idle',
        value: median(idle),
        unit: 'MiB',
        bound: { kind: 'at most', limit: 120 },
        target: '90 MiB',
      },
    ]
  },
}

async function bareNodeMs(): Promise<number> {
  const startedMs = performance.now()
  await new Promise((resolve) => spawn(process.execPath, ['-e', '0']).once('exit', resolve))
  return performance.now() - startedMs
}

async function fill(folder: string): Promise<void> {
  const ground = await openBenchGround({}, {}, folder)
  for (let i = 0; i < facts; i += 1_000) {
    await ground.store.tx(async (t) => {
      for (let j = i; j < i + 1_000; j++) {
        const payload = { personId: `per_${j}` as PersonId, role: 'member', inviteId: null } as const
        await ground.queue.tell(t, 'person_joined', payload)
      }
    })
  }
  await fillPeople(ground.store, people)
  await ground.close()
}
