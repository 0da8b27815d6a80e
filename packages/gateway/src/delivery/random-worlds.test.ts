import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openTestDeliveries, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'
import type { Behaviour } from '../../test-support/scripted-channel.ts'

const behaviour: fc.Arbitrary<Behaviour | undefined> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  fc.record({ kind: fc.constant('lost' as const), isDone: fc.boolean() }),
  fc.record({ kind: fc.constant('throws' as const), isDone: fc.boolean() }),
  fc.record({ kind: fc.constant('hangs' as const), isDone: fc.boolean() }),
  fc.record({ kind: fc.constant('late' as const), afterMs: fc.integer({ min: 1_000, max: 60_000 }) }),
  fc.record({ kind: fc.constant('slow' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({
    kind: fc.constant('not_sent' as const),
    why: fc.constantFrom('later' as const, 'later' as const, 'message' as const),
    detail: fc.constant('no'),
    wasRefused: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('not_sent' as const),
    why: fc.constant('later' as const),
    detail: fc.constant('429'),
    retryAfterMs: fc.integer({ min: 1, max: 90_000 }),
    scope: fc.constantFrom('place' as const, 'account' as const),
  }),
)

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      lane: fc.nat(2),
      parts: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) },
)

const world = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 12 }),
  sends: fc.array(behaviour, { maxLength: 12 }),
  finds: fc.array(fc.boolean(), { maxLength: 6 }),
  seed: fc.nat(1_000),
})

test('[I3] [I5] [I6] [I9] whatever answers and crashes come: each part is seen once, or visibly not', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ acts, sends, finds, seed }) => {
      await using h = await openTestDeliveries({ charsMax: 100, seed })
      script(h, sends, finds)
      let said = 0
      for (const one of acts) {
        if (one.kind === 'pass') await h.pass(one.ms)
        else if (one.kind === 'crash') await h.crash()
        else await h.put(h.message(`c${one.lane}`, `a${said}`, { text: textOf(said++, one.parts) }))
      }
      // Nothing goes wrong from here on.
      h.platform.script = () => undefined
      await h.pass(45 * 60_000)
      await checkSeen(h, said)
    }),
    { numRuns: 40 },
  )
})

function script(
  h: TestDeliveries,
  sends: readonly (Behaviour | undefined)[],
  finds: readonly boolean[],
): void {
  const sendsLeft = [...sends]
  const findsLeft = [...finds]
  h.platform.script = ({ kind }) => {
    if (kind === 'send') return sendsLeft.shift()
    return kind === 'find' && findsLeft.shift() === false ? { kind: 'unreadable' } : undefined
  }
}

/** A part is twenty characters long, and names itself. */
function textOf(number: number, parts: number): string {
  return Array.from({ length: parts }, (_, i) => `${number}.${i + 1};`.padEnd(20, '-')).join('')
}

async function checkSeen(h: TestDeliveries, said: number): Promise<void> {
  const lanes = [0, 1, 2].map((lane) => h.platform.visible(`c${lane}`))
  for (let number = 0; number < said; number++) {
    for (const row of await h.of(`a${number}`)) {
      const copies = lanes.flat().filter(({ text }) => text.includes(`${number}.${row.part};`))
      const isSeen = row.state === 'sent'
      assert.equal(copies.length, isSeen ? 1 : copies.length, `${row.cause} ${row.part}`)
      if (isSeen) assert.equal(copies[0]?.id, row.platformId)
      else assert.ok(['rejected', 'gave_up', 'unknown'].includes(row.state), row.state)
      if (row.state === 'rejected' || row.state === 'gave_up') assert.equal(copies.length, 0)
    }
  }
  for (const [place, count] of h.platform.busiest) assert.equal(count, 1, place)
}
