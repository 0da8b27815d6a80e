// Mistakes in taking messages in, in what is acknowledged, and in what is shown.

import { queriesOver } from '../../../src/foundation/database/query.ts'
import type { SessionsTables } from '../../../src/sessions/sessions-tables.ts'
import { sql } from 'kysely'
import { mixOf } from '../load/act-mix.ts'
import { alterStatements } from './alter-statements.ts'
import type { SessionsPlant } from './sessions-plant.ts'

const db = queriesOver<SessionsTables>()

export const doorPlants: readonly SessionsPlant[] = [
  {
    name: 'session-answers-before-sync',
    mistake: 'a message is acknowledged as soon as it is committed',
    foundWithinSeeds: 30,
    doorStore: (store) => ({ ...store, durable: () => Promise.resolve() }),
  },
  {
    name: 'published-before-durable',
    mistake: 'followers are shown what the disk does not have yet',
    foundWithinSeeds: 60,
    focus: { faults: ['power-cut'], faultsPerStep: 0.03, syncMs: 300 },
    publishesAtOnce: true,
  },
  {
    name: 'arrival-not-kept',
    mistake: 'nobody remembers which messages came in',
    foundWithinSeeds: 20,
    store: (store) =>
      alterStatements(store, () => ({
        run: (text) => (text.startsWith('insert into "arrivals"') ? Promise.resolve(1) : undefined),
      })),
  },
  {
    name: 'fingerprint-ignored',
    mistake: 'the same id with another text is taken for the same message',
    foundWithinSeeds: 20,
    fingerprint: () => new Uint8Array(),
  },
  {
    name: 'seq-from-memory',
    mistake: 'the numbers of the log come from memory',
    foundWithinSeeds: 20,
    store(store) {
      const numbers = new Map<unknown, number>()
      return alterStatements(store, () => ({
        one(text, parameters, row) {
          if (!text.startsWith('update "sessions" set "seq"')) return row
          const [count] = parameters
          const id = parameters.at(-1)
          const { seq } = row as { seq: number }
          const next = (numbers.get(id) ?? seq - Number(count)) + Number(count)
          numbers.set(id, next)
          return { seq: next }
        },
      }))
    },
  },
  {
    name: 'redaction-leaves-the-edit',
    mistake: 'an edited text stands in a second place, which redaction does not know',
    foundWithinSeeds: 60,
    focus: { faults: [], thinkMs: 40, mix: mixOf({ edit: 5, redact: 4 }) },
    sessions: (sessions) => ({
      ...sessions,
      async editQueued(t, actor, idOrKey, messageId, text) {
        await sessions.editQueued(t, actor, idOrKey, messageId, text)
        const second = sql`update session_events set payload = json_set(payload, '$.text', ${text})
          where kind = 'message.edited' and payload ->> '$.messageId' = ${messageId}`
        await t.run({ compile: () => second.compile(db) })
      },
    }),
  },
  {
    name: 'read-mark-goes-back',
    mistake: 'a read mark is wherever someone put it last',
    foundWithinSeeds: 40,
    focus: { mix: mixOf({ markRead: 6 }) },
    store: (store) =>
      alterStatements(store, () => ({
        one: (text, _, row) => (text.includes('from "read_marks"') ? { seq: 0 } : row),
      })),
  },
  {
    name: 'anyone-may-read',
    mistake: 'a private session is readable for whoever knows its id',
    foundWithinSeeds: 20,
    sessions: (sessions) => ({
      ...sessions,
      timeline: (r, _, idOrKey, input) =>
        sessions.timeline(r, { kind: 'operator', name: 'anyone' }, idOrKey, input),
    }),
  },
]
