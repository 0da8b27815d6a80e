import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesBelow, repositoryRoot } from '../repository.ts'
import { findLockedAddresses, findStrangers } from './find-strangers.ts'

test('[REP3] the repository speaks of the product alone', () => {
  const own = /^scripts\/repository-text\//
  const binary = /\.(png|ico|woff2|gz|br|db)$/
  const files = filesBelow('.')
    .filter((path) => !own.test(path) && !binary.test(path) && path !== 'package-lock.json')
    .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }))
  assert.ok(files.length > 50, 'the files were found')
  assert.deepEqual(findStrangers(files), [])
})

test('[REP3] package-lock.json names no addresses, and .npmrc no registry', () => {
  assert.deepEqual(findLockedAddresses(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')), [])
  assert.doesNotMatch(readFileSync(join(repositoryRoot, '.npmrc'), 'utf8'), /registry\s*=/)
})

test('[REP3] strangers are recognised', () => {
  const strange = [
    'see /work/main/packages',
    "readFile('/home/ann/x')",
    'cd /root/heddle',
    '`/Users/ann/heddle`',
    'C:\\Users\\ann',
    'registry=https://registry.example.com/',
    'from npm.pkg.github.com',
    'asked by the CEO',
    '// TODO later',
  ]
  for (const text of strange) assert.equal(findStrangers([{ path: 'a.md', text }]).length, 1, text)
})

test('[REP3] what only looks alike is let be', () => {
  const fine = [
    'packages/gateway/src/foundation/work/work-store.ts',
    '`foundation/work/`',
    '/usr/bin/chromium, /tmp, /var/lib/heddle',
    'every clone fetches from the package registry',
    'npm.',
    'the root session',
    'a brief summary',
  ]
  for (const text of fine) assert.deepEqual(findStrangers([{ path: 'a.md', text }]), [], text)
})

test('[REP3] an address in a lock is recognised, a link between workspaces is not one', () => {
  const lock = '{"resolved": "https://example.org/zod.tgz"}, {"resolved": "packages/web", "link": true}'
  assert.deepEqual(findLockedAddresses(lock), ['https://example.org/zod.tgz'])
})
