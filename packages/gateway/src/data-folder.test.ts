import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { chooseDataFolder, chooseSocketPath, explainFolderError, openDataFolder } from './data-folder.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

test('[OPS1] the folder is the flag’s, the environment’s, or .heddle', () => {
  const env = { HEDDLE_DATA: 'from-env' }
  assert.equal(chooseDataFolder({ flag: '/a/b', env, cwd: '/c' }), '/a/b')
  assert.equal(chooseDataFolder({ flag: 'x', env, cwd: '/c' }), '/c/x')
  assert.equal(chooseDataFolder({ env, cwd: '/c' }), '/c/from-env')
  assert.equal(chooseDataFolder({ env: { HEDDLE_DATA: '' }, cwd: '/c' }), '/c/.heddle')
})

test('[OPS1] a new folder, and every file made after, is for its owner alone', (t) => {
  const path = join(makeTestFolder(t), 'deep', 'data')
  openDataFolder(path)
  assert.equal(modeOf(path), 0o700)
  const file = join(path, 'some-file')
  writeFileSync(file, '')
  assert.equal(modeOf(file), 0o600)
  assert.deepEqual(readdirSync(path), ['some-file'], 'the probe leaves nothing behind')
})

test('[OPS1] a folder that was made beforehand is closed to others, one with other things in it is left', (t) => {
  const base = makeTestFolder(t)
  const prepared = join(base, 'prepared')
  mkdirSync(prepared)
  chmodSync(prepared, 0o755)
  openDataFolder(prepared)
  assert.equal(modeOf(prepared), 0o700)

  const ours = join(base, 'ours')
  mkdirSync(ours)
  writeFileSync(join(ours, 'heddle.json5'), '{}')
  chmodSync(ours, 0o755)
  openDataFolder(ours)
  assert.equal(modeOf(ours), 0o700)

  const home = join(base, 'home')
  mkdirSync(home)
  writeFileSync(join(home, 'letter.txt'), '')
  chmodSync(home, 0o755)
  openDataFolder(home)
  assert.equal(modeOf(home), 0o755)
})

test('[OPS1] a file in the folder’s place, or in its way, is told in one sentence', (t) => {
  const file = join(makeTestFolder(t), 'file')
  writeFileSync(file, 'keep me')
  const expected = {
    name: 'FolderUnusable',
    message: /is a file, not a folder; choose another with --data\.$/,
  }
  assert.throws(() => openDataFolder(file), expected)
  assert.throws(() => openDataFolder(join(file, 'below')), expected)
})

test('[OPS1] a link that leads nowhere is told as a folder that cannot be made', (t) => {
  const link = join(makeTestFolder(t), 'link')
  symlinkSync('/nonexistent/place', link)
  assert.throws(() => openDataFolder(link), { name: 'FolderUnusable' })
})

test('[OPS1] each kind of trouble with the disk has its own sentence', () => {
  const told = (code: string) => {
    const error = explainFolderError(Object.assign(new Error(code), { code }), '/data')
    return error instanceof Error ? `${error.name}: ${error.message}` : ''
  }
  assert.match(told('EACCES'), /^FolderUnusable: This user may not read and write the data folder \/data/)
  assert.match(told('EROFS'), /^FolderUnusable: .* read-only disk/)
  assert.match(told('ENOSPC'), /^DiskFull: The disk of the data folder \/data is full/)
  assert.match(told('EDQUOT'), /^DiskFull/)
  assert.match(told('ELOOP'), /^FolderUnusable: .*cannot be made \(ELOOP\)/)
  const other = new Error('something else')
  assert.equal(explainFolderError(other, '/data'), other)
})

test('[OPS1] a socket path that is too long is taken from where the process stands, or refused', () => {
  const long = `/${'x'.repeat(120)}`
  assert.equal(chooseSocketPath('/data', '/'), '/data/heddle.sock')
  assert.equal(chooseSocketPath(`${long}/data`, long), 'data/heddle.sock')
  assert.throws(() => chooseSocketPath(`${long}/data`, '/'), {
    name: 'FolderUnusable',
    message: /too long for a socket \(103 bytes\)/,
  })
  // Bytes count, not letters.
  assert.throws(() => chooseSocketPath(`/${'ü'.repeat(60)}`, '/'), { name: 'FolderUnusable' })
})
