import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type MadeTurn, makeLog, piecesOf } from '../../../test-support/make-log.ts'
import type { ModelMessage } from '../../agents/agents.ts'
import { chooseRange } from '../compaction/choose-range.ts'
import { chooseContext, type ContextBudget, type DroppedThrough } from './choose-context.ts'
import { wholeFileRoom } from './choose-shown-files.ts'
import type { Piece } from './context-pieces.ts'
import { tellContext } from './tell-context.ts'

const budget = (windowWeight: number, fixedWeight = 0): ContextBudget => ({
  windowWeight,
  fixedWeight,
  filesWeight: () => 0,
})
const tell = (pieces: readonly Piece[], dropped: DroppedThrough): ModelMessage[] =>
  tellContext({
    summary: undefined,
    asked: [],
    pieces,
    dropped,
    fileRoom: wholeFileRoom(1_000_000),
    sees: false,
    hasSeveralPeople: false,
    vendorOf: () => undefined,
  })
const outputsOf = (messages: readonly ModelMessage[]) =>
  messages.flatMap((message) => (message.role === 'tool' ? [message.output] : []))
const reads = (count: number, outputChars: number): MadeTurn => ({
  said: ['go'],
  steps: [...Array.from({ length: count }, () => ({ calls: [{ outputChars }] })), { text: 'done' }],
})

test('[SES8] as long as there is room nothing is dropped', () => {
  const pieces = piecesOf(makeLog([reads(3, 3_000), reads(3, 3_000)]))
  const choice = chooseContext(pieces, budget(10_000))
  assert.deepEqual(choice.dropped, { outputs: 0, files: 0 })
  assert.equal(choice.mustCompact, false)
  assert.ok(choice.weight > 6_000 && choice.weight < 6_500)
})

test('[SES8] old outputs give way first, the oldest before the others, and a line names each of them', () => {
  const turns = [reads(3, 3_000), reads(3, 3_000), { said: ['and?'], steps: [], isRunning: true }]
  const log = makeLog(turns)
  const pieces = piecesOf(log)
  const choice = chooseContext(pieces, budget(7_000))
  assert.equal(choice.mustCompact, false)
  assert.ok(choice.weight <= 4_200)
  const outputs = outputsOf(tell(pieces, choice.dropped))
  const isDropped = outputs.map((output) => output.startsWith('[What read put out (3000 bytes, event evt_'))
  assert.deepEqual(isDropped, [true, true, true, false, false, false])
  assert.match(outputs[0] ?? '', /Call it again if you need it/)
})

test('[SES8] the newest steps of the running turn keep what they put out', () => {
  const steps = Array.from({ length: 6 }, () => ({ calls: [{ outputChars: 3_000 }] }))
  const pieces = piecesOf(makeLog([{ said: ['go'], steps, isRunning: true }]))
  const { dropped } = chooseContext(pieces, budget(4_500))
  const isDropped = outputsOf(tell(pieces, dropped)).map((output) => output.startsWith('['))
  assert.deepEqual(isDropped.slice(-2), [false, false])
  assert.deepEqual(isDropped.slice(0, 2), [true, true])
})

test('[SES8] what was dropped stays the same for as long as there is room again', () => {
  const steps = Array.from({ length: 40 }, () => ({ calls: [{ outputChars: 3_000 }] }))
  const seen: number[] = []
  for (let count = 1; count <= 40; count++) {
    const pieces = piecesOf(makeLog([{ said: ['go'], steps: steps.slice(0, count), isRunning: true }]))
    seen.push(chooseContext(pieces, budget(20_000)).dropped.outputs)
  }
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  assert.ok(new Set(seen).size <= 8, `it changed ${new Set(seen).size} times in 40 steps`)
})

test('[SES8] instructions and tools count too', () => {
  const pieces = piecesOf(makeLog([reads(3, 3_000), reads(1, 10)]))
  assert.equal(chooseContext(pieces, budget(5_000)).dropped.outputs, 0)
  assert.ok(chooseContext(pieces, budget(5_000, 2_000)).dropped.outputs > 0)
})

test('[SES8] what cannot be made short enough by dropping has to be put into fewer words', () => {
  const talk = (chars: number): MadeTurn => ({
    said: ['q'.repeat(chars)],
    steps: [{ text: 'a'.repeat(chars) }],
  })
  const pieces = piecesOf(makeLog([talk(6_000), talk(6_000), { said: ['now'], steps: [], isRunning: true }]))
  assert.equal(chooseContext(pieces, budget(9_000)).mustCompact, true)
  assert.equal(chooseContext(pieces, budget(11_000)).mustCompact, false)
})

const madeTurn: fc.Arbitrary<MadeTurn> = fc.record({
  said: fc.array(fc.string({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 3 }),
  steps: fc.array(
    fc.record({
      text: fc.string({ maxLength: 30 }),
      calls: fc.array(
        fc.record({ argumentChars: fc.nat(600), outputChars: fc.oneof(fc.nat(50), fc.nat(6_000)) }),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 8 },
  ),
})
const madeTurns = fc
  .array(madeTurn, { minLength: 1, maxLength: 8 })
  .map((turns) => turns.map((turn, i) => ({ ...turn, isRunning: i === turns.length - 1 })))

function assertPaired(messages: readonly ModelMessage[]): void {
  let open: string[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      assert.equal(message.callId, open.shift(), 'a result without its call')
      continue
    }
    assert.deepEqual(open, [], 'a call without its result')
    open = message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : []
  }
  assert.deepEqual(open, [])
}

test('[SES8] whatever the log: calls stay with their results, the newest message is told, and dropping only helps', () => {
  fc.assert(
    fc.property(madeTurns, fc.integer({ min: 500, max: 20_000 }), (turns, window) => {
      const pieces = piecesOf(makeLog(turns))
      const choice = chooseContext(pieces, budget(window))
      const messages = tell(pieces, choice.dropped)
      assertPaired(messages)
      const newest = turns.at(-1)?.said.at(-1)
      assert.ok(messages.some((message) => message.role === 'user' && message.text === newest))
      const whole = pieces.reduce((sum, { weight }) => sum + weight, 0)
      assert.ok(choice.weight <= whole)
      if (!choice.mustCompact) assert.ok(choice.weight <= window * 0.8)
    }),
  )
})

test('[SES8] whatever the log: a range ends where a turn or a whole step does, and what is left begins there', () => {
  fc.assert(
    fc.property(madeTurns, fc.nat(10_000), (turns, keep) => {
      const pieces = piecesOf(makeLog(turns))
      const running = pieces.at(-1)?.turnId ?? null
      const range = chooseRange(pieces, running, { kind: 'keep', weight: keep })
      if (range === undefined) return
      const rest = pieces.slice(range.pieces.length)
      assert.ok(range.pieces.length > 0)
      assert.ok(rest.every(({ firstSeq }) => firstSeq > range.throughSeq))
      assertPaired(tell(rest, { outputs: 0, files: 0 }))
      const restWeight = rest.reduce((sum, { weight }) => sum + weight, 0)
      const next = rest.find(({ kind }) => kind !== 'end')
      // Above what was asked for only if nothing further can be left out.
      if (restWeight > keep)
        assert.ok(
          rest.every(({ kind }) => kind === 'said'),
          `${restWeight} > ${keep} ${next?.kind}`,
        )
    }),
  )
})
