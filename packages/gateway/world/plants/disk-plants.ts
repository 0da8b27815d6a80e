// Mistakes between the store and its disk.

import type { Plant } from './plant.ts'

export const diskPlants: readonly Plant[] = [
  {
    name: 'sync-counted-at-start',
    mistake: 'a sync counts as done when it was asked for',
    foundWithinSeeds: 15,
    disk: (disk) => ({
      ...disk,
      syncLog() {
        disk.syncLog().catch(() => undefined)
        return Promise.resolve()
      },
    }),
  },
  {
    name: 'sync-error-ignored',
    mistake: 'a failed sync is taken for a passing one',
    foundWithinSeeds: 15,
    focus: { faults: ['sync-error', 'power-cut'], faultsPerStep: 0.03 },
    disk: (disk) => ({ ...disk, syncLog: () => disk.syncLog().catch(() => undefined) }),
  },
  {
    name: 'checkpoint-reported-early',
    mistake: 'a checkpoint says that it is done before the database file is on disk',
    foundWithinSeeds: 15,
    focus: {
      faults: ['power-cut'],
      faultsPerStep: 0.02,
      logLimits: { checkpointCommits: 8, restartBytes: 200_000 },
    },
    disk: (disk, clock) => ({
      ...disk,
      checkpoint(mode) {
        const result = disk.copyLog(mode)
        clock.timer(5_000, () => disk.syncDatabase())
        return Promise.resolve(result)
      },
    }),
  },
  {
    name: 'migration-in-pieces',
    mistake: 'the statements of a migration are not in one transaction',
    foundWithinSeeds: 10,
    focus: { migrationsDone: 0, faults: ['kill-at-start'] },
    disk: (disk) => ({
      ...disk,
      writer: {
        all: disk.writer.all,
        run: disk.writer.run,
        // Only migrations run plain statements; the store prepares its own.
        exec: (sql) => (sql === 'begin immediate' || sql === 'commit' ? undefined : disk.writer.exec(sql)),
        get inTransaction() {
          return disk.writer.inTransaction
        },
        close: disk.writer.close,
      },
    }),
  },
]
