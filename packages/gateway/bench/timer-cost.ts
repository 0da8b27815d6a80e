// What a timer costs while 100,000 others wait, beside an empty store: setting one, and firing one.

import { openBenchGround } from './bench-ground.ts'
import { type Benchmark, median } from './benchmark.ts'

const waitingTimers = 100_000
const timers = 1_000
const rounds = 5
const dayMs = 86_400_000

interface TimerRun {
  setUs: number
  fireUs: number
}

export const timerCost: Benchmark = {
  name: 'timer-cost',
  about: `setting and firing ${timers} timers with ${waitingTimers.toLocaleString('en')} waiting, beside none (median of five)`,
  async run(progress) {
    progress('filling the store')
    const full = await openRounds(waitingTimers)
    const empty = await openRounds(0)
    const crowded: TimerRun[] = []
    const alone: TimerRun[] = []
    for (let i = 0; i < rounds; i++) {
      alone.push(await empty.round())
      crowded.push(await full.round())
    }
    await full.close()
    await empty.close()
    const figure = (what: string, pick: (run: TimerRun) => number) => ({
      what,
      value: median(crowded.map(pick)),
      unit: 'µs',
      baseline: median(alone.map(pick)),
      note: 'baseline: none waiting',
    })
    return [figure('setting a timer', (run) => run.setUs), figure('firing a timer', (run) => run.fireUs)]
  },
}

async function openRounds(waiting: number) {
  let fired = 0
  let all = Promise.withResolvers<void>()
  const ground = await openBenchGround(
    {},
    {
      ring: {
        async run() {
          if (++fired === timers) all.resolve()
        },
      },
    },
  )
  const { store, queue, clock } = ground
  const set = (name: string, dueAt: number) =>
    store.tx((t) =>
      queue.schedule(t, name, { kind: 'ring', lane: 'timers', key: name, subject: name, dueAt }),
    )
  for (let i = 0; i < waiting; i += 1_000) {
    await store.tx(async (t) => {
      for (let j = i; j < i + 1_000; j++) {
        const item = { kind: 'ring', lane: 'timers', key: `w${j}`, subject: '', dueAt: t.now + dayMs + j }
        await queue.schedule(t, `w${j}`, item)
      }
    })
  }
  await ground.runner.start()
  return {
    async round(): Promise<TimerRun> {
      fired = 0
      all = Promise.withResolvers<void>()
      const startedMs = performance.now()
      for (let i = 0; i < timers; i++) await set(`t${i}`, clock.wall() + dayMs)
      const setMs = performance.now() - startedMs
      await store.tx(async (t) => {
        for (let i = 0; i < timers; i++) {
          const item = { kind: 'ring', lane: 'timers', key: `t${i}`, subject: '', dueAt: t.now }
          await queue.schedule(t, `t${i}`, item)
        }
      })
      const firedAtMs = performance.now()
      await all.promise
      return { setUs: (setMs * 1_000) / timers, fireUs: ((performance.now() - firedAtMs) * 1_000) / timers }
    },
    close: ground.close,
  }
}
