import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findProgram, programFolder } from '../../packages/gateway/bin/find-program.js'
import { makeFolder } from '../testing/make-folder.ts'
import { bundleProgram, bundleProgramIfStale } from './bundle-program.ts'

const entry = 'packages/gateway/src/main.ts'
const files = {
  'package.json': '{"type": "module"}',
  [entry]: `
    import { word } from './word.ts'
    const { late } = await import('./late.ts')
    console.log(word as string, late, import.meta.dirname)
  `,
  'packages/gateway/src/word.ts': `export const word: string = 'first'`,
  'packages/gateway/src/late.ts': `export const late = 'late'`,
}

const run = (program: string) => execFileSync(process.execPath, [program], { encoding: 'utf8' }).trim()
const bundles = (root: string) =>
  readdirSync(join(root, programFolder), { withFileTypes: true }).filter((one) => one.isDirectory()).length

test('[REP15] the program as a few files does what its sources do, from where they are', async (t) => {
  const root = makeFolder(t, files)
  assert.equal(findProgram(root), undefined)
  assert.equal(await bundleProgramIfStale(root, entry), true)
  const program = findProgram(root)
  assert.ok(program)
  const src = join(root, 'packages/gateway/src')
  assert.equal(run(program), `first late ${src}`)
  assert.equal(run(program), run(join(root, entry)))
})

test('[REP15] an edit makes it void at once, and the next one is another; what runs keeps its own', async (t) => {
  const root = makeFolder(t, files)
  await bundleProgram(root, entry)
  const before = findProgram(root)
  assert.ok(before)
  writeFileSync(join(root, 'packages/gateway/src/word.ts'), `export const word = 'second word'`)
  assert.equal(findProgram(root), undefined)
  await bundleProgramIfStale(root, entry)
  const after = findProgram(root)
  assert.ok(after)
  assert.match(run(after), /^second word/)
  assert.match(run(before), /^first/)
  for (let i = 0; i < 4; i++) {
    writeFileSync(join(root, 'packages/gateway/src/word.ts'), `export const word = 'word ${i}'`)
    await bundleProgram(root, entry)
  }
  assert.equal(bundles(root), 3)
})
