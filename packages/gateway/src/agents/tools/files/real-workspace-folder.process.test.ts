// Every way that is known to get out of a folder, tried on a real disk.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { failDisk, openRealFolders, watchDisk } from '../../../../test-support/open-real-folders.ts'
import {
  readAll,
  runWorkspaceFolderSuite,
  troubled,
} from '../../../../test-support/workspace-folder-suite.ts'
import { makeTestFolder } from '../../../../test-support/create-test-world.ts'
import { createRealWorkspaceFolders } from './real-workspace-folder.ts'
import { threadFolderDisk } from './real-thread-disk.ts'
import { createWalkNotes, walkFolder } from './walk-folder.ts'
import type { WorkspaceFolder } from './workspace-folder.ts'

const ways = ['descriptor', 'path'] as const

for (const way of ways) {
  for (const [of, disk] of [
    ['the main thread', undefined],
    ['a thread of its own', threadFolderDisk],
  ] as const) {
    runWorkspaceFolderSuite(`on disk by ${way}, for ${of}`, async () => {
      const made = openFor(way, disk)
      return { folder: made.folder, close: async () => made.close() }
    })
  }
}

function openFor(way: (typeof ways)[number], disk: typeof threadFolderDisk | undefined) {
  const after: (() => void)[] = []
  const t = { after: (run: () => void) => void after.push(run) } as Pick<TestContext, 'after'> as TestContext
  const opened = openRealFolders(t, { way, ...(disk && { disk }) })
  return { folder: opened.folder, close: () => after.forEach((run) => run()) }
}

const text = async (folder: WorkspaceFolder, path: string) => (await readAll(folder, path.split('/'))).text
const write = (folder: WorkspaceFolder, path: string, content = 'x') =>
  folder.writeFile(path.split('/'), Buffer.from(content), null)

for (const way of ways) {
  test(`[R10] by ${way}: a link that leads out is refused, wherever it stands, also for writing`, async (t) => {
    const { work, outside, folder, lookOutside } = openRealFolders(t, { way })
    const before = lookOutside()
    mkdirSync(join(work, 'a'))
    symlinkSync('../outside/secret', join(work, 'file'))
    symlinkSync('../outside', join(work, 'folder'))
    symlinkSync(outside, join(work, 'absolute'))
    symlinkSync('../../outside/new', join(work, 'a', 'dangling'))
    symlinkSync('/proc/self/root', join(work, 'root'))
    symlinkSync('/proc/self/environ', join(work, 'environ'))
    symlinkSync('/dev/zero', join(work, 'zero'))
    symlinkSync('..', join(work, 'up'))
    symlinkSync('a/../..', join(work, 'detour'))
    for (const path of [
      'file',
      'folder/secret',
      'absolute/secret',
      'root/etc/passwd',
      'environ',
      'zero',
      'up/outside/secret',
      'detour/outside/secret',
    ]) {
      await assert.rejects(text(folder, path), troubled('outside'), path)
    }
    for (const path of [
      'file',
      'folder/new',
      'absolute/new',
      'a/dangling',
      'up/outside/new',
      'folder/made/new',
    ]) {
      await assert.rejects(write(folder, path), troubled('outside'), path)
    }
    for (const path of ['folder', 'absolute', 'up', 'root']) {
      await assert.rejects(folder.listFolder([path]), troubled('outside'), path)
    }
    assert.deepEqual(lookOutside(), before)
  })

  test(`[R10] by ${way}: a link that stays inside leads where it says`, async (t) => {
    const { work, folder, put, see } = openRealFolders(t, { way })
    put('a/b/file', 'inside')
    symlinkSync('a/b', join(work, 'relative'))
    symlinkSync(join(work, 'a', 'b'), join(work, 'absolute'))
    symlinkSync('../..', join(work, 'a', 'b', 'top'))
    symlinkSync('relative/../b/file', join(work, 'physical'))
    symlinkSync('a/b/made', join(work, 'dangling'))
    symlinkSync('.', join(work, 'dot'))
    for (const path of [
      'relative/file',
      'absolute/file',
      'a/b/top/a/b/file',
      'physical',
      'dot/dot/a/b/file',
    ]) {
      assert.equal(await text(folder, path), 'inside', path)
    }
    assert.deepEqual((await folder.listFolder(['relative', 'top', 'a'])).entries, [
      { name: 'b', kind: 'folder', bytes: 0 },
    ])
    await write(folder, 'dangling', 'made')
    assert.equal(see('a/b/made'), 'made')
    assert.equal(await text(folder, 'dangling'), 'made')
  })

  test(`[R10] [R12] by ${way}: links that lead in circles, and long chains of them, end`, async (t) => {
    const { work, folder, put } = openRealFolders(t, { way })
    symlinkSync('loop', join(work, 'loop'))
    symlinkSync('b', join(work, 'a'))
    symlinkSync('a', join(work, 'b'))
    symlinkSync('grow/x/y', join(work, 'grow'))
    put('chain0', 'end')
    for (let at = 1; at <= 60; at++) symlinkSync(`chain${at - 1}`, join(work, `chain${at}`))
    for (const path of ['loop', 'a', 'loop/x', 'grow/z', 'chain60']) {
      await assert.rejects(text(folder, path), troubled('failed'), path)
      await assert.rejects(write(folder, path), troubled('failed'), path)
    }
    assert.equal(await text(folder, 'chain40'), 'end')
  })

  test(`[R10] by ${way}: what is no file is neither read nor written, and nobody waits for it`, async (t) => {
    const { work, folder } = openRealFolders(t, { way })
    execFileSync('mkfifo', [join(work, 'pipe')])
    const server = createServer().listen(join(work, 'socket'))
    await new Promise((resolve) => server.once('listening', resolve))
    t.after(() => server.close())
    for (const path of ['pipe', 'socket']) {
      await assert.rejects(text(folder, path), troubled('not_a_file'), path)
      await assert.rejects(write(folder, path), troubled('not_a_file'), path)
    }
    const { entries } = await folder.listFolder([])
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['other', 'other'],
    )
  })

  test(`[R10] by ${way}: a file with a second name is not written`, async (t) => {
    const { work, outside, folder, lookOutside } = openRealFolders(t, { way })
    const before = lookOutside()
    linkSync(join(outside, 'secret'), join(work, 'twin'))
    const version = await folder.readFile(['twin'], async (file) => file.version)
    await assert.rejects(folder.writeFile(['twin'], Buffer.from('x'), version), troubled('not_allowed'))
    assert.deepEqual(lookOutside(), before)
  })
}

test('[R10] with the whole machine as a folder, the kernel and its devices stay out of reach', async (t) => {
  const { places } = openRealFolders(t)
  const folder = createRealWorkspaceFolders({ places }).open('/')
  for (const path of [
    'proc/self/environ',
    'proc/self/root/etc/hostname',
    'proc/1/maps',
    'proc/self/fd/0',
    'sys/kernel/notes',
  ]) {
    await assert.rejects(text(folder, path), troubled('forbidden'), path)
  }
  await assert.rejects(folder.listFolder(['proc', 'self']), troubled('forbidden'))
  await assert.rejects(folder.listFolder(['proc']), troubled('forbidden'))
  await assert.rejects(
    createRealWorkspaceFolders({ places }).open('/proc/self').listFolder([]),
    troubled('forbidden'),
  )
  for (const path of ['dev/zero', 'dev/null', 'dev/tty']) await assert.rejects(text(folder, path), /./, path)
})

test('[R10] [R20] what is Heddle’s own is out of reach, also if a folder is set around it or inside it', async (t) => {
  const { base, data, work, folders, folder, places, lookOutside } = openRealFolders(t)
  const before = lookOutside()
  writeFileSync(join(base, 'heddle.json5'), '{}')
  const around = folders.open(base)
  linkSync(join(data, 'secret.key'), join(work, 'key'))
  symlinkSync('data', join(base, 'link'))
  for (const path of [
    'data/secret.key',
    'link/secret.key',
    'work/key',
    'heddle.json5',
    'data/./secret.key',
  ]) {
    await assert.rejects(text(around, path), troubled('forbidden'), path)
  }
  await assert.rejects(text(folder, 'key'), troubled('forbidden'))
  for (const path of ['data/new', 'link/new', 'heddle.json5', 'HEDDLE.JSON5', 'data/workspaces/a/x']) {
    await assert.rejects(write(around, path), troubled('forbidden'), path)
  }
  rmSync(join(base, 'heddle.json5'))
  await assert.rejects(write(around, 'heddle.json5'), troubled('forbidden'), 'also if there is none yet')
  await assert.rejects(around.listFolder(['data']), troubled('forbidden'))
  for (const root of [data, join(data, 'logs'), join(data, 'workspaces')]) {
    mkdirSync(root, { recursive: true })
    await assert.rejects(folders.open(root).listFolder([]), troubled('forbidden'), root)
  }
  symlinkSync(join(data, 'logs'), join(base, 'other'))
  await assert.rejects(folders.open(join(base, 'other')).listFolder([]), troubled('forbidden'))
  const own = join(places.workspaces, 'main')
  await folders.make(own)
  await write(folders.open(own), 'a/b', 'mine')
  assert.equal(await text(folders.open(own), 'a/b'), 'mine')
  rmSync(join(data, 'logs'), { recursive: true })
  rmSync(join(data, 'workspaces'), { recursive: true })
  assert.deepEqual(lookOutside(), before)
})

test('[AGT5] the folder that Heddle gives an agent is made when it is first needed, for its owner alone', async (t) => {
  const { places, folders, base } = openRealFolders(t)
  const own = join(places.workspaces, 'main')
  await assert.rejects(folders.open(own).listFolder([]), troubled('missing'))
  await folders.make(own)
  await folders.make(own)
  assert.deepEqual((await folders.open(own).listFolder([])).entries, [])
  assert.deepEqual(
    [own, places.workspaces].map((path) => statSync(path).mode & 0o777),
    [0o700, 0o700],
  )
  await folders.make(join(base, 'configured'))
  assert.deepEqual(readdirSync(base).sort(), ['data', 'outside', 'work'], 'a configured one is not')
})

test('[R10] Git’s own files are not written, whatever the way to them', async (t) => {
  const { work, folder, put, see } = openRealFolders(t)
  put('.git/config', 'kept')
  symlinkSync('.git', join(work, 'link'))
  for (const path of ['.git/hooks/pre-commit', '.GIT/config', 'sub/.git/config', 'link/config', '.git']) {
    await assert.rejects(write(folder, path), troubled('forbidden'), path)
  }
  assert.equal(await text(folder, '.git/config'), 'kept')
  assert.equal(see('.git/config'), 'kept')
  await write(folder, '.gitignore', 'fine')
})

test('[I40] no file is opened outside of the folder, whatever is asked for', async (t) => {
  const touched: string[] = []
  const { work, folder, put } = openRealFolders(t, { disk: watchDisk((path) => touched.push(path)) })
  put('a/b', 'inside')
  symlinkSync('../outside', join(work, 'out'))
  symlinkSync('../../outside/secret', join(work, 'a', 'out'))
  symlinkSync('a', join(work, 'in'))
  symlinkSync('/', join(work, 'root'))
  const paths = [
    'a/b',
    'in/b',
    'in/new',
    'out/secret',
    'out/new',
    'a/out',
    'root/etc/passwd',
    'none/none',
    'out',
    '.',
    'new/new/new',
  ]
  for (const path of paths) {
    const names = path.split('/').filter((name) => name !== '.')
    await Promise.allSettled([
      readAll(folder, names),
      folder.writeFile(names, Buffer.from('x'), null),
      folder.listFolder(names),
    ])
  }
  assert.ok(touched.length > 50)
  assert.deepEqual(
    touched.filter((path) => path !== work && !path.startsWith(`${work}/`)),
    [],
  )
})

test('[AGT5] a file is replaced whole, keeps its rights, and leaves nothing beside it', async (t) => {
  const { work, folder, put, see } = openRealFolders(t)
  put('script', 'one')
  chmodSync(join(work, 'script'), 0o750)
  const version = await folder.readFile(['script'], async (file) => file.version)
  await folder.writeFile(['script'], Buffer.from('two'), version)
  assert.deepEqual([see('script'), statSync(join(work, 'script')).mode & 0o7777], ['two', 0o750])
  put('fixed', 'one')
  chmodSync(join(work, 'fixed'), 0o444)
  const fixed = await folder.readFile(['fixed'], async (file) => file.version)
  await assert.rejects(folder.writeFile(['fixed'], Buffer.from('two'), fixed), troubled('not_allowed'))
  assert.deepEqual(readdirSync(work).sort(), ['fixed', 'script'])
})

test('[AGT5] a disk that is full, read-only or broken changes nothing, and is told in a sentence', async (t) => {
  const troubles = [
    ['write', 'ENOSPC', 'disk_full'],
    ['sync', 'EDQUOT', 'disk_full'],
    ['sync', 'EIO', 'failed'],
    ['rename', 'EACCES', 'not_allowed'],
    ['rename', 'EXDEV', 'failed'],
    ['open', 'EROFS', 'not_allowed'],
    ['open', 'EMFILE', 'failed'],
  ] as const
  for (const [verb, code, trouble] of troubles) {
    const isPart = (path: string) => verb === 'rename' || path.endsWith('.heddle-part')
    const { work, folder, put, see } = openRealFolders(t, { disk: failDisk(verb, code, isPart) })
    put('file', 'before')
    const version = await folder.readFile(['file'], async (file) => file.version)
    await assert.rejects(folder.writeFile(['file'], Buffer.from('after'), version), troubled(trouble), code)
    await assert.rejects(write(folder, 'new'), troubled(trouble), code)
    assert.deepEqual([readdirSync(work), see('file')], [['file'], 'before'], code)
  }
  const { folder } = openRealFolders(t, { disk: failDisk('mkdir', 'EACCES') })
  await assert.rejects(write(folder, 'a/b'), troubled('not_allowed'))
})

test('[AGT5] a file that changes before it is replaced is not', async (t) => {
  const { folder, put, see } = openRealFolders(t)
  put('file', 'before')
  const version = await folder.readFile(['file'], async (file) => file.version)
  put('file', 'by someone else')
  await assert.rejects(folder.writeFile(['file'], Buffer.from('after'), version), troubled('changed'))
  assert.equal(see('file'), 'by someone else')
})

test('[R12] a file that grows while it is read comes to an end, and one that shrinks too', async (t) => {
  const { work, folder, put } = openRealFolders(t)
  put('log', 'x'.repeat(200_000))
  let bytes = 0
  await folder.readFile(['log'], async (file) => {
    for await (const chunk of file.chunks()) {
      bytes += chunk.length
      appendFileSync(join(work, 'log'), 'y'.repeat(100_000))
    }
  })
  assert.equal(bytes, 200_000)
  await folder.readFile(['log'], async (file) => {
    bytes = 0
    for await (const chunk of file.chunks()) {
      bytes += chunk.length
      truncateSync(join(work, 'log'), 10)
    }
    assert.ok(bytes < file.bytes)
  })
})

test('[R12] folders that vanish in the middle, and those without end, are counted and passed', async (t) => {
  const { work, folder, put } = openRealFolders(t)
  for (const name of ['a', 'b', 'c']) put(`${name}/file`, '')
  const notes = createWalkNotes()
  const seen: string[] = []
  for await (const { path } of walkFolder(folder, [], 9, notes)) {
    seen.push(path.join('/'))
    rmSync(join(work, 'b'), { recursive: true, force: true })
  }
  assert.deepEqual([seen, notes.unread], [['a', 'a/file', 'b', 'c', 'c/file'], 1])
  mkdirSync(join(work, 'deep/'.repeat(700)), { recursive: true })
  const deepNotes = createWalkNotes()
  let deepest = 0
  for await (const { path } of walkFolder(folder, [], 9_999, deepNotes))
    deepest = Math.max(deepest, path.length)
  assert.deepEqual([deepest, deepNotes.cut], [64, 1])
})

test('[R12] of a folder without end so many names are taken', async (t) => {
  const base = makeTestFolder(t)
  const endless = {
    ...threadFolderDisk,
    async *names() {
      for (let at = 0; ; at++) yield `f${at}`
    },
    lstat: async (path: string) => threadFolderDisk.lstat(path.replace(/f\d+$/, '')),
  }
  const places = { data: join(base, 'd'), workspaces: join(base, 'd', 'w'), files: [] }
  const folder = createRealWorkspaceFolders({ places, disk: endless, way: 'descriptor' }).open(base)
  const { entries, isWhole } = await folder.listFolder([])
  assert.deepEqual([entries.length, isWhole], [10_000, false])
})

test('[R10] names that differ only in case, or have odd signs, are names like any other', async (t) => {
  const { work, folder } = openRealFolders(t)
  const names = ['File', 'file', 'new\nline', '\x1b[31m', 'é', 'e\u0301', '-rf', '*', ' ', '%2e%2e']
  for (const name of names) await folder.writeFile([name], Buffer.from(name), null)
  assert.equal(readdirSync(work).length, names.length)
  for (const name of names) assert.equal((await readAll(folder, [name])).text, name)
})
