// SQL of the world's own tables, as the code under test writes to them.

import { compileOnce, queriesOver } from '../../src/foundation/database/query.ts'
import type { Reader, Tx } from '../../src/foundation/database/store.ts'
import type { WorkState, WorkTables } from '../../src/foundation/work/work-store-tables.ts'
import type { ColumnType } from 'kysely'

type GeneratedId = ColumnType<number, never, never>

export interface LedgerTables extends WorkTables {
  world_ledger: { id: GeneratedId; client: string; n: number; kind: string; at: number }
  world_puts: { id: GeneratedId; what: string; kind: string; key: string }
  world_effects: { id: GeneratedId; what: string; kind: string; key: string; at: number }
  world_timers: {
    id: GeneratedId
    name: string
    event: TimerEvent
    due_at: number | null
    was: WorkState | null
    at: number
  }
  world_sendings: { id: GeneratedId; what: string; at: number }
}

/** `kept` is a cancel that came too late or found nothing. */
export type TimerEvent = 'set' | 'cancelled' | 'kept' | 'fired' | 'given up'

const db = queriesOver<LedgerTables>()

export const ledgerStore = {
  hasEntry: async (t: Tx, client: string, n: number) => (await t.one(findEntry({ client, n }))) !== undefined,
  async countEntries(r: Reader, client: string) {
    return (await r.one(countEntries({ client })))?.count ?? 0
  },
  async addEntry(t: Tx, entry: { client: string; n: number; kind: string }) {
    await t.run(addEntry({ ...entry, at: t.now }))
  },
  async addPut(t: Tx, put: { what: string; kind: string; key: string }) {
    await t.run(addPut(put))
  },
  async addEffect(t: Tx, effect: { what: string; kind: string; key: string }) {
    await t.run(addEffect({ ...effect, at: t.now }))
  },
  async addTimerEvent(
    t: Tx,
    event: { name: string; event: TimerEvent; dueAt: number | null; was: WorkState | null },
  ) {
    await t.run(addTimerEvent({ ...event, at: t.now }))
  },
  /** Beside the giving up itself, if the work is a timer. */
  async noteGivenUp(t: Tx, workId: number) {
    const name = (await t.one(nameOfWork({ id: workId })))?.name
    if (name) await t.run(addTimerEvent({ name, event: 'given up', dueAt: null, was: null, at: t.now }))
  },
  async countFired(t: Tx, name: string) {
    return (await t.one(countFired({ name })))?.count ?? 0
  },
  async addSending(t: Tx, what: string) {
    await t.run(addSending({ what, at: t.now }))
  },
  stateOfNamed: async (t: Tx, name: string) => (await t.one(stateOfNamed({ name })))?.state ?? null,
  async nextNumberOfKey(t: Tx, key: string) {
    return ((await t.one(countOfKey({ key })))?.count ?? 0) + 1
  },
}

const findEntry = compileOnce<{ client: string; n: number }, { id: number }>((place) =>
  db
    .selectFrom('world_ledger')
    .select('id')
    .where('client', '=', place('client'))
    .where('n', '=', place('n')),
)

const countEntries = compileOnce<{ client: string }, { count: number }>((place) =>
  db
    .selectFrom('world_ledger')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('client', '=', place('client')),
)

const addEntry = compileOnce<{ client: string; n: number; kind: string; at: number }, unknown>((place) =>
  db
    .insertInto('world_ledger')
    .values({ client: place('client'), n: place('n'), kind: place('kind'), at: place('at') }),
)

const addPut = compileOnce<{ what: string; kind: string; key: string }, unknown>((place) =>
  db.insertInto('world_puts').values({ what: place('what'), kind: place('kind'), key: place('key') }),
)

const addEffect = compileOnce<{ what: string; kind: string; key: string; at: number }, unknown>((place) =>
  db
    .insertInto('world_effects')
    .values({ what: place('what'), kind: place('kind'), key: place('key'), at: place('at') }),
)

const addTimerEvent = compileOnce<
  { name: string; event: TimerEvent; dueAt: number | null; was: WorkState | null; at: number },
  unknown
>((place) =>
  db.insertInto('world_timers').values({
    name: place('name'),
    event: place('event'),
    due_at: place('dueAt'),
    was: place('was'),
    at: place('at'),
  }),
)

const countFired = compileOnce<{ name: string }, { count: number }>((place) =>
  db
    .selectFrom('world_timers')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('name', '=', place('name'))
    .where('event', '=', 'fired'),
)

const addSending = compileOnce<{ what: string; at: number }, unknown>((place) =>
  db.insertInto('world_sendings').values({ what: place('what'), at: place('at') }),
)

const stateOfNamed = compileOnce<{ name: string }, { state: WorkState }>((place) =>
  db.selectFrom('work').select('state').where('name', '=', place('name')),
)

const countOfKey = compileOnce<{ key: string }, { count: number }>((place) =>
  db
    .selectFrom('world_puts')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('key', '=', place('key')),
)

const nameOfWork = compileOnce<{ id: number }, { name: string | null }>((place) =>
  db.selectFrom('work').select('name').where('id', '=', place('id')),
)
