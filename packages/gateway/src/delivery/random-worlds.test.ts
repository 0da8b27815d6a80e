import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import fc from 'fast-check'
import { openTestDeliveries, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'
import type { Behaviour } from '../../test-support/scripted-channel.ts'
import { overtakenLine } from './write-label.ts'

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
  /** Until then nobody can read anything: mostly so long that lanes go on without. */
  unreadableMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20 * 60_000 })),
  seed: fc.nat(1_000),
})

test('[I3] [I5] [I6] [I9] whatever answers and crashes come: each part is seen once, or visibly not', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ acts, sends, finds, unreadableMs, seed }) => {
      await using h = await openTestDeliveries({ charsMax: 100, seed })
      const readableAt = h.clock.wall() + unreadableMs
      script(h, sends, finds, readableAt)
      let said = 0
      for (const one of acts) {
        if (one.kind === 'pass') await h.pass(one.ms)
        else if (one.kind === 'crash') await h.crash()
        else await h.put(h.message(`c${one.lane}`, `a${said}`, { text: textOf(said++, one.parts) }))
      }
      // Nothing goes wrong from here on, but that nobody can read yet.
      script(h, [], [], readableAt)
      await h.pass(unreadableMs + limits.deliveryUnknownLookMsMax + 30 * 60_000)
      await checkSeen(h, said)
      // What the platform carries out when others were said already stands where that put it.
      const hasLate = sends.some((one) => one?.kind === 'late')
      if (!hasLate) for (const lane of lanesOf(h)) checkOrder(lane)
    }),
    { numRuns: 40 },
  )
})

function script(
  h: TestDeliveries,
  sends: readonly (Behaviour | undefined)[],
  finds: readonly boolean[],
  readableAt: number,
): void {
  const sendsLeft = [...sends]
  const findsLeft = [...finds]
  h.platform.script = ({ kind, at }) => {
    if (kind === 'send') return sendsLeft.shift()
    const isUnreadable = kind === 'find' && (at < readableAt || findsLeft.shift() === false)
    return isUnreadable ? { kind: 'unreadable' } : undefined
  }
}

/** A part is twenty characters long, and names itself; no name is a part of another. */
function textOf(number: number, parts: number): string {
  return Array.from({ length: parts }, (_, i) => `#${number}.${i + 1};`.padEnd(20, '-')).join('')
}

const lanesOf = (h: TestDeliveries) => [0, 1, 2].map((lane) => h.platform.visible(`c${lane}`))

/** By number and part; what stands behind something later says so. */
function checkOrder(lane: readonly { text: string }[]): void {
  let last = ''
  for (const { text } of lane) {
    const [, number = '', part = ''] = /#(\d+)\.(\d);/.exec(text) ?? []
    const place = `${number.padStart(3, '0')}.${part}`
    assert.ok(place > last || text.includes(overtakenLine), `${text} stands behind ${last}`)
    if (place > last) last = place
  }
}

async function checkSeen(h: TestDeliveries, said: number): Promise<void> {
  const lanes = lanesOf(h)
  for (let number = 0; number < said; number++) {
    for (const row of await h.of(`a${number}`)) {
      const copies = lanes.flat().filter(({ text }) => text.includes(`#${number}.${row.part};`))
      const isSeen = row.state === 'sent'
      assert.equal(copies.length, isSeen ? 1 : copies.length, `${row.cause} ${row.part}`)
      if (isSeen) assert.equal(copies[0]?.id, row.platformId)
      else assert.ok(['rejected', 'gave_up'].includes(row.state), row.state)
      if (!isSeen) assert.equal(copies.length, 0)
    }
  }
  for (const [place, count] of h.platform.busiest) assert.equal(count, 1, place)
}
