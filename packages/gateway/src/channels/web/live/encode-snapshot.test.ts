import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventJson, limits, type QueuedJson } from '@heddle/contract'
import { cutPieces } from './encode-frame.ts'
import { cutQueue, cutStreaming, encodeSnapshot } from './encode-snapshot.ts'

const rows = (count: number, chars: number) =>
  Array.from(
    { length: count },
    (_, i) => ({ seq: i + 1, place: i + 1, text: 'x'.repeat(chars) }) as unknown as EventJson,
  )
const decode = (buffer: Buffer) => JSON.parse(buffer.toString())

test('[LIV3] a snapshot that fits is whole and names no older rows', () => {
  const snapshot = { seq: 3, state: { a: 1 }, events: rows(3, 10), isMore: false }
  const frame = decode(encodeSnapshot('s:1', snapshot, limits))
  assert.deepEqual(frame, { type: 'snap', scope: 's:1', seq: 3, state: { a: 1 }, events: rows(3, 10) })
  const more = decode(encodeSnapshot('s:1', { ...snapshot, isMore: true }, limits))
  assert.equal(more.older, '1')
})

test('[LIV3] a snapshot that does not fit sheds the oldest rows and says where they are', () => {
  const frame = encodeSnapshot(
    's:1',
    { seq: 200, state: {}, events: rows(200, 5_000), isMore: false },
    limits,
  )
  assert.ok(frame.length <= limits.liveFrameOutBytesMax)
  const { events, older } = decode(frame)
  assert.equal(events.at(-1).seq, 200)
  assert.equal(older, String(events[0].place))
  assert.ok(events.length > 45)
})

test('[LIV3] rows that are too large one by one leave a place to go on from', () => {
  const frame = decode(
    encodeSnapshot('s:1', { seq: 1, state: {}, events: rows(1, 300_000), isMore: false }, limits),
  )
  assert.deepEqual([frame.events, frame.older], [[], '2'])
})

test('[LIV3] of a long text that streams the tail is kept, between two characters', () => {
  const text = { msgId: 'a', kind: 'reasoning' as const, att: 1, off: 5, text: '🧶'.repeat(100) }
  const [cut] = cutStreaming([text], 6 * 101)
  assert.equal(cut?.text, '🧶'.repeat(50))
  assert.equal(cut?.off, 5 + 100)
})

test('[LIV3] of long messages that wait the beginning is shown and marked', () => {
  const message = (chars: number) =>
    ({ messageId: 'm', text: '\u0001'.repeat(chars), attachments: [] }) as unknown as QueuedJson
  const cut = cutQueue([message(60_000), message(3)], 10_000)
  assert.ok(Buffer.byteLength(JSON.stringify(cut)) <= 10_000)
  assert.deepEqual(
    cut.map(({ truncated }) => truncated),
    [true, undefined],
  )
  assert.deepEqual(cutQueue([message(3)], 10_000), [message(3)])
  const files = Array.from({ length: 10 }, (_, i) => ({ id: `f${i}`, name: 'n'.repeat(200) }))
  const withFiles = { ...message(3), attachments: files } as unknown as QueuedJson
  const [short] = cutQueue([withFiles, message(60_000)], 2_000)
  assert.deepEqual([short?.attachments, short?.truncated], [[], true])
})

test('[LIV3] a long text is told in pieces that fit a frame and join without a seam', () => {
  const t = '🧶\u0001"ä'.repeat(1_000)
  const pieces = cutPieces({ msgId: 'a', att: 1, off: 10, t }, 1_000)
  assert.equal(pieces.map((piece) => piece.t).join(''), t)
  let off = 10
  for (const piece of pieces) {
    assert.equal(piece.off, off)
    assert.ok(piece.t.isWellFormed())
    assert.ok(Buffer.byteLength(JSON.stringify(piece)) <= 1_000)
    off += piece.t.length
  }
})
