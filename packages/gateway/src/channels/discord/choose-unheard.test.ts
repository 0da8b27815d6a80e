import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAllowedPlaces } from './allowed-places.ts'
import { chooseUnheard, type Gap, newestIn, readServer } from './choose-unheard.ts'
import { idBefore } from './snowflake-time.ts'

const now = Date.UTC(2026, 9, 1)
/** Of a message that was said so many minutes ago. */
const said = (minutesAgo: number) => String(BigInt(idBefore(now - minutesAgo * 60_000)) + 1n)
const everyone = '100'
const own = '7'
/** View Channel, Read Message History. */
const reading = String((1n << 10n) | (1n << 16n))

const channel = (id: string, minutesAgo: number, more: object = {}) => ({
  id,
  type: 0,
  last_message_id: said(minutesAgo),
  ...more,
})
const thread = (id: string, minutesAgo: number, parentId: string) =>
  channel(id, minutesAgo, { type: 11, parent_id: parentId, thread_metadata: { archived: false } })

function server(channels: object[], threads: object[] = [], more: object = {}) {
  const told = readServer(
    {
      id: everyone,
      joined_at: new Date(now - 90 * 24 * 3_600_000).toISOString(),
      roles: [{ id: everyone, permissions: reading }],
      members: [{ roles: [], user: { id: own } }],
      channels,
      threads,
      ...more,
    },
    own,
  )
  assert.ok(told)
  return told
}

const gapOf = (more: Partial<Gap> = {}): Gap => ({
  since: said(60),
  now,
  allowed: readAllowedPlaces({ places: { [everyone]: { channels: { '*': {} } } } }),
  isHeard: () => false,
  ...more,
})
const idsOf = (told: ReturnType<typeof server>, gap: Partial<Gap> = {}) =>
  chooseUnheard(told, gapOf(gap)).channels.map(({ id }) => id)

test('[CHN2] read is where something newer was said than what was told of before, the newest first', () => {
  const told = server([channel('1', 30), channel('2', 90), channel('3', 10), { id: '4', type: 0 }])
  assert.deepEqual(idsOf(told), ['3', '1'])
  assert.equal(newestIn(told), said(10))
  assert.equal(newestIn(server([{ id: '4', type: 0, last_message_id: null }])), undefined)
})

test('[CHN2] where somebody was heard is read by what was heard there, and is not read twice', () => {
  assert.deepEqual(idsOf(server([channel('1', 30), channel('2', 20)]), { isHeard: (id) => id === '2' }), [
    '1',
  ])
})

test('[CHN4] only what the configuration names is read; a thread goes by what stands above it', () => {
  const allowed = readAllowedPlaces({ places: { [everyone]: { channels: { '1': {} } }, '101': {} } })
  const told = server([channel('1', 30), channel('2', 30)], [thread('11', 20, '1'), thread('12', 20, '2')])
  assert.deepEqual(idsOf(told, { allowed }), ['11', '1'])
  assert.deepEqual(idsOf(told, { allowed: readAllowedPlaces(undefined) }), [])
})

test('[CHN2] categories and forums are not read, the threads of a forum are', () => {
  const kinds = [4, 15, 16, 2, 5, 13].map((type, i) => channel(String(i + 1), 30 - i, { type }))
  assert.deepEqual(idsOf(server(kinds, [thread('11', 5, '2')])), ['11', '6', '5', '4'])
})

test('[CHN2] nothing is asked for where the bot may not read: neither there nor in the threads below', () => {
  const hidden = { permission_overwrites: [{ id: everyone, type: 0, allow: '0', deny: String(1n << 10n) }] }
  const mute = { permission_overwrites: [{ id: own, type: 1, allow: '0', deny: String(1n << 16n) }] }
  const channels = [channel('1', 30, hidden), channel('2', 30, mute), channel('3', 30)]
  const told = server(channels, [thread('11', 20, '1'), thread('13', 20, '3')])
  assert.deepEqual(idsOf(told), ['13', '3'])
  // Whoever is not told what they may has to try.
  assert.equal(idsOf(server(channels, [], { members: [] })).length, 3)
})

test('[CHN2] what was said before the bot was let in, or more than a day ago, is nobody’s to answer', () => {
  const joined = { joined_at: new Date(now - 20 * 60_000).toISOString() }
  const told = server([channel('1', 30), channel('2', 10)], [], joined)
  assert.deepEqual(idsOf(told), ['2'])
  assert.equal(chooseUnheard(told, gapOf()).after, idBefore(now - 20 * 60_000))
  const old = server([channel('1', 23 * 60), channel('2', 25 * 60)])
  assert.deepEqual(idsOf(old, { since: said(7 * 24 * 60) }), ['1'])
})

test('[CHN2] of many places those are read in which something was said last, and the rest is counted', () => {
  const many = Array.from({ length: 60 }, (_, i) => channel(String(i + 1), 59 - i * 0.5))
  const { channels, leftOut } = chooseUnheard(server(many), gapOf())
  assert.deepEqual([channels.length, leftOut, channels[0]?.id, channels.at(-1)?.id], [50, 10, '60', '11'])
})

test('[CHN2] a server that is out of reach, and what is none, tells of nothing', () => {
  assert.equal(readServer({ id: everyone, unavailable: true }, own), undefined)
  assert.equal(readServer('nonsense', own), undefined)
})
