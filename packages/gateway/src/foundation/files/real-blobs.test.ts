import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { makeTestFolder } from '../../../test-support/create-test-world.ts'
import { createMemoryBlobs } from '../../../test-support/memory-blobs.ts'
import { runBlobsSuite, stageText } from '../../../test-support/blobs-suite.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { type BlobsDisk, openRealBlobs } from './real-blobs.ts'

runBlobsSuite('on disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-test-'))
  return {
    blobs: openRealBlobs(join(folder, 'files')),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
})

runBlobsSuite('in memory', async () => ({ blobs: createMemoryBlobs(), close: async () => undefined }))

test('[FIL1] nobody else on the machine can read what is kept, or what is on its way', async (t) => {
  const folder = join(makeTestFolder(t), 'files')
  const staged = await stageText(openRealBlobs(folder), 'private')
  const [arriving = ''] = readdirSync(join(folder, 'arriving'))
  const modeOf = (...path: string[]) => statSync(join(folder, ...path)).mode & 0o777
  assert.equal(modeOf('arriving', arriving), 0o600)
  await staged.place()
  assert.deepEqual([modeOf(), modeOf('arriving'), modeOf(staged.hash.slice(0, 2))], [0o700, 0o700, 0o700])
  assert.equal(modeOf(staged.hash.slice(0, 2), staged.hash), 0o600)
})

test('[FIL1] what a crash left on its way is gone after the next start, what was placed is not', async (t) => {
  const folder = join(makeTestFolder(t), 'files')
  const before = openRealBlobs(folder)
  await stageText(before, 'lost')
  const kept = await stageText(before, 'kept')
  await kept.place()
  writeFileSync(join(folder, 'arriving', 'of an older release'), '')
  const after = openRealBlobs(folder)
  assert.deepEqual(readdirSync(join(folder, 'arriving')), [])
  assert.deepEqual(await after.list(10), [kept.hash])
})

test('[FIL1] an upload that breaks off leaves nothing behind', async (t) => {
  const folder = join(makeTestFolder(t), 'files')
  const blobs = openRealBlobs(folder)
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half')
    throw new Error('the line is dead')
  }
  await assert.rejects(blobs.stage(breaking(), 100), /the line is dead/)
  assert.deepEqual(readdirSync(join(folder, 'arriving')), [])
})

test('[FIL1] a name that is no hash reaches no file', async (t) => {
  const blobs = openRealBlobs(join(makeTestFolder(t), 'files'))
  for (const name of ['../../secret.key', 'arriving', '', 'A'.repeat(64)]) {
    await assert.rejects(blobs.open(name, 1), /by its hash alone/)
    await assert.rejects(blobs.remove(name), /by its hash alone/)
  }
})

function createListedDisk(freeBytes = () => 1_000_000_000_000): BlobsDisk & { synced: string[] } {
  const synced: string[] = []
  return {
    synced,
    space: async () => ({ freeBytes: freeBytes(), wholeBytes: 1_000_000_000_000 }),
    syncFolderNow: (path) => void synced.push(path),
  }
}

test('[FIL1] a new folder is on disk by its name before anything is kept in it', (t) => {
  const base = makeTestFolder(t)
  const disk = createListedDisk()
  openRealBlobs(join(base, 'data', 'files'), disk)
  assert.deepEqual(disk.synced, [join(base, 'data', 'files'), join(base, 'data'), base])
  openRealBlobs(join(base, 'data', 'files'), disk)
  assert.equal(disk.synced.length, 3, 'once')
})

test('[FIL9] on a disk that is nearly full nothing comes in, and the source is not read', async (t) => {
  const folder = join(makeTestFolder(t), 'files')
  let free = limits.filesDiskReserveBytesMax
  const blobs = openRealBlobs(
    folder,
    createListedDisk(() => free),
  )
  const kept = await stageText(blobs, 'fits')
  await kept.place()
  free--
  let isRead = false
  async function* content(): AsyncGenerator<Uint8Array> {
    isRead = true
    yield Buffer.from('x')
  }
  await assert.rejects(blobs.stage(content(), 100), refusedWith('disk_full'))
  assert.deepEqual([isRead, readdirSync(join(folder, 'arriving'))], [false, []])
  assert.ok(await blobs.open(kept.hash, 4), 'what is there can be read')
})
