import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeTestFolder, runHeddle } from '../test-support/create-test-world.ts'
import { refusedWith } from '../test-support/refused-with.ts'
import { copyContents, knownHashes } from './backup-contents.ts'
import { loadConfig } from './config.ts'
import { type DataFolder, describeDataFolder, openDataFolder } from './data-folder.ts'
import { readFileHashes } from './database-file-store.ts'
import { openConnection } from './foundation/database/connection.ts'
import { readMigrations } from './foundation/database/real-migrations.ts'
import { blobPath } from './foundation/files/real-blobs.ts'
import { openGround } from './open-ground.ts'
import { restoreBackup } from './restore.ts'

const system = { kind: 'system' } as const

async function openHouse(path: string) {
  const folder = openDataFolder(path)
  const config = loadConfig({ flags: { port: 0 }, env: {}, dataFolder: path, cwd: path })
  const ground = await openGround({ folder, config, env: {} })
  async function keep(text: string) {
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text)
    }
    const { sessions, store } = ground
    const staged = await sessions.stageFile({ content: content(), name: 'a.txt' })
    return sessions.settleFile(staged, () => store.tx((t) => sessions.keepFile(t, system, staged)))
  }
  return { ...ground, folder, keep }
}

/** A folder with two files and a backup of it; nothing runs in it. */
async function makeBackup(t: TestContext) {
  const base = makeTestFolder(t)
  const house = await openHouse(join(base, 'data'))
  const files = [await house.keep('one'), await house.keep('two!')]
  const made = await house.backups.create({ to: join(base, 'backup'), withKey: false }, () => undefined)
  await house.close()
  return { base, folder: house.folder, files, made }
}

function restore(from: string, folder: DataFolder, force = false) {
  return restoreBackup({
    from,
    folder,
    force,
    knownSchema: readMigrations().at(-1)?.version ?? 0,
    keyFromEnvironment: undefined,
    nowMs: Date.UTC(2026, 10, 15),
    progress: () => undefined,
  })
}

test('[OPS5][FIL8] a backup has the bytes of every file, and a restore brings them back', async (t) => {
  const { base, files, made } = await makeBackup(t)
  assert.deepEqual([made.contents, made.missing], [2, 0])
  for (const { hash, bytes } of files) {
    const stat = statSync(blobPath(join(made.path, 'files'), hash))
    assert.deepEqual([stat.size, stat.mode & 0o077], [bytes, 0])
  }
  const manifest = JSON.parse(readFileSync(join(made.path, 'manifest.json'), 'utf8'))
  assert.deepEqual(manifest.contents, { count: 2, bytes: 7 })
  const elsewhere = join(base, 'elsewhere')
  const restored = await restore(made.path, openDataFolder(elsewhere))
  assert.equal(restored.missingFiles, 0)
  const again = await openHouse(elsewhere)
  assert.deepEqual(await again.sessions.checkContents(), {
    looked: 2,
    missing: 0,
    orphaned: 0,
    isPartial: false,
  })
  await again.close()
})

test('[OPS5][FIL8] a backup whose files are not those that were backed up is refused, and nothing is changed', async (t) => {
  const { base, files, made } = await makeBackup(t)
  const target = openDataFolder(join(base, 'target'))
  const path = blobPath(join(made.path, 'files'), files[0]?.hash ?? '')
  writeFileSync(path, 'ONE')
  await assert.rejects(restore(made.path, target), refusedWith('bad_input'))
  rmSync(path)
  await assert.rejects(restore(made.path, target), /1 of its files are missing/)
  assert.equal(existsSync(target.database), false)
  assert.equal(existsSync(target.files), false)
})

test('[OPS5][FIL8] a restore keeps the files that were there before, for the database that was moved aside', async (t) => {
  const { folder, made } = await makeBackup(t)
  const house = await openHouse(folder.path)
  const newer = await house.keep('newer than the backup')
  await house.close()
  await restore(made.path, folder, true)
  assert.ok(existsSync(blobPath(folder.files, newer.hash)))
  const outcome = await runHeddle(['doctor', '--json', '--data', folder.path], { env: { PORT: '0' } })
  const { findings } = outcome.json() as { findings: { what: string; state: string; text: string }[] }
  const files = findings.find(({ what }) => what === 'files')
  assert.deepEqual([files?.state, files?.text], ['warn', '1 belong to nothing'])
})

test('[OPS5][FIL8] what is lost is missed: by doctor as a failure, by a backup in what it says', async (t) => {
  const base = makeTestFolder(t)
  const path = join(base, 'data')
  const house = await openHouse(path)
  const lost = await house.keep('lost')
  await house.keep('kept')
  await house.blobs.remove(lost.hash)
  const made = await house.backups.create({ to: join(base, 'backup'), withKey: false }, () => undefined)
  assert.deepEqual([made.contents, made.missing], [1, 1])
  await house.close()
  const outcome = await runHeddle(['doctor', '--json', '--data', path], { env: { PORT: '0' } })
  assert.notEqual(outcome.code, 0)
  assert.match(outcome.stdout, /1 of 2 are lost/)
  const restored = await restore(made.path, openDataFolder(join(base, 'again')))
  assert.equal(restored.missingFiles, 1)
})

test('[OPS5][FIL8] bytes that lose their file while a backup is made are in it all the same', async (t) => {
  const base = makeTestFolder(t)
  const house = await openHouse(join(base, 'data'))
  const file = await house.keep('going')
  const made = await house.backups.create({ to: join(base, 'backup'), withKey: false }, (stage) => {
    // The rows are copied, the bytes are next: just now someone redacts, and a sweep comes by.
    if (stage === 'Copying files') void house.blobs.remove(file.hash)
  })
  assert.deepEqual([made.contents, made.missing], [1, 0])
  await house.close()
})

test('[FIL8] names are synced once for all files, not with each of them', async (t) => {
  const base = makeTestFolder(t)
  const house = await openHouse(join(base, 'data'))
  const files = []
  for (let i = 0; i < 30; i++) files.push(await house.keep('1'.repeat(i + 1)))
  await house.close()
  const synced: string[] = []
  const to = join(base, 'copy')
  const copied = await copyContents({
    database: house.folder.database,
    from: house.folder.files,
    to,
    syncs: async (path) => void synced.push(path),
  })
  assert.deepEqual(copied, { count: 30, bytes: 465, missing: 0 })
  const parts = new Set(files.map(({ hash }) => join(to, hash.slice(0, 2))))
  assert.deepEqual(new Set(synced), new Set([...parts, to]))
  assert.equal(synced.length, parts.size + 1)
  assert.equal(synced.at(-1), to, 'the folder of all of them last')
})

test('[FIL8] hashes are read in pages, each once', async (t) => {
  const path = join(makeTestFolder(t), 'some.db')
  const db = openConnection(path)
  db.exec(
    'create table files (id text primary key, hash text not null, bytes integer not null) without rowid',
  )
  db.exec('create index files_by_hash on files (hash)')
  const hashes = Array.from({ length: 1_203 }, (_, i) => i.toString(16).padStart(64, '0'))
  db.exec('begin')
  for (const [i, hash] of hashes.entries()) {
    for (const twin of ['a', 'b']) db.run('insert into files values (?, ?, ?)', [`${twin}${i}`, hash, i])
  }
  db.exec('commit')
  const page = readFileHashes(path, '', 500)
  assert.equal(page.length, 500)
  const found = []
  for await (const { hash, bytes } of knownHashes(path)) found.push([hash, bytes])
  assert.deepEqual(
    found,
    hashes.map((hash, bytes) => [hash, bytes]),
  )
  db.close()
})

test('[OPS5] a backup from before there were files is restored as it is', async (t) => {
  const { base, made } = await makeBackup(t)
  const path = join(made.path, 'manifest.json')
  const { contents: _, ...older } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify(older))
  const target = describeDataFolder(join(base, 'target'))
  mkdirSync(target.path, { mode: 0o700 })
  await restore(made.path, target)
  assert.ok(readdirSync(target.path).includes('heddle.db'))
})
