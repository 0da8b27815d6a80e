// Mistakes in what is acknowledged, and in what is put on record with its cause.

import { Refusal } from '@heddle/contract'
import type { Cancel } from '../../src/foundation/clock.ts'
import type { Compilable } from '../../src/foundation/database/query.ts'
import type { Store, Tx } from '../../src/foundation/database/store.ts'
import type { Plant } from './plant.ts'

export const storePlants: readonly Plant[] = [
  {
    name: 'acknowledged-before-sync',
    mistake: 'an answer leaves as soon as its transaction is committed',
    foundWithinSeeds: 20,
    store: (store) => ({ ...store, durable: () => Promise.resolve() }),
  },
  {
    name: 'full-disk-taken-for-success',
    mistake: 'a refusal for want of space is swallowed',
    foundWithinSeeds: 20,
    store: (store) => ({
      ...store,
      tx: (fn) =>
        store.tx(fn).catch((error: unknown) => {
          if (error instanceof Refusal && error.code === 'disk_full') return undefined as never
          throw error
        }),
    }),
  },
  {
    name: 'reaction-after-the-fact',
    mistake: 'a fact is written first, and what it sets off in a transaction of its own',
    foundWithinSeeds: 20,
    queue: (queue, store) => ({
      ...queue,
      tell: (t, kind, payload) => queue.tell(workLater(t, store), kind, payload),
    }),
  },
  {
    name: 'timers-in-memory',
    mistake: 'timers are kept in memory',
    foundWithinSeeds: 20,
    queue(queue, store, clock) {
      const timers = new Map<string, Cancel>()
      return {
        ...queue,
        async schedule(t, name, item) {
          t.afterCommit(() => {
            timers.get(name)?.()
            const fire = () => void store.tx((late) => queue.enqueue(late, item)).catch(() => undefined)
            timers.set(name, clock.timer(item.dueAt - t.now, fire))
          })
        },
        async cancel(_, name) {
          timers.get(name)?.()
          return timers.delete(name)
        },
      }
    },
  },
  {
    name: 'cancel-only-says-so',
    mistake: 'a cancelled timer stays on record',
    foundWithinSeeds: 15,
    queue: (queue) => ({ ...queue, cancel: () => Promise.resolve(true) }),
  },
  {
    name: 'moved-timer-fires-twice',
    mistake: 'moving a timer sets a second one',
    foundWithinSeeds: 20,
    queue: (queue) => ({ ...queue, schedule: (t, _, item) => queue.enqueue(t, item) }),
  },
]

/** The same transaction, but rows of work come a moment after its commit. */
function workLater(t: Tx, store: Store): Tx {
  const late: Compilable<unknown>[] = []
  t.afterCommit(() => {
    const write = async (after: Tx) => {
      for (const query of late) await after.run(query)
    }
    store.tx(write).catch(() => undefined)
  })
  return {
    now: t.now,
    all: (query) => t.all(query),
    one: (query) => t.one(query),
    beforeCommit: (fn) => t.beforeCommit(fn),
    afterCommit: (fn) => t.afterCommit(fn),
    isRedone: t.isRedone,
    run(query) {
      if (!query.compile().sql.startsWith('insert into "work"')) return t.run(query)
      late.push(query)
      return Promise.resolve(1)
    },
  }
}
