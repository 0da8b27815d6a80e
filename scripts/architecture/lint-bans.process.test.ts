// The core is deterministic because the linter bans what is not. Each ban is planted in a room and must be reported;
// the same text in a file that makes a real port must not.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { repositoryRoot } from '../repository.ts'
import { makeFolder } from '../testing/make-folder.ts'

const banned = [
  'Date.now()',
  'new Date()',
  'performance.now()',
  'Math.random()',
  'setTimeout(() => {}, 1)',
  'setInterval(() => {}, 1)',
  'setImmediate(() => {})',
  'AbortSignal.timeout(1)',
  `fetch('http://127.0.0.1')`,
  'crypto.randomUUID()',
  'process.env.PORT',
  'globalThis.setTimeout(() => {}, 1)',
]
const bannedImports = [
  `import { readFileSync } from 'node:fs'; use(readFileSync)`,
  `import { readFile } from 'node:fs/promises'; use(readFile)`,
  `import { spawn } from 'node:child_process'; use(spawn)`,
  `import { spawn } from 'child_process'; use(spawn)`,
  `import { Worker } from 'node:worker_threads'; use(Worker)`,
  `import { setTimeout as wait } from 'node:timers/promises'; use(wait)`,
  `import { connect } from 'node:net'; use(connect)`,
  `import { randomBytes } from 'node:crypto'; use(randomBytes)`,
  `import * as all from 'node:crypto'; use(all)`,
  `use(await import('node:fs'))`,
]
const allowed = [
  `import { createHash } from 'node:crypto'; use(createHash)`,
  `import type { Stats } from 'node:fs'; const stats: Stats | undefined = undefined; use(stats)`,
]
const rooms = [
  'foundation',
  'people',
  'agents',
  'delivery',
  'sessions',
  'routing',
  'collaboration',
  'notifications',
]

test('[REP2] the linter reports everything that would make the core differ from run to run', (t) => {
  const planted = [...banned.map((text) => `use(${text})`), ...bannedImports]
  const files = planted.map((text, i): [string, string] => [`${folderOf(i)}/planted-${i}.ts`, text])
  const reported = lint(makeFolder(t, Object.fromEntries(files.map(([path, text]) => [path, withUse(text)]))))
  const missed = files.filter(([path]) => !reported.has(path)).map(([, text]) => text)
  assert.deepEqual(missed, [])
})

test('[REP2] it lets be what is deterministic, and the files that make the real ports', (t) => {
  const files: Record<string, string> = {}
  for (const [i, text] of allowed.entries()) files[`${folderOf(i)}/allowed-${i}.ts`] = withUse(text)
  for (const name of ['people/real-clock.ts', 'foundation/database/storage-worker.ts', 'people/a.test.ts']) {
    files[`packages/gateway/src/${name}`] = withUse(
      `import { readFileSync } from 'node:fs'; use(readFileSync, Date.now())`,
    )
  }
  files['packages/gateway/src/channels/web/a.ts'] = withUse('use(Date.now())')
  assert.deepEqual([...lint(makeFolder(t, files))], [])
})

function folderOf(index: number): string {
  return `packages/gateway/src/${rooms[index % rooms.length]}`
}

function withUse(text: string): string {
  return `${text}\n\nexport function use(...values: unknown[]): void {\n  void values\n}\n`
}

/** The paths that the linter has something against, under the repository's own configuration. */
function lint(folder: string): Set<string> {
  copyFileSync(join(repositoryRoot, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  const linter = join(repositoryRoot, 'node_modules/.bin/oxlint')
  const { stdout, error } = spawnSync(linter, ['--format', 'unix', 'packages'], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(error, undefined)
  return new Set([...stdout.matchAll(/^(packages\/\S+?):\d+/gm)].map(([, path]) => String(path)))
}
