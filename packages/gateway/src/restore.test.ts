import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { createBackups } from './backup.ts'
import type { Manifest } from './backup-manifest.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { readDatabaseFacts, writeEpoch } from './database-file-store.ts'
import { openDatabase } from './foundation/database/open-database.ts'
import { openRealBlobs } from './foundation/files/real-blobs.ts'
import { readMigrations } from './foundation/database/real-migrations.ts'
import { createRealClock } from './foundation/real-clock.ts'
import { createRealRandom } from './foundation/real-random.ts'
import { openKeyHolder } from './foundation/secrets/real-key-file.ts'
import { createSecrets } from './foundation/secrets/secrets.ts'
import { type RestoreOptions, restoreBackup } from './restore.ts'

const knownSchema = readMigrations().at(-1)?.version ?? 0

async function openPlace(path: string) {
  const folder = openDataFolder(path)
  const clock = createRealClock()
  const random = createRealRandom()
  const database = await openDatabase({
    path: folder.database,
    durability: 'group',
    migrations: readMigrations(),
    clock,
    onBroken(error) {
      throw error
    },
    backupBeforeMigration: () => undefined,
  })
  const keys = openKeyHolder({ path: folder.secretKey, fromEnvironment: undefined, keyIdsInUse: [], random })
  const secrets = createSecrets({ store: database.store, random, keys })
  const backups = createBackups({
    folder,
    blobs: openRealBlobs(folder.files),
    configPath: folder.config,
    storageWorker: database.disk.worker,
    clock,
    version: '0.0.0-test',
    keyFromEnvironment: false,
  })
  return { folder, ...database, secrets, backups }
}

const quiet = () => undefined

/** A folder with one secret in it, its backup, and the gateway gone. */
async function makeBackup(t: TestContext, options: { withKey: boolean; secret?: string }) {
  const base = makeTestFolder(t)
  const place = await openPlace(join(base, 'data'))
  const { store, secrets, folder } = place
  writeFileSync(folder.config, '{ team: { name: "Weavers" } }')
  await store.tx((tx) => secrets.set(tx, 'a.secret', options.secret ?? 'hunter2'))
  const made = await place.backups.create({ to: join(base, 'backup'), withKey: options.withKey }, quiet)
  await place.close()
  return { base, folder, made, from: made.path }
}

function restoreOptions(
  from: string,
  folder: DataFolder,
  more: Partial<RestoreOptions> = {},
): RestoreOptions {
  return {
    from,
    folder,
    force: false,
    knownSchema,
    keyFromEnvironment: undefined,
    nowMs: Date.UTC(2026, 10, 15),
    progress: quiet,
    ...more,
  }
}

function hashes(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  )
}

test('[SEC1] a backup leaves the key out unless told, and is for its owner alone', async (t) => {
  const without = await makeBackup(t, { withKey: false })
  assert.deepEqual(readdirSync(without.from).toSorted(), ['heddle.db', 'heddle.json5', 'manifest.json'])
  assert.equal(statSync(without.from).mode & 0o777, 0o700)
  for (const name of readdirSync(without.from))
    assert.equal(statSync(join(without.from, name)).mode & 0o077, 0, name)
  const withKey = await makeBackup(t, { withKey: true })
  assert.deepEqual(
    readFileSync(join(withKey.from, 'secret.key'), 'utf8'),
    readFileSync(withKey.folder.secretKey, 'utf8'),
  )
})

test('[I43] no secret stands readable in a backup', async (t) => {
  const { from } = await makeBackup(t, { withKey: false, secret: 'correct-horse-battery-staple' })
  for (const name of readdirSync(from)) {
    assert.equal(readFileSync(join(from, name)).includes('correct-horse-battery-staple'), false, name)
  }
})

test('[OPS5] the manifest says format, versions, and size and hash of each file', async (t) => {
  const { from } = await makeBackup(t, { withKey: false })
  const manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')) as Manifest
  assert.equal(manifest.format, 1)
  assert.equal(manifest.heddle, '0.0.0-test')
  assert.equal(manifest.schema, knownSchema)
  assert.equal(manifest.withKey, false)
  assert.equal(manifest.files['heddle.db']?.bytes, statSync(join(from, 'heddle.db')).size)
  assert.equal(manifest.files['heddle.db']?.sha256, hashes(from)['heddle.db'])
})

test('[OPS5] a backup never writes over anything, and leaves nothing half-made', async (t) => {
  const base = makeTestFolder(t)
  const place = await openPlace(join(base, 'data'))
  const full = join(base, 'full')
  mkdirSync(full)
  writeFileSync(join(full, 'mine.txt'), 'keep me')
  await assert.rejects(place.backups.create({ to: full, withKey: false }, quiet), /is not empty/)
  const file = join(base, 'file')
  writeFileSync(file, 'keep me')
  await assert.rejects(place.backups.create({ to: file, withKey: false }, quiet), /is not a folder/)
  await assert.rejects(
    place.backups.create({ to: join(file, 'below'), withKey: false }, quiet),
    /cannot be written/,
  )
  assert.deepEqual(readdirSync(base).toSorted(), ['data', 'file', 'full'])
  const empty = join(base, 'empty')
  mkdirSync(empty)
  await place.backups.create({ to: empty, withKey: false }, quiet)
  assert(existsSync(join(empty, 'manifest.json')), 'an empty folder is as good as none')
  await place.close()
})

test('[OPS5] backups that are asked for at once do not disturb each other', async (t) => {
  const base = makeTestFolder(t)
  const place = await openPlace(join(base, 'data'))
  const make = (name: string) => place.backups.create({ to: join(base, name), withKey: false }, quiet)
  const same = await Promise.allSettled([make('one'), make('one'), make('two')])
  assert.deepEqual(
    same.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  await place.close()
  for (const name of ['one', 'two']) {
    const folder = openDataFolder(join(base, `from-${name}`))
    await restoreBackup(restoreOptions(join(base, name), folder))
    assert.equal(readDatabaseFacts(folder.database).schema, knownSchema)
  }
  assert.deepEqual(
    readdirSync(base).filter((name) => name.includes('partial')),
    [],
  )
})

test('[OPS5] what a killed backup left is cleared, whoever made it', async (t) => {
  const place = await openPlace(join(makeTestFolder(t), 'data'))
  for (const name of [`a.partial-${process.pid}`, 'b.partial-x7Yz0Q', 'kept'])
    mkdirSync(join(place.folder.backups, name), { recursive: true })
  const made = await place.backups.create({ withKey: false }, quiet)
  await place.close()
  assert.deepEqual(readdirSync(place.folder.backups).toSorted(), [basename(made.path), 'kept'])
})

test('[OPS5] a copy without a schema does not become a backup', async (t) => {
  const base = makeTestFolder(t)
  const backups = createBackups({
    folder: openDataFolder(join(base, 'data')),
    blobs: { holdAll: (task) => task() },
    configPath: join(base, 'none'),
    storageWorker: {
      async ask<T>(question: object) {
        if ('path' in question) writeFileSync(String(question.path), '')
        return null as T
      },
      close: async () => undefined,
    },
    clock: createRealClock(),
    version: '0.0.0-test',
    keyFromEnvironment: false,
  })
  await assert.rejects(backups.create({ to: join(base, 'backup'), withKey: false }, quiet), /is empty/)
  assert.deepEqual(readdirSync(base), ['data'])
})

test('[OPS5] a restore brings everything back, in a life of its own', async (t) => {
  const { base, from } = await makeBackup(t, { withKey: true })
  const folder = openDataFolder(join(base, 'elsewhere'))
  const restored = await restoreBackup(restoreOptions(from, folder))
  assert.deepEqual(restored.movedAside, [])
  assert.equal(restored.secretsOpen, true)
  assert.equal(readFileSync(folder.config, 'utf8'), '{ team: { name: "Weavers" } }')
  assert.equal(statSync(folder.secretKey).mode & 0o777, 0o600)
  assert.equal(readDatabaseFacts(folder.database).epoch, 2)
  const place = await openPlace(folder.path)
  assert.equal(await place.store.read((r) => place.secrets.read(r, 'a.secret')), 'hunter2')
  await place.close()
})

test('[OPS5] what is there is left alone without force, and kept beside with it', async (t) => {
  const { folder, from } = await makeBackup(t, { withKey: false })
  writeEpoch(folder.database, 41)
  writeFileSync(folder.config, '{ team: { name: "Changed" } }')
  const before = hashes(folder.path)
  await assert.rejects(restoreBackup(restoreOptions(from, folder)), /holds a database already/)
  assert.deepEqual(hashes(folder.path), before)

  const restored = await restoreBackup(restoreOptions(from, folder, { force: true }))
  const stamp = '2026-11-15T00-00-00-000Z'
  assert.deepEqual(restored.movedAside, [
    `${folder.database}.before-restore-${stamp}`,
    `${folder.config}.before-restore-${stamp}`,
  ])
  const after = hashes(folder.path)
  assert.equal(after[`heddle.db.before-restore-${stamp}`], before['heddle.db'])
  assert.equal(after[`heddle.json5.before-restore-${stamp}`], before['heddle.json5'])
  assert.equal(after['secret.key'], before['secret.key'])
  assert.equal(readDatabaseFacts(folder.database).epoch, 42, 'after every epoch that clients may have seen')
  assert.deepEqual(
    readdirSync(folder.path).filter((name) => name.includes('restoring')),
    [],
  )
})

test('[OPS5] a database that cannot even be opened is kept too, with its log', async (t) => {
  const { folder, from } = await makeBackup(t, { withKey: false })
  writeFileSync(folder.database, 'this is no database, but somebody may want it')
  writeFileSync(`${folder.database}-wal`, 'nor is this a log')
  const restored = await restoreBackup(restoreOptions(from, folder, { force: true }))
  assert.equal(restored.movedAside.length, 2)
  assert.equal(readFileSync(restored.movedAside[0]!, 'utf8'), 'this is no database, but somebody may want it')
  assert.equal(readFileSync(`${restored.movedAside[0]}-wal`, 'utf8'), 'nor is this a log')
  assert.equal(existsSync(`${folder.database}-wal`), false)
  assert.equal(readDatabaseFacts(folder.database).epoch, Date.UTC(2026, 10, 15) / 1_000 + 1)
})

test('[SEC1] a restore says when the secrets cannot be opened for lack of the key', async (t) => {
  const { base, from, folder } = await makeBackup(t, { withKey: false })
  const elsewhere = openDataFolder(join(base, 'elsewhere'))
  assert.equal((await restoreBackup(restoreOptions(from, elsewhere))).secretsOpen, false)
  const third = openDataFolder(join(base, 'third'))
  const keyFromEnvironment = readFileSync(folder.secretKey, 'utf8')
  assert.equal((await restoreBackup(restoreOptions(from, third, { keyFromEnvironment }))).secretsOpen, true)
})

test('[OPS5] a backup that is not whole is refused before anything is touched', async (t) => {
  const { base, from } = await makeBackup(t, { withKey: true })
  const folder = openDataFolder(join(base, 'elsewhere'))
  const refusedBecause = async (why: RegExp, more: Partial<RestoreOptions> = {}) => {
    await assert.rejects(restoreBackup(restoreOptions(from, folder, more)), why)
    assert.deepEqual(readdirSync(folder.path), [])
  }
  await refusedBecause(/written by a newer Heddle/, { knownSchema: knownSchema - 1 })

  const key = join(from, 'secret.key')
  const rightKey = readFileSync(key)
  writeFileSync(key, 'another key')
  await refusedBecause(/secret\.key is not the file that was backed up/)
  writeFileSync(key, rightKey)

  const manifestPath = join(from, 'manifest.json')
  const right = readFileSync(manifestPath, 'utf8')
  const tampered = (change: (manifest: Record<string, unknown>) => void) => {
    const manifest = JSON.parse(right) as Record<string, unknown>
    change(manifest)
    writeFileSync(manifestPath, JSON.stringify(manifest))
  }
  tampered((manifest) => (manifest['format'] = 2))
  await refusedBecause(/newer Heddle \(backup format 2\)/)
  tampered((manifest) => (manifest['files'] = { '../../etc/passwd': { bytes: 1, sha256: 'a'.repeat(64) } }))
  await refusedBecause(/is not one that Heddle wrote/)
  tampered((manifest) => (manifest['files'] = {}))
  await refusedBecause(/lists no database/)
  writeFileSync(manifestPath, '{ nonsense')
  await refusedBecause(/is not valid JSON/)
  await assert.rejects(restoreBackup(restoreOptions(join(base, 'nowhere'), folder)), /is not a backup/)
})

test('[OPS5] a backup whose database is damaged is refused, even if the manifest agrees', async (t) => {
  const { base, from } = await makeBackup(t, { withKey: false })
  const path = join(from, 'heddle.db')
  const bytes = readFileSync(path)
  bytes.fill(0xff, 4_096, 4_096 * 3)
  writeFileSync(path, bytes)
  const manifestPath = join(from, 'manifest.json')
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest
  manifest.files['heddle.db'] = {
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  writeFileSync(manifestPath, JSON.stringify(manifest))
  const folder = openDataFolder(join(base, 'elsewhere'))
  await assert.rejects(restoreBackup(restoreOptions(from, folder)), /is damaged .*Nothing was changed/)
  assert.deepEqual(readdirSync(folder.path), [])
})
