import assert from 'node:assert/strict'
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeTestFolder } from '../../test-support/create-test-world.ts'
import { readSince } from './commands/logs.ts'
import { followLog } from './follow-log.ts'
import { readLogLines } from './read-log-lines.ts'

const line = (minute: number, level: string, msg: string) =>
  `${JSON.stringify({ level, time: new Date(Date.UTC(2026, 10, 15, 20, minute)).toISOString(), msg })}\n`

test('[OPS4] the last lines are read across rotated files, in order, filtered', (t) => {
  const folder = makeTestFolder(t)
  writeFileSync(join(folder, 'heddle.log.2'), line(1, 'info', 'a') + line(2, 'error', 'b'))
  writeFileSync(join(folder, 'heddle.log.1'), line(3, 'debug', 'c') + line(4, 'warn', 'd'))
  writeFileSync(join(folder, 'heddle.log'), `${line(5, 'info', 'e')}not json\n${line(6, 'warn', 'f')}`)
  const read = (filter: Partial<Parameters<typeof readLogLines>[1]>, max = 100) =>
    readLogLines(folder, { level: undefined, sinceMs: undefined, ...filter }, max).map(
      ({ message }) => message,
    )
  assert.deepEqual(read({}), ['a', 'b', 'c', 'd', 'e', 'not json', 'f'])
  assert.deepEqual(read({}, 3), ['e', 'not json', 'f'])
  assert.deepEqual(read({}, 0), [])
  assert.deepEqual(read({}, 5), ['c', 'd', 'e', 'not json', 'f'])
  assert.deepEqual(read({ level: 'warn' }), ['b', 'd', 'not json', 'f'])
  assert.deepEqual(read({ sinceMs: Date.UTC(2026, 10, 15, 20, 4) }), ['d', 'e', 'not json', 'f'])
  assert.deepEqual(readLogLines(join(folder, 'none'), { level: undefined, sinceMs: undefined }, 5), [])
})

test('[OPS4] since is a span or a time', () => {
  assert.equal(readSince('90s', 100_000), 10_000)
  assert.equal(readSince('2h', 7_200_000), 0)
  assert.equal(readSince('2026-11-15T20:00:00Z', 0), Date.UTC(2026, 10, 15, 20))
  assert.throws(() => readSince('5 minutes', 0), { name: 'Misused' })
})

test('[OPS4] following goes on over a rotation and a line that comes in two pieces', async (t) => {
  const folder = makeTestFolder(t)
  const path = join(folder, 'heddle.log')
  writeFileSync(path, 'before\n')
  const seen: string[] = []
  const wanted = ['one', 'two halves', 'after rotation']
  const { promise, resolve } = Promise.withResolvers<void>()
  const following = followLog(path, (text) => {
    seen.push(text)
    if (seen.length === wanted.length) resolve()
  })
  t.after(() => following.stop())
  appendFileSync(path, 'one\ntwo ')
  appendFileSync(path, 'halves\n')
  renameSync(path, `${path}.1`)
  writeFileSync(path, 'after rotation\n')
  await promise
  assert.deepEqual(seen, wanted)
})
