// How a start ends that cannot go well: one sentence, its exit code, and nothing destroyed.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { exitCodes } from '@heddle/contract'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { hashFolder, runProcess, startProcess } from '../test-support/run-heddle-process.ts'

/** A data folder with an owner in it and no gateway on it. */
async function openPlace(t: TestContext): Promise<string> {
  const data = join(makeTestFolder(t), 'data')
  const made = await runProcess(['user', 'create', 'ada', '--role', 'owner', '--data', data])
  assert.equal(made.code, 0, made.stderr)
  return data
}

const start = (data: string, ...more: string[]) =>
  runProcess(['start', '--port', '0', '--data', data, ...more])

function assertOneSentence(text: string, words: RegExp): void {
  assert.match(text, words)
  assert.match(text, /^[^\n]+[.?]\n$/, 'one line')
  assert.doesNotMatch(text, /\bat .*:\d+:\d+/, 'no stack')
}

/** The logs may have grown: what happened is written down. */
function withoutLogs(hashes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(hashes).filter(([name]) => !name.startsWith('logs')))
}

/** A small disk of its own, or the reason why there is none. */
function mountDisk(t: TestContext, megabytes: number): { path: string } | { missing: string } {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { missing: 'only root can mount a small disk' }
  const path = mkdtempSync(join(tmpdir(), 'heddle-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', path], {
    encoding: 'utf8',
  })
  t.after(() => {
    if (mounted.status === 0) spawnSync('umount', ['-l', path])
    rmdirSync(path)
  })
  if (mounted.status !== 0)
    return { missing: `a small disk cannot be mounted here: ${mounted.stderr?.trim()}` }
  return { path }
}

function fill(path: string): void {
  const block = Buffer.alloc(65_536, 1)
  for (let i = 0; ; i++) {
    try {
      writeFileSync(join(path, `filler-${i}`), block)
    } catch {
      return
    }
  }
}

test('[OPS1] a full disk ends the start with one sentence, and nothing is lost', async (t) => {
  const disk = mountDisk(t, 4)
  if ('missing' in disk) return t.skip(disk.missing)
  const data = join(disk.path, 'data')
  await runProcess(['user', 'create', 'ada', '--role', 'owner', '--data', data])
  fill(disk.path)
  const before = withoutLogs(hashFolder(data))
  const ended = await start(data)
  assert.equal(ended.code, exitCodes.diskFull)
  assertOneSentence(
    ended.stderr,
    /^The disk of the data folder .* is full; free some space and start again\.$/m,
  )
  assert.deepEqual(withoutLogs(hashFolder(data)), before)
  const fresh = await start(join(disk.path, 'fresh'))
  assert.equal(fresh.code, exitCodes.diskFull)
})

test('[OPS1] a disk that fills up refuses what it cannot save, and goes on when there is room again', async (t) => {
  const disk = mountDisk(t, 6)
  if ('missing' in disk) return t.skip(disk.missing)
  const data = join(disk.path, 'data')
  await runProcess(['user', 'create', 'ada', '--role', 'owner', '--data', data])
  const gateway = await startProcess(t, ['--data', data])
  fill(disk.path)
  const secret = 'x'.repeat(60_000)
  const refusedOne = await runProcess(['secret', 'set', 'big', '--data', data], { stdin: secret })
  assert.equal(refusedOne.code, exitCodes.diskFull, refusedOne.stderr)
  assertOneSentence(
    refusedOne.stderr,
    /^The disk is full\. Nothing was saved; free some space and try again\.$/m,
  )
  const backup = await runProcess(['backup', '--to', join(disk.path, 'backup'), '--data', data])
  assert.equal(backup.code, exitCodes.diskFull, backup.stderr)
  for (const name of readdirSync(disk.path)) if (name.startsWith('filler-')) rmSync(join(disk.path, name))
  const kept = await runProcess(['secret', 'set', 'big', '--data', data], { stdin: secret })
  assert.equal(kept.code, 0, kept.stderr)
  assert.equal(await gateway.end('SIGTERM'), 0)
  const list = await runProcess(['secret', 'list', '--json', '--data', data])
  assert.match(list.stdout, /"big"/)
})

test('[OPS1] a file in the folder’s place ends the start, and stays as it is', async (t) => {
  const file = join(makeTestFolder(t), 'data')
  writeFileSync(file, 'a letter')
  const ended = await start(file)
  assert.equal(ended.code, exitCodes.folderUnusable)
  assertOneSentence(
    ended.stderr,
    /^The data folder .* is a file, not a folder; choose another with --data\.$/m,
  )
  assert.equal(readFileSync(file, 'utf8'), 'a letter')
})

test('[OPS1] a read-only disk ends the start', async (t) => {
  const disk = mountDisk(t, 4)
  if ('missing' in disk) return t.skip(disk.missing)
  const data = join(disk.path, 'data')
  await runProcess(['user', 'create', 'ada', '--role', 'owner', '--data', data])
  const before = hashFolder(data)
  assert.equal(spawnSync('mount', ['-o', 'remount,ro', disk.path]).status, 0)
  const ended = await start(data)
  assert.equal(ended.code, exitCodes.folderUnusable)
  assertOneSentence(
    ended.stderr,
    /^The data folder .* lies on a read-only disk; choose another with --data\.$/m,
  )
  assert.deepEqual(hashFolder(data), before)
})

test('[OPS1] a folder or a database of someone else ends the start', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can start it as another user')
  const data = await openPlace(t)
  const nobody = 65_534
  const probe = await runProcess(['--version'], { uid: nobody })
  if (probe.code !== 0) return t.skip('another user cannot read this clone')
  chmodSync(join(data, '..'), 0o755)
  const before = hashFolder(data)
  const asNobody = () => runProcess(['start', '--port', '0', '--data', data], { uid: nobody })
  const closed = await asNobody()
  assert.equal(closed.code, exitCodes.folderUnusable)
  assertOneSentence(closed.stderr, /^This user may not read and write the data folder /)

  chmodSync(data, 0o777)
  const files = await asNobody()
  assert.equal(files.code, exitCodes.folderUnusable, files.stderr)
  assertOneSentence(
    files.stderr,
    /^The files in the data folder .* cannot be read and written by this user\.$/m,
  )
  assert.deepEqual(hashFolder(data), before)
})

for (const [where, from, to] of [
  ['header', 0, 100],
  ['middle', 4_096 * 3, 4_096 * 5],
] as const) {
  test(`[OPS1] a database with a damaged ${where} ends the start and is left as it is`, async (t) => {
    const data = await openPlace(t)
    const path = join(data, 'heddle.db')
    const bytes = readFileSync(path)
    assert(bytes.length > to)
    bytes.fill(0xa5, from, to)
    writeFileSync(path, bytes)
    const before = withoutLogs(hashFolder(data))
    for (const args of [
      ['start', '--port', '0'],
      ['user', 'list'],
    ]) {
      const ended = await runProcess([...args, '--data', data])
      assert.equal(ended.code, exitCodes.databaseDamaged, ended.stderr)
      assertOneSentence(
        ended.stderr,
        /^The database in the data folder .* is damaged, so nothing was changed/,
      )
      assert.deepEqual(withoutLogs(hashFolder(data)), before)
    }
  })
}

for (const [where, from, to] of [
  ['header', 0, 100],
  ['middle', 4_096 * 3, 4_096 * 5],
] as const) {
  test(`[OPS1] a database with a damaged ${where} keeps the log that a killed gateway left beside it`, async (t) => {
    const data = await openPlace(t)
    const gateway = await startProcess(t, ['--data', data])
    assert.equal(await gateway.end('SIGKILL'), 'SIGKILL')
    const path = join(data, 'heddle.db')
    const bytes = readFileSync(path)
    bytes.fill(0xa5, from, to)
    writeFileSync(path, bytes)
    assert.ok(statSync(`${path}-wal`).size > 0)
    const hashes = () => {
      const { 'heddle.db': database, 'heddle.db-wal': log } = hashFolder(data)
      return { database, log }
    }
    const before = hashes()
    for (const args of [['start', '--port', '0'], ['user', 'list'], ['doctor']]) {
      const ended = await runProcess([...args, '--data', data])
      if (args[0] === 'doctor') assert.match(ended.stdout, /damaged/)
      else assert.equal(ended.code, exitCodes.databaseDamaged, ended.stderr)
      assert.deepEqual(hashes(), before, args[0])
    }
  })
}

test('[OPS1] a port that is taken ends the start, and the data is as it was', async (t) => {
  const data = await openPlace(t)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const ended = await runProcess(['start', '--port', port, '--data', data])
  assert.equal(ended.code, exitCodes.portTaken)
  assertOneSentence(ended.stderr, new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken`))
  const list = await runProcess(['user', 'list', '--data', data])
  assert.match(list.stdout, /@ada/)
})

test('[OPS1] a second process on the folder is refused and changes nothing', async (t) => {
  const data = await openPlace(t)
  const first = await startProcess(t, ['--data', data])
  const before = withoutLogs(hashFolder(data))
  const ended = await start(data)
  assert.equal(ended.code, exitCodes.folderInUse)
  assertOneSentence(ended.stderr, /^Another Heddle is using the data folder /)
  assert.deepEqual(withoutLogs(hashFolder(data)), before)
  const restore = await runProcess(['restore', data, '--force', '--data', data])
  assert.equal(restore.code, exitCodes.folderInUse)
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
  assert.equal(await first.end('SIGTERM'), 0)
})

test('[OPS2] a wrong configuration ends the start before anything is opened', async (t) => {
  const data = await openPlace(t)
  writeFileSync(join(data, 'heddle.json5'), '{ server: { prot: 7420 } }')
  const before = hashFolder(data)
  const one = await start(data)
  assert.equal(one.code, exitCodes.configuration)
  assertOneSentence(
    one.stderr,
    /heddle\.json5: server\.prot is not a key that exists; did you mean server\.port\?$/m,
  )
  assert.deepEqual(hashFolder(data), before)
  writeFileSync(join(data, 'heddle.json5'), '{\n  server: {\n')
  const syntax = await start(data)
  assert.equal(syntax.code, exitCodes.configuration)
  assertOneSentence(syntax.stderr, /heddle\.json5:3:1: invalid end of input\.$/m)
  const missing = await start(data, '--config', join(data, 'none.json5'))
  assert.equal(missing.code, exitCodes.configuration)
  assertOneSentence(missing.stderr, /^There is no configuration file /)
  const port = await runProcess(['start', '--data', data], { env: { PORT: 'many' } })
  assert.equal(port.code, exitCodes.configuration)
})

test('[OPS5] a newer schema ends the start and is left as it is', async (t) => {
  const data = await openPlace(t)
  const path = join(data, 'heddle.db')
  const database = new DatabaseSync(path)
  database.exec('pragma user_version = 9999')
  database.close()
  const before = withoutLogs(hashFolder(data))
  const ended = await start(data)
  assert.equal(ended.code, exitCodes.schemaTooNew)
  assertOneSentence(ended.stderr, /^This data folder was written by a newer Heddle \(schema 9999/)
  assert.deepEqual(withoutLogs(hashFolder(data)), before)
})

test('[SEC1] a key that is none ends the start, and is not replaced', async (t) => {
  const data = await openPlace(t)
  const path = join(data, 'secret.key')
  writeFileSync(path, 'not a key\n')
  const ended = await start(data)
  assert.equal(ended.code, exitCodes.configuration)
  assertOneSentence(ended.stderr, /secret\.key does not hold a key/)
  assert.equal(readFileSync(path, 'utf8'), 'not a key\n')
  assert.equal(statSync(path).mode & 0o777, 0o600)
})

test('[OPS1] a folder whose path is too long for a socket is refused, unless it is near', async (t) => {
  const near = join(makeTestFolder(t), 'x'.repeat(120))
  mkdirSync(near)
  const far = await start(join(near, 'data'))
  assert.equal(far.code, exitCodes.folderUnusable)
  assertOneSentence(far.stderr, /too long for a socket \(103 bytes\); use a shorter one\.$/m)
  const gateway = await startProcess(t, ['--data', 'data'], { cwd: near })
  const made = await runProcess(['user', 'create', 'ada', '--role', 'owner', '--data', 'data'], { cwd: near })
  assert.equal(made.code, 0, made.stderr)
  assert.equal(await gateway.end('SIGTERM'), 0)
})
