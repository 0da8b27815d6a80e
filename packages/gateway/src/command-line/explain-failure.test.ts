import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badField, type ExitReason, refused } from '@heddle/contract'
import { CannotListen } from '../channels/web/listen.ts'
import { DiskFull, FolderInUse, FolderUnusable } from '../data-folder.ts'
import { SchemaTooNew } from '../foundation/database/migrate.ts'
import { StoreBroken } from '../foundation/database/store-errors.ts'
import { KeyUnusable } from '../foundation/secrets/real-key-file.ts'
import { ConfigInvalid } from '../read-config.ts'
import { CheckFailed, explainFailure, Misused, tellFailure } from './explain-failure.ts'

const sqliteError = (errcode: number) => Object.assign(new Error('sqlite'), { errcode })

test('[OPS1] every expected failure has its exit code', () => {
  const expected: [unknown, ExitReason][] = [
    [new ConfigInvalid('x'), 'configuration'],
    [new KeyUnusable('x'), 'configuration'],
    [new Misused('x'), 'usage'],
    [badField('role', 'is wrong'), 'usage'],
    [refused('last_owner'), 'refused'],
    [refused('bad_input', { message: 'The backup /b is not whole.' }), 'refused'],
    [refused('internal', { message: 'Something went wrong in the running Heddle: x' }), 'unexpected'],
    [new StoreBroken('io', 'x', sqliteError(13)), 'diskFull'],
    [new StoreBroken('sync', 'x', Object.assign(new Error('x'), { code: 'ENOSPC' })), 'diskFull'],
    [new StoreBroken('io', 'x', new StoreBroken('sync', 'x', sqliteError(13))), 'diskFull'],
    [refused('disk_full'), 'diskFull'],
    [new DiskFull('x'), 'diskFull'],
    [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'diskFull'],
    [sqliteError(13), 'diskFull'],
    [new FolderInUse('/data'), 'folderInUse'],
    [new FolderUnusable('x'), 'folderUnusable'],
    [sqliteError(14), 'folderUnusable'],
    [sqliteError(8), 'folderUnusable'],
    [sqliteError(10 | (19 << 8)), 'folderUnusable'],
    [Object.assign(new Error('x'), { code: 'EACCES' }), 'folderUnusable'],
    [new StoreBroken('io', 'x'), 'folderUnusable'],
    [new StoreBroken('damaged', 'x'), 'databaseDamaged'],
    [sqliteError(11), 'databaseDamaged'],
    [sqliteError(26), 'databaseDamaged'],
    [new SchemaTooNew(9, 2), 'schemaTooNew'],
    [new CannotListen('port_taken', 'x', undefined), 'portTaken'],
    [new CannotListen('no_such_address', 'x', undefined), 'configuration'],
    [new CheckFailed('x'), 'checkFailed'],
    [new StoreBroken('sync', 'x'), 'unexpected'],
    [new TypeError('x is undefined'), 'unexpected'],
    ['a thrown string', 'unexpected'],
  ]
  for (const [error, exit] of expected) assert.equal(explainFailure(error).exit, exit, String(error))
})

test('[OPS1] a failure is one sentence; several issues are a list; the nearest is named once', () => {
  const one = explainFailure(
    refused('not_found', {
      message: 'There is no member "ad".',
      issues: [{ field: 'handle', message: 'x', nearest: 'ada' }],
    }),
  )
  assert.deepEqual(tellFailure(one), ['There is no member "ad". Did you mean ada?'])
  const two = explainFailure(
    refused('bad_input', {
      message: '2 values are not right.',
      issues: [
        { field: 'role', message: 'is missing' },
        { field: 'nmae', message: 'is not a key that exists', nearest: 'name' },
      ],
    }),
  )
  assert.deepEqual(tellFailure(two), [
    '2 values are not right.',
    '  role is missing.',
    '  nmae is not a key that exists; did you mean name?',
  ])
  const damaged = explainFailure(sqliteError(11), { dataFolder: '/data' })
  assert.equal(tellFailure(damaged).length, 1)
  assert.match(damaged.message, /^The database in the data folder \/data is damaged, so nothing was changed/)
})
