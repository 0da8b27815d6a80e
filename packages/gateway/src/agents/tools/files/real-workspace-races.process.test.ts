// Somebody exchanges folders and files for links, as fast as a process can, while they are read and written. Nothing
// outside may be read or written, however often it is tried.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { openRealFolders, secretText, unsyncedDisk } from '../../../../test-support/open-real-folders.ts'
import { readAll } from '../../../../test-support/workspace-folder-suite.ts'
import { createRealWorkspaceFolders } from './real-workspace-folder.ts'
import { FolderTrouble } from './workspace-folder.ts'

const triesMin = 2_000

interface Exchange {
  folder: string
  name: string
  target: string
}

/** Tries while `name` is exchanged for a link to `target` and back, over and over. */
async function tryWhileExchanged(
  { folder, name, target }: Exchange,
  attempt: () => Promise<void>,
): Promise<void> {
  const program = `
    const fs = require('node:fs')
    process.chdir(${JSON.stringify(folder)})
    const [name, target] = ${JSON.stringify([name, target])}
    console.log('begun')
    for (;;) {
      try {
        fs.renameSync(name, name + '.real')
        fs.symlinkSync(target, name)
        fs.unlinkSync(name)
        fs.renameSync(name + '.real', name)
      } catch {
        // The writer made a folder of that name while there was none; it may just be at it again.
        try {
          fs.rmSync(name, { recursive: true, force: true })
          fs.renameSync(name + '.real', name)
        } catch {}
      }
    }`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  try {
    await once(child.stdout, 'data')
    await tryUntilBoth(attempt)
  } finally {
    child.kill('SIGKILL')
    await gone
  }
}

/** Until it was tried often enough, and both have happened: it was let in, and a link was met. */
async function tryUntilBoth(attempt: () => Promise<void>): Promise<void> {
  let ins = 0
  let links = 0
  for (let tries = 0; tries < triesMin || ins === 0 || links === 0; tries++) {
    try {
      await attempt()
      ins++
    } catch (error) {
      assert.ok(error instanceof FolderTrouble, String(error))
      if (error.code === 'outside') links++
    }
  }
}

test('[R10] [I40] a folder that is exchanged for a link out of the workspace gains nothing for who reads', async (t) => {
  const { work, outside, folder, put } = openRealFolders(t)
  put('dir/secret', 'inside')
  await tryWhileExchanged({ folder: work, name: 'dir', target: outside }, async () => {
    assert.equal((await readAll(folder, ['dir', 'secret'])).text, 'inside')
    const { entries } = await folder.listFolder(['dir'])
    assert.deepEqual(
      entries.map(({ bytes }) => bytes),
      ['inside'.length],
    )
  })
})

test('[R10] [I40] a folder that is exchanged for a link gains nothing for who writes', async (t) => {
  const { work, outside, folder, put, lookOutside } = openRealFolders(t, { disk: unsyncedDisk })
  const before = lookOutside()
  put('dir/deep/secret', 'inside')
  mkdirSync(join(outside, 'deep'))
  writeFileSync(join(outside, 'deep', 'secret'), secretText)
  let content = 0
  await tryWhileExchanged({ folder: work, name: 'dir', target: outside }, async () => {
    const path = ['dir', 'deep', 'secret']
    const version = await folder.readFile(path, async (file) => file.version)
    await folder.writeFile(path, Buffer.from(`inside ${++content}`), version)
    await folder.writeFile(['dir', `new${content}`, 'x'], Buffer.from('inside'), null)
  })
  assert.equal(readFileSync(join(outside, 'deep', 'secret'), 'utf8'), secretText)
  rmSync(join(outside, 'deep'), { recursive: true })
  assert.deepEqual(lookOutside(), before, 'and no file was left there')
})

test('[R10] [I40] a file that is exchanged for a link out gains nothing', async (t) => {
  const { work, outside, folder, put, lookOutside } = openRealFolders(t, { disk: unsyncedDisk })
  const before = lookOutside()
  put('file', 'inside')
  await tryWhileExchanged({ folder: work, name: 'file', target: join(outside, 'secret') }, async () => {
    const { text, version } = await folder.readFile(['file'], async (file) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of file.chunks()) chunks.push(chunk)
      return { text: Buffer.concat(chunks).toString('utf8'), version: file.version }
    })
    assert.match(text, /^inside/)
    await folder.writeFile(['file'], Buffer.from('inside, written'), version)
  })
  assert.deepEqual(lookOutside(), before)
})

test('[R10] whatever links there are, a path leads where the system says, or nowhere', async () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const way = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
  const target = fc
    .array(fc.oneof(name, fc.constantFrom('..', '.', 'work', 'outside')), { minLength: 1, maxLength: 5 })
    // "file/." leads nowhere for the system, and to the file for us: inside either way.
    .map((names) => (names.at(-1) === '.' ? [...names, 'a'] : names).join('/'))
  const thing = fc.oneof(
    fc.record({ kind: fc.constant('file' as const), at: way }),
    fc.record({ kind: fc.constant('link' as const), at: way, target, isAbsolute: fc.boolean() }),
  )
  const asked = fc.array(way, { minLength: 5, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(thing, { minLength: 2, maxLength: 14 }), asked, async (things, paths) => {
      const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'heddle-test-')))
      try {
        const work = join(base, 'work')
        for (const folder of ['work', 'outside', 'outside/a']) mkdirSync(join(base, folder))
        for (const secret of ['b', 'a/b', 'a/c']) writeFileSync(join(base, 'outside', secret), secretText)
        for (const one of things) plant(work, one)
        const places = { data: join(base, 'data'), workspaces: join(base, 'data', 'w'), files: [] }
        for (const way of ['descriptor', 'path'] as const) {
          const folder = createRealWorkspaceFolders({ places, way }).open(work)
          for (const path of [...paths, ...things.map(({ at }) => at)]) {
            const real = realPathOf(join(work, path))
            const text = await readAll(folder, path.split('/')).then(
              (file) => file.text,
              (error: unknown) => assert.ok(error instanceof FolderTrouble, String(error)),
            )
            if (text === undefined) continue
            assert.ok(real !== undefined && !relative(work, real).startsWith('..'), `${path} is inside`)
            assert.equal(text, readFileSync(real, 'utf8'))
          }
        }
      } finally {
        rmSync(base, { recursive: true, force: true })
      }
    }),
    { numRuns: 60 },
  )
})

type Planted =
  | { kind: 'file'; at: string }
  | { kind: 'link'; at: string; target: string; isAbsolute: boolean }

/** What cannot stand there is left out. */
function plant(work: string, thing: Planted): void {
  const path = join(work, thing.at)
  try {
    mkdirSync(resolve(path, '..'), { recursive: true })
    if (thing.kind === 'file') writeFileSync(path, `text of ${thing.at}`, { flag: 'wx' })
    else symlinkSync(thing.isAbsolute ? join(work, thing.target) : thing.target, path)
  } catch {
    // A file is in the way, or a link that leads nowhere.
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
