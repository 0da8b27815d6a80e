// A store in a temp folder with the product's schema, for measuring what stands on it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/foundation/database/open-database.ts'
import { readMigrations } from '../src/foundation/database/real-migrations.ts'
import { createIds } from '../src/foundation/ids.ts'
import { createSilentLog } from '../src/foundation/logging/log.ts'
import { createRealClock } from '../src/foundation/real-clock.ts'
import { createRealRandom } from '../src/foundation/real-random.ts'
import { defaultLanes } from '../src/foundation/work/lanes.ts'
import { createWorkQueue, type ReactionPlans } from '../src/foundation/work/work-queue.ts'
import { createWorkRunner, type WorkDefinition } from '../src/foundation/work/work-runner.ts'
import { workStore } from '../src/foundation/work/work-store.ts'

/** In a folder of the caller's, which stays, or in one of its own, which goes. */
export async function openBenchGround(
  reactions: ReactionPlans,
  definitions: Record<string, WorkDefinition>,
  given?: string,
) {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const clock = createRealClock()
  const random = createRealRandom()
  const database = await openDatabase({
    path: join(folder, 'heddle.db'),
    durability: 'group',
    migrations: readMigrations(),
    clock,
    onBroken: (error) => {
      throw error
    },
    backupBeforeMigration: () => undefined,
  })
  const { store } = database
  const queue = createWorkQueue({
    ids: createIds({ clock, random }),
    lanes: defaultLanes,
    reactions,
    workStore,
  })
  const runner = createWorkRunner({
    store,
    clock,
    random,
    log: createSilentLog(),
    lanes: defaultLanes,
    workStore,
    definitions,
    onRecorded: queue.onRecorded,
    soleOwner: true,
  })
  return {
    store,
    queue,
    runner,
    clock,
    async close() {
      await runner.stop()
      await database.close()
      if (given === undefined) rmSync(folder, { recursive: true })
    },
  }
}
