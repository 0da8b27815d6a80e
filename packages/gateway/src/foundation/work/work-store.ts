// SQL of facts and work. A claim looks at the due end of one index, never at everything that waits: a row that finds
// its key busy steps aside once (`blocked`) and is called back by the row that leaves.

import { sql } from 'kysely'
import { type Compilable, compileOnce, queriesOver } from '../database/query.ts'
import type { Reader, Tx } from '../database/store.ts'
import type { WorkState, WorkTables } from './work-store-tables.ts'

const db = queriesOver<WorkTables>()

export interface NewWork {
  kind: string
  lane: string
  key: string
  parent: string
  subject: string
  factId: string | null
  name: string | null
  dueAt: number
}

export interface ClaimedWork {
  id: number
  kind: string
  lane: string
  key: string
  parent: string
  subject: string
  fact_id: string | null
  attempts: number
  fence: number
  due_at: number
}

export interface WorkStore {
  insertFact(t: Tx, fact: { id: string; kind: string; payload: string }): Promise<void>
  insert(t: Tx, work: NewWork): Promise<void>
  /** Put on record as claimed already; undefined, and nothing written, where something of its key comes first. */
  insertLeased(t: Tx, work: NewWork, leaseUntil: number): Promise<ClaimedWork | undefined>
  /** Sets the named row's time; one that runs right now comes again at that time. */
  upsertNamed(t: Tx, work: NewWork): Promise<void>
  /** Leaves a row of that name as it is, unless it was given up. */
  insertNamed(t: Tx, work: NewWork): Promise<void>
  /** When the row of that name runs at the latest; Infinity for one that was given up, undefined where there is none. */
  dueOfNamed(t: Tx, name: string): Promise<number | undefined>
  /** The key of the row that was deleted; none if there is no such row, or it runs. */
  deleteNamed(t: Tx, name: string): Promise<string | undefined>
  /** When the first row that may run is due, lane by lane in the order given; null where there is none. */
  nextDue(r: Reader, lanes: readonly string[]): Promise<(number | null)[]>
  due(t: Tx, lane: string, limit: number): Promise<Candidate[]>
  dueOfNextParent(t: Tx, lane: string, afterParent: string): Promise<Candidate | undefined>
  /** The row that must run first among those of the key that run, wait, are being retried or are due. */
  headOfKey(t: Tx, key: string): Promise<number | undefined>
  /** Whether a row of the key runs, whoever runs it. */
  isKeyHeld(r: Reader, key: string): Promise<boolean>
  lease(t: Tx, id: number, leaseUntil: number): Promise<ClaimedWork>
  block(t: Tx, id: number): Promise<void>
  holds(r: Reader, id: number, fence: number): Promise<boolean>
  /** Gone, or ready once more where it is to come again; undefined when someone else has the row by now. */
  finish(t: Tx, id: number, fence: number): Promise<'gone' | 'ready' | undefined>
  retry(
    t: Tx,
    id: number,
    fence: number,
    next: { dueAt: number; attempts: number; error: string },
  ): Promise<boolean>
  giveUp(t: Tx, id: number, fence: number, error: string): Promise<boolean>
  again(t: Tx, id: number, fence: number, dueAt: number): Promise<boolean>
  /** Whether somebody was called. */
  callNextOfKey(t: Tx, key: string): Promise<boolean>
  renew(t: Tx, id: number, fence: number, leaseUntil: number): Promise<boolean>
  expired(r: Reader, leaseBefore: number, limit: number): Promise<ClaimedWork[]>
  counts(r: Reader): Promise<{ lane: string; state: WorkState; count: number }[]>
  deleteFactsBefore(t: Tx, before: number, limit: number): Promise<number>
}

export interface Candidate {
  id: number
  key: string
  parent: string
}

export const workStore: WorkStore = {
  async insertFact(t, fact) {
    await t.run(insertFact({ ...fact, createdAt: t.now }))
  },
  async insert(t, work) {
    await t.run(insertWork({ ...work, createdAt: t.now }))
  },
  async insertLeased(t, work, leaseUntil) {
    if ((await workStore.headOfKey(t, work.key)) !== undefined) return undefined
    const row = await t.one(insertLeased({ ...work, createdAt: t.now, leaseUntil }))
    if (!row) throw new Error(`work of kind ${work.kind} was not put on record`)
    const { kind, lane, key, parent, subject, factId, dueAt } = work
    const claim = { id: row.id, fact_id: factId, attempts: 0, fence: firstFence, due_at: dueAt }
    return { kind, lane, key, parent, subject, ...claim }
  },
  async upsertNamed(t, work) {
    await t.run(upsertNamed({ ...work, createdAt: t.now }))
  },
  async insertNamed(t, work) {
    await t.run(insertNamed({ ...work, createdAt: t.now }))
  },
  async dueOfNamed(t, name) {
    const row = await t.one(named({ name }))
    if (!row) return undefined
    if (row.state === 'dead') return Infinity
    // What runs looks for itself when to come again, in the transaction with which it ends.
    return row.state === 'running' ? t.now : row.due_at
  },
  deleteNamed: async (t, name) => (await t.one(deleteNamed({ name })))?.key,
  async nextDue(r, lanes) {
    const row = await r.one(nextDueOf(lanes))
    return lanes.map((_, i) => row?.[`lane${i}`] ?? null)
  },
  due: (t, lane, limit) => t.all(due({ lane, now: t.now, limit })),
  dueOfNextParent: (t, lane, afterParent) => t.one(dueOfNextParent({ lane, afterParent, now: t.now })),
  headOfKey: async (t, key) =>
    ((await t.one(runningOfKey({ key }))) ?? (await t.one(nextOfKey({ key, now: t.now }))))?.id,
  isKeyHeld: async (r, key) => (await r.one(runningOfKey({ key }))) !== undefined,
  async lease(t, id, leaseUntil) {
    const row = await t.one(lease({ id, leaseUntil }))
    if (!row) throw new Error(`work ${id} is gone between looking and leasing`)
    return row
  },
  async block(t, id) {
    await t.run(block({ id }))
  },
  holds: async (r, id, fence) => (await r.one(holds({ id, fence }))) !== undefined,
  async finish(t, id, fence) {
    if ((await t.run(finishDone({ id, fence }))) > 0) return 'gone'
    return (await t.run(finishAgain({ id, fence }))) > 0 ? 'ready' : undefined
  },
  retry: async (t, id, fence, { dueAt, attempts, error }) => {
    const row = { state: 'ready', due_at: dueAt, attempts, lease_until: null, last_error: error } as const
    return (await t.run(heldBy(id, fence).set(row))) > 0
  },
  giveUp: async (t, id, fence, error) =>
    (await t.run(
      heldBy(id, fence).set({
        // Set again while it ran: that stands, whatever became of this run.
        state: sql`case when again_at is null then 'dead' else 'ready' end`,
        due_at: sql`coalesce(again_at, due_at)`,
        attempts: sql`case when again_at is null then attempts else 0 end`,
        again_at: null,
        lease_until: null,
        last_error: error,
      }),
    )) > 0,
  again: async (t, id, fence, dueAt) => (await t.run(again({ id, fence, dueAt }))) > 0,
  callNextOfKey: async (t, key) => (await t.run(callNextOfKey({ key }))) > 0,
  renew: async (t, id, fence, leaseUntil) =>
    (await t.run(heldBy(id, fence).set({ lease_until: leaseUntil }))) > 0,
  expired: (r, leaseBefore, limit) =>
    r.all(
      db
        .selectFrom('work')
        .select(claimedColumns)
        .where('state', '=', sql.lit<WorkState>('running'))
        .where('lease_until', '<=', leaseBefore)
        .orderBy('lease_until')
        .limit(limit),
    ),
  counts: (r) =>
    r.all(
      db
        .selectFrom('work')
        .select(['lane', 'state', (e) => e.fn.countAll<number>().as('count')])
        .groupBy(['lane', 'state']),
    ),
  deleteFactsBefore: (t, before, limit) =>
    t.run(
      // Their ids grow with their time; no more than so many are looked at, however young they are.
      db.deleteFrom('facts').where('id', 'in', (e) =>
        e
          .selectFrom(
            e.selectFrom('facts').select(['id', 'created_at']).orderBy('id').limit(limit).as('oldest'),
          )
          .select('id')
          .where('created_at', '<', before),
      ),
    ),
}

/** An update of a row that only its present holder can make. */
function heldBy(id: number, fence: number) {
  return db
    .updateTable('work')
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', '=', sql.lit<WorkState>('running'))
}

const claimedColumns = [
  'id',
  'kind',
  'lane',
  'key',
  'parent',
  'subject',
  'fact_id',
  'attempts',
  'fence',
  'due_at',
] as const

type FreshWork = NewWork & { createdAt: number }

function rowOf(work: FreshWork) {
  return {
    kind: work.kind,
    lane: work.lane,
    key: work.key,
    parent: work.parent,
    subject: work.subject,
    fact_id: work.factId,
    name: work.name,
    state: sql.lit<WorkState>('ready'),
    due_at: work.dueAt,
    attempts: sql.lit(0),
    fence: sql.lit(0),
    created_at: work.createdAt,
  }
}

// Literal states let SQLite use the partial indexes; a parameter would not.
const ready = sql.lit<WorkState>('ready')
const running = sql.lit<WorkState>('running')

const insertFact = compileOnce<{ id: string; kind: string; payload: string; createdAt: number }, unknown>(
  (place) =>
    db.insertInto('facts').values({
      id: place('id'),
      kind: place('kind'),
      payload: place('payload'),
      created_at: place('createdAt'),
    }),
)

const insertWork = compileOnce<FreshWork, unknown>((place) => db.insertInto('work').values(placesOf(place)))

const firstFence = 1

const insertLeased = compileOnce<FreshWork & { leaseUntil: number }, { id: number }>((place) =>
  db
    .insertInto('work')
    .values({
      ...placesOf(place),
      state: running,
      fence: sql.lit(firstFence),
      lease_until: place('leaseUntil'),
    })
    .returning('id'),
)

const upsertNamed = compileOnce<FreshWork, unknown>((place) =>
  db
    .insertInto('work')
    .values(placesOf(place))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .where('name', 'is not', null)
        .doUpdateSet({
          subject: place('subject'),
          due_at: sql`case state when 'running' then due_at else ${place('dueAt')} end`,
          again_at: sql`case state when 'running' then ${place('dueAt')} else null end`,
          attempts: sql`case state when 'running' then attempts else 0 end`,
          // A row that gave up starts afresh. One that stood aside may have a later time now, and would keep those
          // behind it waiting until then; if it is due, it steps aside again.
          state: sql`case state when 'running' then 'running' else 'ready' end`,
        }),
    ),
)

const insertNamed = compileOnce<FreshWork, unknown>((place) =>
  db
    .insertInto('work')
    .values(placesOf(place))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .where('name', 'is not', null)
        .doUpdateSet({ state: ready, due_at: place('dueAt'), attempts: sql.lit(0) })
        .where('work.state', '=', sql.lit<WorkState>('dead')),
    ),
)

const named = compileOnce<{ name: string }, { state: WorkState; due_at: number }>((place) =>
  db.selectFrom('work').select(['state', 'due_at']).where('name', '=', place('name')),
)

const deleteNamed = compileOnce<{ name: string }, { key: string }>((place) =>
  db.deleteFrom('work').where('name', '=', place('name')).where('state', '!=', running).returning('key'),
)

const again = compileOnce<{ id: number; fence: number; dueAt: number }, unknown>((place) =>
  heldBy(place('id'), place('fence')).set({ again_at: place('dueAt') }),
)

function placesOf(place: <K extends keyof FreshWork>(name: K) => FreshWork[K]) {
  return rowOf({
    kind: place('kind'),
    lane: place('lane'),
    key: place('key'),
    parent: place('parent'),
    subject: place('subject'),
    factId: place('factId'),
    name: place('name'),
    dueAt: place('dueAt'),
    createdAt: place('createdAt'),
  })
}

// One statement for all lanes, because it is asked in every round and the cost is in asking.
const nextDueQueries = new WeakMap<readonly string[], Compilable<Record<string, number | null>>>()

function nextDueOf(lanes: readonly string[]): Compilable<Record<string, number | null>> {
  const known = nextDueQueries.get(lanes)
  if (known) return known
  const compiled = db
    .selectNoFrom((e) =>
      lanes.map((lane, i) =>
        e
          .selectFrom('work')
          .select('due_at')
          .where('lane', '=', lane)
          .where('state', '=', ready)
          .orderBy('due_at')
          .limit(1)
          .as(`lane${i}`),
      ),
    )
    .compile()
  const query = { compile: () => compiled }
  nextDueQueries.set(lanes, query)
  return query
}

const due = compileOnce<{ lane: string; now: number; limit: number }, Candidate>((place) =>
  db
    .selectFrom('work')
    .select(['id', 'key', 'parent'])
    .where('lane', '=', place('lane'))
    .where('state', '=', ready)
    .where('due_at', '<=', place('now'))
    .orderBy('due_at')
    .orderBy('id')
    .limit(place('limit')),
)

const dueOfNextParent = compileOnce<{ lane: string; afterParent: string; now: number }, Candidate>((place) =>
  db
    .selectFrom('work')
    .select(['id', 'key', 'parent'])
    .where('lane', '=', place('lane'))
    .where('state', '=', ready)
    .where('parent', '!=', sql.lit(''))
    .where('parent', '>', place('afterParent'))
    .where('due_at', '<=', place('now'))
    .orderBy('parent')
    .orderBy('due_at')
    .orderBy('id')
    .limit(1),
)

// What runs goes before what was put on record earlier: a timer may come due while a younger row has the key.
const runningOfKey = compileOnce<{ key: string }, { id: number }>((place) =>
  db.selectFrom('work').select('id').where('key', '=', place('key')).where('state', '=', running),
)

const nextOfKey = compileOnce<{ key: string; now: number }, { id: number }>((place) =>
  db
    .selectFrom('work')
    .select('id')
    .where('key', '=', place('key'))
    .where((e) =>
      e.or([
        e('state', '=', sql.lit<WorkState>('blocked')),
        e.and([
          e('state', '=', ready),
          e.or([e('due_at', '<=', place('now')), e('attempts', '>', sql.lit(0))]),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(1),
)

const lease = compileOnce<{ id: number; leaseUntil: number }, ClaimedWork>((place) =>
  db
    .updateTable('work')
    .set((e) => ({ state: running, fence: e('fence', '+', sql.lit(1)), lease_until: place('leaseUntil') }))
    .where('id', '=', place('id'))
    .returning(claimedColumns),
)

const block = compileOnce<{ id: number }, unknown>((place) =>
  db
    .updateTable('work')
    .set({ state: sql.lit<WorkState>('blocked') })
    .where('id', '=', place('id')),
)

const holds = compileOnce<{ id: number; fence: number }, { id: number }>((place) =>
  db
    .selectFrom('work')
    .select('id')
    .where('id', '=', place('id'))
    .where('fence', '=', place('fence'))
    .where('state', '=', running),
)

const finishDone = compileOnce<{ id: number; fence: number }, unknown>((place) =>
  db
    .deleteFrom('work')
    .where('id', '=', place('id'))
    .where('fence', '=', place('fence'))
    .where('state', '=', running)
    .where('again_at', 'is', null),
)

const finishAgain = compileOnce<{ id: number; fence: number }, unknown>((place) =>
  db
    .updateTable('work')
    .set((e) => ({
      state: ready,
      due_at: e.ref('again_at').$notNull(),
      again_at: null,
      attempts: sql.lit(0),
      lease_until: null,
      last_error: null,
    }))
    .where('id', '=', place('id'))
    .where('fence', '=', place('fence'))
    .where('state', '=', running)
    .where('again_at', 'is not', null),
)

const callNextOfKey = compileOnce<{ key: string }, unknown>((place) =>
  db
    .updateTable('work')
    .set({ state: ready })
    .where('id', '=', (e) =>
      e
        .selectFrom('work')
        .select('id')
        .where('key', '=', place('key'))
        .where('state', '=', sql.lit<WorkState>('blocked'))
        .orderBy('id')
        .limit(1),
    ),
)
