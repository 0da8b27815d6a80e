// A process that does nothing but durable work, as fast as it can, until someone kills it: rows with a fact, a reaction
// and a timer each. It writes a row's id to its output when the row is on disk, which is its acknowledgement. Started
// with "drain" it makes nothing new, lets everything that is open end, and exits.

import { writeSync } from 'node:fs'
import type { PersonId } from '@heddle/contract'
import { openDatabase } from '../src/foundation/database/open-database.ts'
import { queriesOver } from '../src/foundation/database/query.ts'
import { readMigrations } from '../src/foundation/database/real-migrations.ts'
import type { Tx } from '../src/foundation/database/store.ts'
import { createIds } from '../src/foundation/ids.ts'
import { createSilentLog } from '../src/foundation/logging/log.ts'
import { createRealClock } from '../src/foundation/real-clock.ts'
import { createRealRandom } from '../src/foundation/real-random.ts'
import { defaultLanes } from '../src/foundation/work/lanes.ts'
import { createWorkQueue } from '../src/foundation/work/work-queue.ts'
import { createWorkRunner } from '../src/foundation/work/work-runner.ts'
import { workStore } from '../src/foundation/work/work-store.ts'
import { ledgerMigration } from './ledger-migration.ts'

interface LedgerTables {
  ledger: { id: string; due_at: number }
  effects: { id: string }
  rings: { id: string; at: number }
}

const db = queriesOver<LedgerTables>()
const [, , path = '', mode = 'write'] = process.argv
const writers = 8
const timerMsMax = 300

const clock = createRealClock()
const random = createRealRandom()
const ids = createIds({ clock, random })
const migrations = readMigrations()
const { store, close } = await openDatabase({
  path,
  durability: 'group',
  migrations: [...migrations, ledgerMigration(migrations.length + 1)],
  clock,
  onBroken: (error) => {
    throw error
  },
  backupBeforeMigration: () => undefined,
})
const queue = createWorkQueue({
  ids,
  lanes: defaultLanes,
  workStore,
  reactions: { person_joined: [{ kind: 'effect', key: (fact) => fact.personId }] },
})
const runner = createWorkRunner({
  store,
  clock,
  random,
  log: createSilentLog(),
  lanes: defaultLanes,
  workStore,
  definitions: {
    effect: {
      run: (job) => {
        const { personId } = JSON.parse(job.subject) as { personId: string }
        return job.commit(async (t) => void (await t.run(db.insertInto('effects').values({ id: personId }))))
      },
    },
    ring: {
      run: (job) =>
        job.commit(
          async (t) => void (await t.run(db.insertInto('rings').values({ id: job.subject, at: t.now }))),
        ),
    },
  },
  onRecorded: queue.onRecorded,
  soleOwner: true,
})
await runner.start()

if (mode === 'drain') {
  while ((await store.read((r) => workStore.counts(r))).length > 0)
    await new Promise((r) => setTimeout(r, 10))
  await runner.stop()
  await close()
} else {
  await Promise.all(Array.from({ length: writers }, write))
}

async function write(): Promise<never> {
  for (;;) {
    const id: PersonId = ids.make('person')
    await store.tx((t) => writeRow(t, id))
    await store.durable()
    writeSync(1, `${id}\n`)
  }
}

async function writeRow(t: Tx, id: PersonId): Promise<void> {
  const dueAt = t.now + Math.floor(random.fraction() * timerMsMax)
  await t.run(db.insertInto('ledger').values({ id, due_at: dueAt }))
  await queue.tell(t, 'person_joined', { personId: id, role: 'member', inviteId: null })
  await queue.schedule(t, `ring ${id}`, {
    kind: 'ring',
    lane: 'timers',
    key: `ring ${id}`,
    subject: id,
    dueAt,
  })
}
