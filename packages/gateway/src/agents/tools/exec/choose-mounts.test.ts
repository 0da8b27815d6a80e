import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseMounts, type MountQuestion } from './choose-mounts.ts'

const system = [{ path: '/usr' }, { path: '/bin', target: 'usr/bin' }]

/** What stands on the way from the root to a path, the last of which is what one sees there. */
function around(question: Omit<MountQuestion, 'system'>, path: string): string[] {
  return chooseMounts({ system, ...question })
    .filter((mount) => `${path}/`.startsWith(`${mount.path}/`))
    .map((mount) => `${mount.kind} ${mount.path}`)
}

const data = (path: string) => [{ path, isFolder: true }]

test('[R18] a data folder inside of the workspace is covered', () => {
  const question = { workspace: '/srv/work', hidden: data('/srv/work/.heddle') }
  assert.deepEqual(around(question, '/srv/work/.heddle/heddle.db'), [
    'writable /srv/work',
    'hidden folder /srv/work/.heddle',
  ])
})

test('[R18] a workspace inside of the data folder is seen, and nothing beside it', () => {
  const question = { workspace: '/usr/heddle/data/ws', hidden: data('/usr/heddle/data') }
  assert.deepEqual(around(question, '/usr/heddle/data/ws'), [
    'read-only /usr',
    'hidden folder /usr/heddle/data',
    'writable /usr/heddle/data/ws',
  ])
  assert.deepEqual(around(question, '/usr/heddle/data/heddle.db').at(-1), 'hidden folder /usr/heddle/data')
})

test('[R18] what nothing shows gets no cover that would tell of it', () => {
  const hidden = [
    { path: '/var/lib/heddle', isFolder: true },
    { path: '/srv/work/data', isFolder: true },
    { path: '/srv/work/data/heddle.json5', isFolder: false },
  ]
  const question = { workspace: '/srv/work', hidden }
  assert.deepEqual(around(question, '/var/lib/heddle'), [])
  assert.equal(around(question, '/srv/work/data/heddle.json5').at(-1), 'hidden folder /srv/work/data')
  const file = { workspace: '/srv/work', hidden: [{ path: '/srv/work/heddle.json5', isFolder: false }] }
  assert.equal(around(file, '/srv/work/heddle.json5').at(-1), 'hidden file /srv/work/heddle.json5')
})

test('[R18] a workspace among the temporary files is not covered by the new ones', () => {
  assert.deepEqual(around({ workspace: '/tmp/ws', hidden: [] }, '/tmp/ws'), [
    'temporary /tmp',
    'writable /tmp/ws',
  ])
  assert.deepEqual(around({ workspace: '/tmp', hidden: [] }, '/tmp'), ['temporary /tmp', 'writable /tmp'])
})
