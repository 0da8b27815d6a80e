// What can be attached is what `read` could read, on a real disk.

import assert from 'node:assert/strict'
import { linkSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { limits } from '@heddle/contract'
import { openRealFolders } from '../../../../test-support/open-real-folders.ts'
import { MissingFile, useAttached } from './use-attached.ts'
import { FolderTrouble } from './workspace-folder.ts'

function open(t: TestContext) {
  const opened = openRealFolders(t)
  return {
    ...opened,
    take: (path: string) =>
      useAttached(opened.folders, opened.work, path, async ({ content, ...about }) => ({
        ...about,
        text: (await buffer(Readable.from(content))).toString(),
      })),
  }
}

test('[FIL10] [R10] [I40] nothing outside of the folder is attached, by whatever way it is named', async (t) => {
  const { take, work, outside, data, put } = open(t)
  put('here.txt', 'fine')
  mkdirSync(join(work, 'inner'))
  symlinkSync(join(outside, 'secret'), join(work, 'link'))
  symlinkSync(outside, join(work, 'inner/out'))
  symlinkSync('here.txt', join(work, 'alias.txt'))
  linkSync(join(data, 'secret.key'), join(work, 'hard'))
  const ways = [
    'link',
    'inner/out/secret',
    '../outside/secret',
    join(outside, 'secret'),
    'hard',
    'inner',
    '.',
  ]
  for (const path of ways) {
    await assert.rejects(take(path), FolderTrouble, path)
  }
  assert.deepEqual(await take('alias.txt'), { name: 'alias.txt', mediaType: 'text/plain', text: 'fine' })
  assert.equal((await take(join(work, 'here.txt'))).text, 'fine')
})

test('[FIL10] [FIL1] what is empty or too large is refused before it is read', async (t) => {
  const { take, put, work } = open(t)
  put('empty', '')
  put('large', 'x')
  truncateSync(join(work, 'large'), limits.fileBytesMax + 1)
  await assert.rejects(take('empty'), /is empty/)
  await assert.rejects(take('large'), /is too large/)
})

test('[FIL10] a slip in a path is answered with what is nearest to it, in the folder where the way ends', async (t) => {
  const { take, put } = open(t)
  put('out/chart.csv', 'a,b')
  put('report.md', '#')
  const nearest = async (path: string) => {
    try {
      await take(path)
    } catch (error) {
      return error instanceof MissingFile ? error.nearest : String(error)
    }
    return assert.fail(`${path} is there`)
  }
  assert.equal(await nearest('reprot.md'), 'report.md')
  assert.equal(await nearest('out/chrat.csv'), 'out/chart.csv')
  assert.equal(await nearest('ot/chart.csv'), 'out')
  assert.equal(await nearest('something else'), undefined)
})
