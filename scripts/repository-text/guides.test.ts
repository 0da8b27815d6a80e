import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { configKeys } from '../../packages/gateway/src/read-config.ts'
import { exitCodes } from '../../packages/contract/src/exit-codes.ts'
import { repositoryRoot } from '../repository.ts'

test('[REP10] the guide to the command line lists every exit code', () => {
  const listed = [...read('command-line.md').matchAll(/^\| (\d+) \| `(\w+)` \|/gm)].map(([, code, name]) => [
    name,
    Number(code),
  ])
  assert.deepEqual(Object.fromEntries(listed), exitCodes)
})

test('[REP10] the guide to the configuration lists every key, and no other', () => {
  const listed = [...read('configuration.md').matchAll(/^\| `([\w.]+)`(?: [*†])? \|/gm)].map(([, key]) => key)
  assert.deepEqual(new Set(listed), new Set(configKeys().filter((key) => key !== '$schema')))
})

function read(guide: string): string {
  return readFileSync(join(repositoryRoot, 'docs/guides', guide), 'utf8')
}
