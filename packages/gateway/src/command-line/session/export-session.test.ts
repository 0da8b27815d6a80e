import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { EventJson, WholeSessionJson } from '@heddle/contract'
import { makeTestFolder } from '../../../test-support/create-test-world.ts'
import { exportSession } from './export-session.ts'
import { openExportFile } from './write-export-file.ts'

const count = 10_000
const pageSize = 200

/** Only what an export in JSON lines looks at. */
const session = {} as WholeSessionJson

function makeSource() {
  let given = 0
  const page = async (after: number) => {
    const items = Array.from({ length: Math.min(pageSize, count - after) }, (_, i): EventJson => {
      const seq = after + i + 1
      return {
        seq,
        eventId: `evt_${seq}`,
        kind: 'notice',
        place: seq,
        actor: { kind: 'system', id: null, name: 'Heddle' },
        createdAt: '2026-11-15T20:00:00.000Z',
        payload: { text: 'x' },
      }
    })
    given += items.length
    const last = after + items.length
    return last < count ? { items, next: last } : { items }
  }
  return { source: { session, page }, given: () => given }
}

test('[TRM5] a long export holds one page at a time', async () => {
  const { source, given } = makeSource()
  let written = 0
  let heldMost = 0
  const total = await exportSession(
    source,
    {
      json(event) {
        heldMost = Math.max(heldMost, given() - written)
        written++
        assert.equal(event.seq, written)
      },
      text: () => assert.fail('no text in JSON lines'),
      isOpen: () => true,
    },
    'jsonl',
  )
  assert.deepEqual([total, written, heldMost], [count, count, pageSize])
})

test('[TRM5] an export ends early when nobody reads it any more', async () => {
  const { source, given } = makeSource()
  let written = 0
  const target = { json: () => void written++, text: () => undefined, isOpen: () => written < 300 }
  await exportSession(source, target, 'jsonl')
  assert.equal(given(), 2 * pageSize)
})

test('[TRM5] a file appears when it is whole, and replaces none unless it may', (t) => {
  const folder = makeTestFolder(t)
  const path = join(folder, 'talk.md')
  const first = openExportFile(path, { mayReplace: false, mark: 'a' })
  first.write('half')
  assert.equal(existsSync(path), false)
  const second = openExportFile(path, { mayReplace: false, mark: 'b' })
  second.write('whole')
  second.finish()
  second.discard()
  assert.equal(readFileSync(path, 'utf8'), 'whole')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  // Someone else was faster.
  assert.throws(() => first.finish(), /is there already/)
  first.discard()
  assert.throws(() => openExportFile(path, { mayReplace: false, mark: 'c' }), /Replace it with --force/)
  // A killed export left this behind.
  writeFileSync(`${path}.d.part`, 'half')
  const third = openExportFile(path, { mayReplace: true, mark: 'd' })
  third.write('newer')
  third.finish()
  assert.equal(readFileSync(path, 'utf8'), 'newer')
  assert.deepEqual(readdirSync(folder), ['talk.md'])
  assert.throws(
    () => openExportFile(join(folder, 'no', 'x'), { mayReplace: false, mark: 'e' }),
    /no such folder/,
  )
  writeFileSync(join(folder, 'file'), '')
  assert.throws(
    () => openExportFile(join(folder, 'file', 'x'), { mayReplace: false, mark: 'f' }),
    /no such folder/,
  )
})
