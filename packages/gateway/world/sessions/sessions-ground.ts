// What every sessions world stands on: a database with all tables and a few people who are signed in, made once.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '@heddle/contract'
import { openConnection } from '../../src/foundation/database/connection.ts'
import { type Migration, migrate } from '../../src/foundation/database/migrate.ts'
import { readMigrations } from '../../src/foundation/database/real-migrations.ts'
import { createStore, type Tx } from '../../src/foundation/database/store.ts'
import { createIds } from '../../src/foundation/ids.ts'
import type { People, PersonActor } from '../../src/people/people.ts'
import { createTestPasswords } from '../../test-support/open-test-people.ts'
import { type Remains, wholeDatabase } from '../disk/remains.ts'
import { withLedger } from '../load/ledger-migration.ts'
import { createSeededRandom } from '../time/seeded-random.ts'
import { worldBeganAt } from '../time/virtual-clock.ts'
import { openWorldPeople } from './open-world-people.ts'

export interface SessionsGround {
  folder: string
  migrations: readonly Migration[]
  beginning: Remains
  people: readonly PersonActor[]
}

const members: readonly (readonly [handle: string, role: Role])[] = [
  ['ada', 'owner'],
  ['ben', 'member'],
  ['cleo', 'member'],
  ['dan', 'member'],
  ['eve', 'viewer'],
]

/** `settle` is what else is there when a world begins. */
export async function prepareSessionsGround(
  folder: string,
  settle: (t: Tx, room: People, people: readonly PersonActor[]) => Promise<void> = async () => undefined,
): Promise<SessionsGround> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'ground.db')
  const migrations = withLedger(readMigrations())
  const writer = openConnection(path, {
    pragmas: ['page_size = 1024', 'journal_mode = wal', 'synchronous = off', 'foreign_keys = on'],
  })
  migrate(writer, migrations, { nowMs: worldBeganAt, backup: () => undefined })
  // Nothing goes wrong on this disk, and time stands still.
  const clock = {
    wall: () => worldBeganAt,
    mono: () => 0,
    timer: () => () => undefined,
    soon: () => undefined,
  }
  const store = createStore({
    clock,
    onBroken(error) {
      throw error
    },
    disk: {
      path,
      writer,
      reader: writer,
      syncLog: async () => undefined,
      checkpoint: async () => ({ busy: false, logPages: 0, copiedPages: 0 }),
      logBytes: () => 0,
      close: async () => writer.close(),
    },
  })
  const random = createSeededRandom('the people of the sessions world')
  const ids = createIds({ clock, random })
  const passwords = createTestPasswords()
  const facts = { tell: async () => ids.make('fact') }
  const room = openWorldPeople({ store, clock, ids, random, facts, passwords })
  const people: PersonActor[] = []
  for (const [handle, role] of members) {
    const password = `correct horse ${handle}`
    const member = await room.prepareMember({ handle, role, password })
    await store.tx((t) => room.createMember(t, { kind: 'operator', name: 'world' }, member))
    const ready = await room.prepareSignIn({ handle, password, address: '192.0.2.7', device: 'world' })
    people.push((await store.tx((t) => room.signIn(t, ready))).actor)
  }
  await store.tx((t) => settle(t, room, people))
  writer.all('pragma wal_checkpoint(truncate)', [])
  writer.close()
  return { folder, migrations, beginning: wholeDatabase(readFileSync(path)), people }
}
