// Mistakes in telling what became of a run.

import { sql } from 'kysely'
import { queriesOver } from '../../../src/foundation/database/query.ts'
import type { Tx } from '../../../src/foundation/database/store.ts'
import type { SessionsTables } from '../../../src/sessions/sessions-tables.ts'
import { alterStatements } from '../../sessions/plants/alter-statements.ts'
import { eagerModel, eagerWorld } from './eager-trees.ts'
import type { TreesPlant } from './trees-plant.ts'

const db = queriesOver<SessionsTables>()

/** The statement that puts the end of a run on record. */
const endsRun = (text: string) => text.startsWith('update "runs" set "state" = ?, "reason"')

export const announcementPlants: readonly TreesPlant[] = [
  {
    name: 'end-told-before-it-counts',
    mistake: 'a run is announced before its end is on record, and announced again when that is tried again',
    foundWithinSeeds: 10,
    focus: eagerWorld,
    store(store) {
      const tried = new Set<unknown>()
      return alterStatements(store, () => ({
        run(text, query) {
          if (!endsRun(text)) return undefined
          const id = query.compile().parameters.at(-1)
          if (tried.has(id)) return undefined
          tried.add(id)
          return Promise.resolve(1)
        },
      }))
    },
  },
  {
    name: 'busy-parent-not-told',
    mistake: 'what a run came to does not reach a parent that is at work',
    foundWithinSeeds: 10,
    focus: eagerWorld,
    store: (store) =>
      alterStatements(store, () => {
        let isEnding = false
        let isDropped = false
        return {
          run(text, query, t) {
            if (endsRun(text)) isEnding = true
            if (isDropped && text.startsWith('update "sessions" set "queued"')) {
              isDropped = false
              return Promise.resolve(1)
            }
            if (!isEnding || !text.startsWith('insert into "session_inbox"')) return undefined
            const compiled = query.compile()
            return isBusy(t, compiled.parameters[0]).then((busy) => {
              isDropped = busy
              return busy ? 1 : t.run(query)
            })
          },
        }
      }),
  },
  {
    name: 'wake-lost',
    mistake: 'nobody wakes the parent for what it has to hear',
    foundWithinSeeds: 10,
    focus: eagerWorld,
    store: (store) =>
      alterStatements(store, () => ({
        run: (text, query) =>
          text.startsWith('insert into "work"') &&
          query.compile().parameters.includes('sessions.hear-completion')
            ? Promise.resolve(1)
            : undefined,
      })),
  },
  {
    name: 'heard-and-told-again',
    mistake: 'what a wait has told goes on waiting',
    foundWithinSeeds: 20,
    focus: { ...eagerWorld, model: { ...eagerModel, waitChance: 0.9 } },
    store: (store) =>
      alterStatements(store, () => {
        let isHeard = false
        return {
          one(text, _, row) {
            isHeard ||= text.startsWith('select * from "session_inbox" where "event_id"')
            return row
          },
          run: (text) =>
            isHeard && text.startsWith('delete from "session_inbox"') ? Promise.resolve(1) : undefined,
        }
      }),
  },
  {
    name: 'failure-taken-for-success',
    mistake: 'a run whose last turn failed is put on record as one that succeeded',
    foundWithinSeeds: 30,
    focus: { ...eagerWorld, model: { ...eagerModel, weights: { ...eagerModel.weights, fail: 4 } } },
    store: (store) =>
      alterStatements(store, () => ({
        run(text, query, t) {
          const compiled = query.compile()
          if (!endsRun(text) || compiled.parameters[0] !== 'failed') return undefined
          const parameters = ['succeeded', ...compiled.parameters.slice(1)]
          return t.run({ compile: () => ({ ...compiled, parameters }) })
        },
      })),
  },
]

async function isBusy(t: Tx, sessionId: unknown): Promise<boolean> {
  const query = sql<{ turn_id: string | null }>`select turn_id from sessions where id = ${sessionId}`
  return (await t.one({ compile: () => query.compile(db) }))?.turn_id != null
}
