import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { openDatabase, type OpenDatabase } from '../database/open-database.ts'
import { readMigrations } from '../database/real-migrations.ts'
import { createRealClock } from '../real-clock.ts'
import { createRealRandom } from '../real-random.ts'
import { CannotOpen, createBox } from './box.ts'
import { KeyUnusable, openKeyHolder } from './real-key-file.ts'
import { allSecrets, putSecret } from './secret-store.ts'
import { createSecrets, type KeyHolder } from './secrets.ts'

const random = createRealRandom()
let folder: string
let database: OpenDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-secrets-'))
  database = await openDatabase({
    path: join(folder, 'heddle.db'),
    durability: 'group',
    migrations: readMigrations(),
    clock: createRealClock(),
    onBroken: (error) => assert.fail(error),
    backupBeforeMigration: () => assert.fail('a new database needs no backup'),
  })
})

afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

function openKeys(keyIdsInUse: readonly string[] = []): KeyHolder {
  return openKeyHolder({ path: join(folder, 'secret.key'), fromEnvironment: undefined, keyIdsInUse, random })
}

async function keyIds(): Promise<string[]> {
  return (await database.store.read(allSecrets)).map((row) => row.key_id)
}

test('[SEC1] a secret is sealed at rest and opens only with its key, its name and unchanged bytes', () => {
  const box = createBox(random.bytes(32), random)
  const sealed = box.seal(Buffer.from('sk-live'), 'secret:a')
  assert.equal(Buffer.from(sealed).includes('sk-live'), false)
  assert.equal(Buffer.from(box.open(sealed, 'secret:a')).toString(), 'sk-live')
  assert.throws(() => box.open(sealed, 'secret:b'), CannotOpen)
  assert.throws(() => createBox(random.bytes(32), random).open(sealed, 'secret:a'), CannotOpen)
  for (let i = 0; i < sealed.byteLength; i++) {
    const changed = Uint8Array.from(sealed)
    changed[i] = changed[i]! ^ 1
    assert.throws(() => box.open(changed, 'secret:a'), CannotOpen)
  }
})

test('[SEC1] the key file is made with mode 0600, and the database file never holds the plain text', async () => {
  const secrets = createSecrets({ store: database.store, random, keys: openKeys() })
  await database.store.tx((t) => secrets.set(t, 'openai/key', 'sk-plain-text'))
  assert.equal(await database.store.read((r) => secrets.read(r, 'openai/key')), 'sk-plain-text')
  assert.equal(statSync(join(folder, 'secret.key')).mode & 0o777, 0o600)
  // A copy, because reading the open database through fs would drop SQLite's locks on it.
  await database.disk.worker.ask({ kind: 'copy-to', path: join(folder, 'copy.db') })
  for (const file of ['copy.db', 'heddle.db-wal']) {
    assert.equal(readFileSync(join(folder, file)).includes('sk-plain-text'), false)
  }
})

test('[SEC1] [DLV8] whoever watches is told of a change once it is committed, and not of one that was undone', async () => {
  const secrets = createSecrets({ store: database.store, random, keys: openKeys() })
  const told: string[] = []
  secrets.watch((name) => void told.push(name))
  const undone = database.store.tx(async (t) => {
    await secrets.set(t, 'a', '1')
    throw new Error('undo it')
  })
  await assert.rejects(undone)
  assert.deepEqual(told, [])
  await database.store.tx(async (t) => {
    await secrets.set(t, 'a', '1')
    assert.deepEqual(told, [])
  })
  await database.store.tx((t) => secrets.remove(t, 'a'))
  assert.deepEqual(told, ['a', 'a'])
})

test('[SEC1] a rotation seals everything anew and survives being cut off at each point', async () => {
  const secrets = createSecrets({ store: database.store, random, keys: openKeys() })
  await database.store.tx((t) => secrets.set(t, 'one', 'first'))
  const before = await keyIds()
  assert.deepEqual(await secrets.rotate(), { count: 1, left: [] })
  assert.notDeepEqual(await keyIds(), before)
  assert.equal(await database.store.read((r) => secrets.read(r, 'one')), 'first')

  // Cut off after the rows were sealed anew, before the key file was switched.
  const keys = openKeys(await keyIds())
  const cutLate = createSecrets({
    store: database.store,
    random,
    keys: { ...keys, adoptNext: () => Promise.reject(new Error('power')) },
  })
  await assert.rejects(cutLate.rotate(), /power/)
  const late = createSecrets({ store: database.store, random, keys: openKeys(await keyIds()) })
  assert.equal(await database.store.read((r) => late.read(r, 'one')), 'first')

  // Cut off after the new key was kept, before any row was touched.
  await openKeys(await keyIds()).keepNext(random.bytes(32))
  const early = createSecrets({ store: database.store, random, keys: openKeys(await keyIds()) })
  assert.equal(await database.store.read((r) => early.read(r, 'one')), 'first')
  assert.equal(existsSync(join(folder, 'secret.key.next')), false)
})

test('[SEC1] a key from the environment is used as it is and never rotated from here', async () => {
  const fromEnvironment = Buffer.from(random.bytes(32)).toString('hex')
  const keys = openKeyHolder({ path: join(folder, 'secret.key'), fromEnvironment, keyIdsInUse: [], random })
  const secrets = createSecrets({ store: database.store, random, keys })
  await assert.rejects(secrets.rotate(), /HEDDLE_SECRET_KEY/)
  assert.equal(existsSync(join(folder, 'secret.key')), false)
})

test('[SEC1] a key file that holds no key is refused, not replaced', () => {
  writeFileSync(join(folder, 'secret.key'), 'short\n')
  assert.throws(() => openKeys(), KeyUnusable)
  assert.equal(readFileSync(join(folder, 'secret.key'), 'utf8'), 'short\n')
})

test('[SEC1] bad names and values are refused by their field', async () => {
  const secrets = createSecrets({ store: database.store, random, keys: openKeys() })
  await assert.rejects(
    database.store.tx((t) => secrets.set(t, '../x', 'v')),
    /name: starts with a letter/,
  )
  await assert.rejects(
    database.store.tx((t) => secrets.set(t, 'x', '')),
    /value: is empty/,
  )
  await assert.rejects(
    database.store.tx((t) => secrets.set(t, 'x', 'v'.repeat(70_000))),
    /value: is longer/,
  )
  await assert.rejects(
    database.store.tx((t) => secrets.remove(t, 'x')),
    /There is no secret "x"/,
  )
})

test('[SEC1] two rotations at once follow each other, and every secret opens after the next start', async () => {
  const secrets = createSecrets({ store: database.store, random, keys: openKeys() })
  await database.store.tx((t) => secrets.set(t, 'one', 'first'))
  assert.deepEqual(await Promise.all([secrets.rotate(), secrets.rotate()]), [
    { count: 1, left: [] },
    { count: 1, left: [] },
  ])
  const after = createSecrets({ store: database.store, random, keys: openKeys(await keyIds()) })
  assert.equal(await database.store.read((r) => after.read(r, 'one')), 'first')
})

test('[SEC1] a key that is not the one just kept is not adopted', async () => {
  const keys = openKeys()
  const path = join(folder, 'secret.key')
  const before = readFileSync(path, 'utf8')
  const mine = random.bytes(32)
  await keys.keepNext(mine)
  await keys.keepNext(random.bytes(32))
  await assert.rejects(keys.adoptNext(mine), KeyUnusable)
  assert.equal(readFileSync(path, 'utf8'), before)
  await keys.keepNext(mine)
  await keys.adoptNext(mine)
  await keys.adoptNext(mine)
  assert.equal(readFileSync(path, 'utf8').trim(), Buffer.from(mine).toString('base64'))
})

test('[SEC1] a rotation after one that could not be ended ends that one first', async () => {
  const keys = openKeys()
  let fails = true
  const order: string[] = []
  const secrets = createSecrets({
    store: database.store,
    random,
    keys: {
      ...keys,
      async keepNext(key) {
        order.push('keep')
        await keys.keepNext(key)
      },
      async adoptNext(key) {
        order.push('adopt')
        if (fails) throw new Error('no room')
        await keys.adoptNext(key)
      },
    },
  })
  await database.store.tx((t) => secrets.set(t, 'one', 'first'))
  await assert.rejects(secrets.rotate(), /no room/)
  await assert.rejects(secrets.rotate(), /no room/)
  fails = false
  await secrets.rotate()
  assert.deepEqual(order, ['keep', 'adopt', 'adopt', 'adopt', 'keep', 'adopt'])
  const after = createSecrets({ store: database.store, random, keys: openKeys(await keyIds()) })
  assert.equal(await database.store.read((r) => after.read(r, 'one')), 'first')
})

test('[SEC1] a secret that is set while a rotation ends is sealed with the new key', async () => {
  const { store } = database
  const secrets = createSecrets({
    store: {
      ...store,
      async durable() {
        await store.tx((t) => secrets.set(t, 'late', 'meanwhile'))
        await store.durable()
      },
    },
    random,
    keys: openKeys(),
  })
  await secrets.rotate()
  const after = createSecrets({ store, random, keys: openKeys(await keyIds()) })
  assert.equal(await store.read((r) => after.read(r, 'late')), 'meanwhile')
})

test('[SEC1] a read that began before a rotation still opens what it found', async () => {
  const { store } = database
  const secrets = createSecrets({ store, random, keys: openKeys() })
  await store.tx((t) => secrets.set(t, 'one', 'first'))
  const value = await store.read((r) =>
    secrets.read(
      {
        all: (query) => r.all(query),
        async one(query) {
          const found = await r.one(query)
          await secrets.rotate()
          return found
        },
      },
      'one',
    ),
  )
  assert.equal(value, 'first')
})

test('[SEC1] a secret that does not open is left as it is, and the rest is rotated', async () => {
  const { store } = database
  const secrets = createSecrets({ store, random, keys: openKeys() })
  const foreign = createBox(random.bytes(32), random)
  const sealed = foreign.seal(Buffer.from('x'), 'secret:lost')
  await store.tx(async (t) => {
    await secrets.set(t, 'one', 'first')
    await putSecret(t, { name: 'lost', sealed, keyId: foreign.keyId })
  })
  assert.deepEqual(await secrets.rotate(), { count: 1, left: ['lost'] })
  const lost = (await store.read(allSecrets)).find((row) => row.name === 'lost')
  assert.deepEqual([lost?.key_id, Buffer.from(lost!.sealed)], [foreign.keyId, Buffer.from(sealed)])
  const after = createSecrets({ store, random, keys: openKeys(await keyIds()) })
  assert.equal(await store.read((r) => after.read(r, 'one')), 'first')
})
