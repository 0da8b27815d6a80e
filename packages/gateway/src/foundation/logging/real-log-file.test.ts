import assert from 'node:assert/strict'
import {
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { limits } from '@heddle/contract'
import { openLogFile } from './real-log-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-log-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (suffix = '') => join(folder, `heddle.log${suffix}`)

test('[OPS6] a log file that has grown too large makes room for a new one, and only so many are kept', () => {
  for (let i = 1; i < limits.logFilesMax; i++) writeFileSync(path(`.${i}`), `old ${i}`)
  writeFileSync(path(), Buffer.alloc(limits.logFileBytesMax + 1, 120))
  const log = openLogFile(folder)
  log.write('new\n')
  log.close()
  assert.equal(readFileSync(path(), 'utf8'), 'new\n')
  assert.equal(readFileSync(path('.2'), 'utf8'), 'old 1')
  assert.equal(readFileSync(path(`.${limits.logFilesMax - 1}`), 'utf8'), `old ${limits.logFilesMax - 2}`)
})

test('a rotation that cannot be done goes on writing where it was, and closes nobody else’s file', () => {
  writeFileSync(path(), Buffer.alloc(limits.logFileBytesMax + 1, 120))
  writeFileSync(path('.3'), 'a file')
  // A folder with something in it cannot be replaced by a file.
  mkdirSync(path('.4'))
  writeFileSync(join(path('.4'), 'x'), '')
  const log = openLogFile(folder)
  log.write('one\n')
  const other = openSync(join(folder, 'other'), 'w')
  log.write('two\n')
  assert.doesNotThrow(() => fstatSync(other))
  closeSync(other)
  log.close()
})
