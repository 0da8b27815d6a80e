// Opens everything that stands on the data folder: lock, database, secrets, people, settings. Both the gateway and the
// commands that run without one start here.

import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createRealModelFetch } from './agents/providers/real-model-fetch.ts'
import { createBackups } from './backup.ts'
import { type ChannelRegistry, createChannelRegistry } from './channel-registry.ts'
import { createPlaceRules } from './choose-place-rules.ts'
import type { Ground, GroundOptions } from './command-line/house.ts'
import { readVersion } from './command-line/real-world.ts'
import { type DataFolder, FolderInUse } from './data-folder.ts'
import { type OpenDatabase, openDatabase } from './foundation/database/open-database.ts'
import type { Durability, RealDisk } from './foundation/database/real-disk.ts'
import { type FolderLock, takeFolderLock } from './foundation/database/real-folder-lock.ts'
import { readMigrations } from './foundation/database/real-migrations.ts'
import { StoreBroken } from './foundation/database/store-errors.ts'
import type { Blobs } from './foundation/files/blobs.ts'
import { openRealBlobs } from './foundation/files/real-blobs.ts'
import { createIds, type Ids } from './foundation/ids.ts'
import type { Log } from './foundation/logging/log.ts'
import { createRealLog } from './foundation/logging/real-log.ts'
import { openLogFile } from './foundation/logging/real-log-file.ts'
import { createRealClock } from './foundation/real-clock.ts'
import { createRealRandom } from './foundation/real-random.ts'
import type { Random } from './foundation/random.ts'
import { openKeyHolder } from './foundation/secrets/real-key-file.ts'
import { allSecrets } from './foundation/secrets/secret-store.ts'
import { createSecrets } from './foundation/secrets/secrets.ts'
import { defaultLanes } from './foundation/work/lanes.ts'
import { createWorkQueue, type WorkQueue } from './foundation/work/work-queue.ts'
import { workStore } from './foundation/work/work-store.ts'
import type { Attendance } from './notifications/ports.ts'
import { createPeople } from './people/create-people.ts'
import { createGuessLimiter } from './people/guess-limiter.ts'
import { createRealPasswords } from './people/real-passwords.ts'
import { reactions } from './reactions.ts'
import type { PlaceRules } from './routing/place-rules.ts'
import { type Models, openModels } from './open-models.ts'
import { openRooms, type Rooms } from './open-rooms.ts'
import { type OpenTools, openTools } from './open-tools.ts'
import { openSettings, type Settings } from './settings.ts'

export interface OpenGround extends Ground, Rooms {
  readonly ids: Ids
  readonly random: Random
  readonly queue: WorkQueue
  readonly blobs: Blobs
  readonly database: OpenDatabase
  readonly models: Models
  readonly tools: OpenTools
  readonly channels: ChannelRegistry
  /** What the file says of places, now. */
  readonly placeRules: PlaceRules
  readonly log: ReturnType<typeof createRealLog>
  readonly version: string
}

const backupsBeforeMigrationKept = 3

export interface OpenGroundOptions extends GroundOptions {
  onBroken?: (error: StoreBroken) => void
  listeningUrl?: () => string | undefined
  /** Who sits in front of what; absent where nobody does. */
  attendance?: Attendance
  /** Aborts what runs under a key; absent where nothing runs. */
  interrupt?: (key: string, reason: unknown) => void
}

export async function openGround(options: OpenGroundOptions): Promise<OpenGround> {
  const lock = takeFolderLock(options.folder.owner)
  if (!lock) throw new FolderInUse(options.folder.path)
  try {
    return await openLocked(options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openLocked(options: OpenGroundOptions, lock: FolderLock): Promise<OpenGround> {
  const { folder, config, env } = options
  assertNotEmptied(folder)
  const logFile = openLogFile(folder.logs)
  const log = createRealLog({ level: config.current().log.level, destination: logFile })
  const clock = createRealClock()
  const random = createRealRandom()
  const version = readVersion()

  let database: OpenDatabase
  try {
    database = await openDatabase({
      path: folder.database,
      durability: config.current().database.durability,
      migrations: readMigrations(),
      clock,
      onBroken: options.onBroken ?? ((error) => log.error('the store broke', { error })),
      backupBeforeMigration: (disk, from, to) => backUpBeforeMigration(folder, disk, from, to),
    })
  } catch (error) {
    logFile.close()
    throw error
  }

  async function closeFiles(): Promise<void> {
    await database.close()
    logFile.close()
  }

  try {
    const { store, disk } = database
    warnOfSlowSyncs(config.current().database.durability, disk, log)
    // On the store's time, which does not go back over a restart either.
    const ids = createIds({ clock: { wall: store.now }, random })
    const keyIdsInUse = (await store.read(allSecrets)).map((row) => row.key_id)
    const fromEnvironment = env['HEDDLE_SECRET_KEY'] || undefined
    const keys = openKeyHolder({ path: folder.secretKey, fromEnvironment, keyIdsInUse, random })
    const secrets = createSecrets({ store, random, keys })
    const lost = keyIdsInUse.filter((id) => id !== secrets.box.keyId).length
    if (lost > 0) log.warn('secrets were sealed with a key that is not here; set them again', { count: lost })
    const queue = createWorkQueue({ ids, lanes: defaultLanes, reactions, workStore })
    const people = createPeople({
      clock,
      ids,
      random,
      read: store.read,
      facts: queue,
      passwords: createRealPasswords({ random }),
      guesses: createGuessLimiter({ clock }),
      // Settings ask people for rights, and people ask for settings, but not before both are there.
      settings: {
        inviteExpireHours: () => settings.value('invites.expireHours'),
        signInExpireDays: () => settings.value('signIn.expireDays'),
      },
    })
    const settings: Settings = await store.read((r) =>
      openSettings(r, {
        inFile: () => config.current().settings,
        fileName: 'heddle.json5',
        gate: people,
        judge: (key, value) =>
          key === 'agents.defaults.model' ? models.judgeDefaultModel(String(value)) : undefined,
        warn: (key) => (key === 'agents.defaults.model' ? models.defaultModelTrouble() : undefined),
        onUnusable: (key) => log.warn('a stored setting cannot be used; its default is in force', { key }),
      }),
    )
    const models: Models = await store.read((r) =>
      openModels(r, {
        store,
        inFile: () => config.current().agents,
        fileName: 'heddle.json5',
        defaultModel: () => settings.value('agents.defaults.model'),
        gate: people,
        secrets,
        env,
        clock,
        log: log.with({ room: 'agents' }),
        fetch: createRealModelFetch(),
        onUnusable: (name) => log.warn('a stored provider cannot be used and is left out', { name }),
      }),
    )
    warnOfDefaultModel(models, log)
    const linkBase = () => {
      const { host, port } = config.current().server
      const base = settings.value('server.publicUrl') || options.listeningUrl?.() || `http://${host}:${port}`
      return base.replace(/\/+$/, '')
    }
    const blobs = openRealBlobs(folder.files)
    const tools = openTools({
      config: models.config,
      folder,
      configPath: config.path,
      clock,
      random,
      log,
      env,
      version,
    })
    const channels = createChannelRegistry()
    const placeRules = createPlaceRules(() => config.current().places, linkBase)
    const rooms = openRooms({
      store,
      clock,
      random,
      ids,
      log,
      facts: queue,
      timers: queue,
      blobs,
      people,
      models,
      ownWorkspace: (agentId) => join(folder.workspaces, agentId),
      places: { data: folder.path, workspaces: folder.workspaces, files: [config.path] },
      folders: tools.folders,
      toolOrigins: tools.origins,
      rules: () => config.current().work,
      flags: () => config.current().collaboration,
      placeRules,
      outbound: channels.outbound,
      histories: channels.histories,
      directPlaces: channels.directPlaces,
      attendance: options.attendance ?? { isThere: () => false },
      interrupt: options.interrupt ?? (() => undefined),
    })
    const backups = createBackups({
      folder,
      blobs,
      configPath: config.path,
      storageWorker: disk.worker,
      clock,
      version,
      keyFromEnvironment: fromEnvironment !== undefined,
    })
    return {
      ...rooms,
      store,
      people,
      secrets,
      settings,
      models,
      tools,
      channels,
      placeRules,
      backups,
      storageWorker: disk.worker,
      durability: disk.durability,
      clock,
      ids,
      random,
      queue,
      blobs,
      database,
      log,
      version,
      listeningUrl: () => options.listeningUrl?.(),
      linkBase,
      async close() {
        await tools.close()
        await closeFiles()
        lock.release()
      },
    }
  } catch (error) {
    await closeFiles()
    throw error
  }
}

export function warnOfDefaultModel(models: Pick<Models, 'defaultModelTrouble'>, log: Log): void {
  const trouble = models.defaultModelTrouble()
  if (trouble !== undefined) log.warn(trouble)
}

function warnOfSlowSyncs(asked: Durability, disk: RealDisk, log: Log): void {
  if (disk.durability === asked) return
  log.warn(
    'commits cannot share a sync here, so each is synced by itself: nothing is less safe, but slower',
    {
      asked,
      inForce: disk.durability,
    },
  )
}

// SQLite takes an empty file for a new database. Where there is a key there was a database, so what is empty now lost
// its content; going on would look as if nobody had ever been here.
function assertNotEmptied(folder: DataFolder): void {
  if (statSync(folder.database, { throwIfNoEntry: false })?.size !== 0 || !existsSync(folder.secretKey))
    return
  throw new StoreBroken('damaged', 'the database file is empty, though it was in use')
}

// At the start nothing else runs yet, so the copy may take the main thread; it must be whole before anything changes.
function backUpBeforeMigration(folder: DataFolder, disk: RealDisk, from: number, to: number): void {
  const prefix = 'before-schema-'
  mkdirSync(folder.backups, { recursive: true, mode: 0o700 })
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  disk.writer.run('vacuum into ?', [join(folder.backups, `${prefix}${to}-from-${from}-${time}.db`)])
  const made = readdirSync(folder.backups).filter((name) => name.startsWith(prefix))
  const byAge = made.toSorted((a, b) => a.slice(-27).localeCompare(b.slice(-27)))
  for (const name of byAge.slice(0, -backupsBeforeMigrationKept)) rmSync(join(folder.backups, name))
}
