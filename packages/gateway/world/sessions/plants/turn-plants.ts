// Mistakes in running turns.

import { queriesOver } from '../../../src/foundation/database/query.ts'
import type { Store } from '../../../src/foundation/database/store.ts'
import type { SessionsTables } from '../../../src/sessions/sessions-tables.ts'
import { sql } from 'kysely'
import { chooseModelHabits, type ModelHabits } from '../model/model-habits.ts'
import { createSeededRandom } from '../../time/seeded-random.ts'
import { alterStatements } from './alter-statements.ts'
import type { SessionsPlant } from './sessions-plant.ts'

const db = queriesOver<SessionsTables>()
const usualModel = chooseModelHabits(createSeededRandom('plants'))
const slowTools: ModelHabits = {
  weights: { text: 1, tools: 6, fail: 0, cut: 0, hang: 0, garbage: 0 },
  chunksMax: 1,
  chunkMs: 20,
  reasoningChance: 0,
  stubbornChance: 0,
  toolMs: 6_000,
  askChance: 0,
}
/** Time passes in it, and little else happens. */
const slowWorld = { clients: 2, followers: 1, thinkMs: 3_000, latenessMs: 0, model: slowTools }

export const turnPlants: readonly SessionsPlant[] = [
  {
    name: 'taken-message-stays',
    mistake: 'a message that a turn took goes on waiting',
    foundWithinSeeds: 10,
    store: (store) => keepWaiting(store, (text) => !text.includes("'steer'")),
  },
  {
    name: 'steer-taken-twice',
    mistake: 'a message that steered a turn goes on waiting',
    foundWithinSeeds: 60,
    store: (store) => keepWaiting(store, (text) => text.includes("'steer'")),
  },
  {
    name: 'turn-end-keeps-the-session',
    mistake: 'the session goes on naming the turn that has ended',
    foundWithinSeeds: 10,
    store: (store) =>
      leaveOut(store, (text) =>
        /^update "sessions" set "turn_id" = (null|\?), "state" = case state when 'running'/.test(text),
      ),
  },
  {
    name: 'draft-not-deleted',
    mistake: 'the draft of a finished text stays',
    foundWithinSeeds: 20,
    store: (store) => leaveOut(store, (text) => text.startsWith('delete from "session_drafts"')),
  },
  {
    name: 'crashes-not-counted',
    mistake: 'nobody counts how often the program died with a turn',
    foundWithinSeeds: 60,
    focus: {
      clients: 1,
      thinkMs: 300,
      faults: ['kill', 'power-cut'],
      faultsPerStep: 0.08,
      model: { ...usualModel, weights: { text: 1, tools: 0, fail: 0, cut: 0, hang: 6, garbage: 0 } },
    },
    store: (store) =>
      alterStatements(store, () => ({
        run(text, query, t) {
          if (!text.startsWith('update "turns"') || !text.includes('"crashes"')) return undefined
          const forgetful = sql`update turns set crashes = 0 where id = ${query.compile().parameters.at(-1)}`
          return t.run(query).then(() => t.run({ compile: () => forgetful.compile(db) }))
        },
      })),
  },
  {
    name: 'steps-without-fence',
    mistake: 'a holder writes into a turn that was taken away from it',
    foundWithinSeeds: 60,
    focus: { ...slowWorld, runners: 2, faults: ['freeze'], faultsPerStep: 0.06 },
    workStore: (workStore) => ({ ...workStore, holds: () => Promise.resolve(true) }),
  },
  {
    name: 'lost-calls-made-again',
    mistake: 'a call of unknown outcome is simply made again',
    foundWithinSeeds: 60,
    focus: { ...slowWorld, faults: ['kill', 'power-cut'], faultsPerStep: 0.03 },
    tools: (tools) => ({
      open: async (scene, signal) => ({ ...(await tools.open(scene, signal)), isIdempotent: () => true }),
    }),
  },
  {
    name: 'stop-not-on-record',
    mistake: 'a stop only aborts what runs, and nothing remembers it',
    foundWithinSeeds: 30,
    store: (store) => leaveOut(store, (text) => text.startsWith('update "turns" set "stop_asked_by"')),
  },
  {
    name: 'text-completed-and-put-again',
    mistake: 'a text that was begun is put on record a second time when it is whole',
    foundWithinSeeds: 20,
    store: (store) =>
      alterStatements(store, () => ({
        run(text, query, t) {
          if (!text.startsWith('update "session_events" set "completed_seq"')) return undefined
          const { parameters } = query.compile()
          const shown = sql`update session_events set is_row = 1, payload = ${parameters.find(isText) ?? '{}'}
            where target_seq is not null and seq = ${parameters[0]}`
          return t.run(query).then(() => t.run({ compile: () => shown.compile(db) }))
        },
      })),
  },
]

const isText = (value: unknown): boolean => typeof value === 'string' && value.startsWith('{')

function leaveOut(store: Store, isLeftOut: (text: string) => boolean): Store {
  return alterStatements(store, () => ({
    run: (text) => (isLeftOut(text) ? Promise.resolve(1) : undefined),
  }))
}

/** Deletes nothing of the inbox that was found by a query like that. */
function keepWaiting(store: Store, isLike: (text: string) => boolean): Store {
  return alterStatements(store, () => {
    let isFound = false
    return {
      asked: (text) => void (isFound ||= text.includes('from "session_inbox"') && isLike(text)),
      run: (text) =>
        isFound && text.startsWith('delete from "session_inbox"') ? Promise.resolve(1) : undefined,
    }
  })
}
