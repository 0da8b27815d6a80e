// The test of the test: each kind of forbidden import is planted, and each must be reported; and its allowed
// neighbour must not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTrespasses } from './find-trespasses.ts'

const gateway = 'packages/gateway/src'
const everything = new Set([
  '@heddle/contract',
  '@heddle/emulators',
  '@heddle/gateway',
  '@heddle/web',
  'zod',
  'kysely',
  'hono',
])
const declared = {
  source: new Map(
    ['contract', 'emulators', 'gateway', 'web'].map((name) => [`packages/${name}`, everything]),
  ),
  tests: new Set(['fast-check']),
}

const forbidden: [what: string, path: string, source: string, reason: RegExp][] = [
  ['an upward import', `${gateway}/people/a.ts`, `import { x } from '../sessions/x.ts'`, /calls go down/],
  ['an upward type', `${gateway}/delivery/a.ts`, `import type { X } from '../routing/x.ts'`, /calls go down/],
  ['the ground looking up', `${gateway}/foundation/work/a.ts`, `import '../../people/x.ts'`, /calls go down/],
  ['a neighbour', `${gateway}/people/a.ts`, `import { x } from '../agents/x.ts'`, /one floor/],
  [
    'a type of a neighbour',
    `${gateway}/routing/a.ts`,
    `import type { X } from '../notifications/x.ts'`,
    /one floor/,
  ],
  [
    'a room that enters a door',
    `${gateway}/routing/a.ts`,
    `import { x } from '../channels/web/x.ts'`,
    /calls go down/,
  ],
  [
    'a door that calls a room',
    `${gateway}/channels/web/a.ts`,
    `import { x } from '../../people/x.ts'`,
    /only types/,
  ],
  [
    'a door that loads by an inline type',
    `${gateway}/channels/web/a.ts`,
    `import { type X } from '../../people/x.ts'`,
    /only types/,
  ],
  [
    'a door that knows another',
    `${gateway}/channels/web/a.ts`,
    `import type { X } from '../slack/x.ts'`,
    /do not know each other/,
  ],
  [
    'the roof from a room',
    `${gateway}/people/a.ts`,
    `import { x } from '../wiring.ts'`,
    /nobody imports the roof/,
  ],
  [
    'a type of the roof',
    `${gateway}/channels/web/a.ts`,
    `import type { X } from '../../command-line/x.ts'`,
    /nobody imports the roof/,
  ],
  ['a re-export', `${gateway}/people/a.ts`, `export { x } from '../sessions/x.ts'`, /calls go down/],
  ['a re-export of all', `${gateway}/people/a.ts`, `export * from '../sessions/x.ts'`, /calls go down/],
  [
    'a re-export of types',
    `${gateway}/people/a.ts`,
    `export type * from '../sessions/x.ts'`,
    /calls go down/,
  ],
  [
    'a dynamic import',
    `${gateway}/people/a.ts`,
    `const x = () => import('../sessions/x.ts')`,
    /calls go down/,
  ],
  [
    'a dynamic import in a template',
    `${gateway}/people/a.ts`,
    'await import(`../sessions/x.ts`)',
    /calls go down/,
  ],
  ['a computed import', `${gateway}/people/a.ts`, `await import(name)`, /written out/],
  [
    'an import inside a type',
    `${gateway}/people/a.ts`,
    `type X = import('../sessions/x.ts').X`,
    /calls go down/,
  ],
  [
    'an import inside typeof',
    `${gateway}/people/a.ts`,
    `type X = typeof import('../sessions/x.ts')`,
    /calls go down/,
  ],
  ['an import for its effects', `${gateway}/people/a.ts`, `import '../sessions/x.ts'`, /calls go down/],
  ['import = require', `${gateway}/people/a.ts`, `import x = require('../sessions/x.ts')`, /calls go down/],
  ['require', `${gateway}/people/a.ts`, `const x = require('../sessions/x.ts')`, /calls go down/],
  ['require.resolve', `${gateway}/people/a.ts`, `require.resolve('../sessions/x.ts')`, /calls go down/],
  [
    'import.meta.resolve',
    `${gateway}/people/a.ts`,
    `import.meta.resolve('../sessions/x.ts')`,
    /calls go down/,
  ],
  [
    'a worker by URL',
    `${gateway}/people/a.ts`,
    `new URL('../sessions/x.ts', import.meta.url)`,
    /calls go down/,
  ],
  [
    'an import after a tricky text',
    `${gateway}/people/a.ts`,
    "const t = `'${'`'}/*`; /['\"`]/.test(t); import '../sessions/x.ts'",
    /calls go down/,
  ],
  ['Kysely outside of a store', `${gateway}/people/people.ts`, `import { sql } from 'kysely'`, /Kysely/],
  [
    'Kysely at work in a table',
    `${gateway}/people/people-tables.ts`,
    `import { sql } from 'kysely'`,
    /Kysely/,
  ],
  [
    'a type of Kysely outside of a store',
    `${gateway}/people/people.ts`,
    `import type { Kysely } from 'kysely'`,
    /Kysely/,
  ],
  [
    'a database of its own',
    `${gateway}/people/a.ts`,
    `import { DatabaseSync } from 'node:sqlite'`,
    /opens databases/,
  ],
  [
    'a package in the contract',
    'packages/contract/src/a.ts',
    `import { Hono } from 'hono'`,
    /builds on nothing/,
  ],
  [
    'a builtin in the contract',
    'packages/contract/src/a.ts',
    `import { hash } from 'node:crypto'`,
    /browser has no/,
  ],
  [
    'a workspace in the contract',
    'packages/contract/src/a.ts',
    `import '@heddle/gateway'`,
    /only @heddle\/contract/,
  ],
  [
    'the gateway in the browser',
    'packages/web/src/a.tsx',
    `import { x } from '@heddle/gateway'`,
    /only @heddle\/contract/,
  ],
  [
    'the emulators in the browser',
    'packages/web/src/a.tsx',
    `import '@heddle/emulators'`,
    /only @heddle\/contract/,
  ],
  [
    'a builtin in the browser',
    'packages/web/src/a.tsx',
    `import 'node:fs'; const page = <p>it's here</p>`,
    /browser has no/,
  ],
  [
    'the gateway in the emulators',
    'packages/emulators/src/a.ts',
    `import '@heddle/gateway'`,
    /only @heddle\/contract/,
  ],
  [
    'the emulators in a room',
    `${gateway}/people/a.ts`,
    `import '@heddle/emulators'`,
    /only @heddle\/contract/,
  ],
  [
    'another workspace by path',
    'packages/web/src/a.ts',
    `import '../../gateway/src/people/x.ts'`,
    /by its package name/,
  ],
  ['a test as a building block', `${gateway}/people/a.ts`, `import './b.test.ts'`, /builds on a test/],
  ['the test world in the product', `${gateway}/wiring.ts`, `import '../world/x.ts'`, /outside of src/],
  ['an invented room', `${gateway}/utils/a.ts`, `import './b.ts'`, /no room "utils"/],
  ['a way into an invented room', `${gateway}/people/a.ts`, `import '../shared/b.ts'`, /no room "shared"/],
  ['an undeclared package', `${gateway}/people/a.ts`, `import 'left-pad'`, /does not name left-pad/],
  [
    "a test's package in the product",
    `${gateway}/people/a.ts`,
    `import 'fast-check'`,
    /does not name fast-check/,
  ],
]

for (const [what, path, source, reason] of forbidden) {
  test(`[REP1] reported: ${what}`, () => {
    const [report, ...more] = findTrespasses([{ path, source }], declared)
    assert.match(report ?? 'nothing', reason)
    assert.deepEqual(more, [])
  })
}

const allowed: [what: string, path: string, source: string][] = [
  [
    'a lower room',
    `${gateway}/routing/a.ts`,
    `import { x } from '../people/x.ts'; export * from '../sessions/x.ts'`,
  ],
  [
    'the ground and the contract',
    `${gateway}/people/a.ts`,
    `import '../foundation/clock.ts'; import '@heddle/contract'`,
  ],
  ['the same room', `${gateway}/people/a.ts`, `import './b.ts'; import './sign-ins/c.ts'`],
  [
    'types at a door',
    `${gateway}/channels/web/a.ts`,
    `import type { X } from '../../people/x.ts'; import '../../foundation/ids.ts'`,
  ],
  ['what channels share', `${gateway}/channels/web/a.ts`, `import { x } from '../handle-requests.ts'`],
  [
    'everything from the roof',
    `${gateway}/wiring.ts`,
    `import './people/x.ts'; import './channels/web/x.ts'; import './config.ts'`,
  ],
  ['the roof inside itself', `${gateway}/command-line/a.ts`, `import '../wiring.ts'; import 'node:sqlite'`],
  ['Kysely in a store', `${gateway}/people/person-store.ts`, `import { sql } from 'kysely'`],
  [
    'a type of Kysely in a table',
    `${gateway}/people/people-tables.ts`,
    `import type { Generated } from 'kysely'`,
  ],
  [
    'Kysely in the database',
    `${gateway}/foundation/database/query.ts`,
    `import 'kysely'; import 'node:sqlite'`,
  ],
  [
    'the validator in the contract',
    'packages/contract/src/http/a.ts',
    `import { z } from 'zod'; import '../limits.ts'`,
  ],
  [
    'the contract in the browser',
    'packages/web/src/a.tsx',
    `import { limits } from '@heddle/contract/limits'; import icon from './icon.svg?url'`,
  ],
  [
    'test tools in a test',
    `${gateway}/people/a.test.ts`,
    `import 'fast-check'; import '../../world/x.ts'; import '@heddle/emulators'`,
  ],
  [
    'a name in a comment or a text',
    `${gateway}/people/a.ts`,
    `// import '../sessions/x.ts'\nconst t = "import '../sessions/x.ts'"`,
  ],
  [
    'a URL that is no module',
    `${gateway}/people/a.ts`,
    `new URL('../sessions/x.ts', base); resolve('../sessions/x.ts'); new URL('../sessions/', import.meta.url)`,
  ],
]

for (const [what, path, source] of allowed) {
  test(`[REP1] allowed: ${what}`, () => {
    assert.deepEqual(findTrespasses([{ path, source }], declared), [])
  })
}

test('[REP1] a source that cannot be read is an error, not a pass', () => {
  assert.throws(() => findTrespasses([{ path: `${gateway}/people/a.ts`, source: 'import {' }], declared))
})
