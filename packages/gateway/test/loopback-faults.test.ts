// A platform on its worst days, by chance from a seed: what is said is heard, and what is answered is seen, once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fault, seedFaults } from '@heddle/emulators/loopback/faults'
import type { CallKind } from '@heddle/emulators/loopback/platform-words'
import { createSeededRandom } from '../test-support/open-test-store.ts'
import { openLoopbackHouse } from '../test-support/open-loopback-house.ts'

const sending: readonly CallKind[] = ['send', 'history']
const troubles: [rate: number, on: readonly CallKind[], fault: Fault][] = [
  [0.08, sending, { kind: 'rate_limited', retryAfterMs: 900, scope: 'conversation' }],
  [0.04, sending, { kind: 'rate_limited', retryAfterMs: 1_500, scope: 'account' }],
  [0.08, ['send'], { kind: 'status', status: 502, isDone: false }],
  [0.08, ['send'], { kind: 'status', status: 500, isDone: true }],
  [0.05, ['send'], { kind: 'status', status: 503, isDone: false }],
  [0.08, ['send'], { kind: 'silence', isDone: true }],
  [0.05, ['send'], { kind: 'silence', isDone: false }],
  [0.05, ['send'], { kind: 'reset', isDone: true }],
  [0.05, sending, { kind: 'empty' }],
  [0.05, sending, { kind: 'unreachable' }],
  [0.1, ['events.poll'], { kind: 'status', status: 503, isDone: false }],
  [0.05, ['events.poll'], { kind: 'garbage' }],
]
const rounds = 8

for (const seed of [1, 2, 3]) {
  test(`[I6] [I5] [I30] [CHN2] with a platform that fails in every way, each answer is seen once, seed ${seed}`, async () => {
    await using house = await openLoopbackHouse({ seed })
    const { platform, clock, general, store } = house
    // A turn takes together what waits: the answer names all of it.
    house.model.respond(({ messages }) => {
      const answered = messages.findLastIndex(({ role }) => role === 'assistant')
      return [
        messages
          .slice(answered + 1)
          .flatMap((one) => (one.role === 'user' ? [one.text] : []))
          .join(' '),
      ]
    })
    const bot = platform.state.bots.get(house.botId)
    assert.ok(bot)
    bot.feed.manners = { keptMax: 100, copyRate: 0.2, swapRate: 0.2, namesMissed: true }
    const random = createSeededRandom(seed + 100)
    platform.useFaults(
      seedFaults(
        random,
        troubles.map(([rate, on, fault]) => ({ rate, on, fault })),
      ),
    )
    const people = ['Ann', 'Bob', 'Cem'].map((name) => house.guest(name))
    const places = [general, ...people.map(({ id }) => house.dmWith(id))]
    for (let round = 0; round < rounds; round++) {
      for (const [i, { id }] of people.entries()) {
        platform.say(id, places[i + 1] ?? '', `${round}`)
        platform.say(id, general, `${house.mention} ${round}`)
      }
      // Only where we have heard before can we know what we missed.
      if (round % 4 === 3) bot.feed.lose()
      if (seed === 2 && round % 3 === 2) await house.crash()
      await pass(2_000)
    }

    async function pass(ms: number): Promise<void> {
      for (let passed = 0; passed < ms; passed += 500) {
        clock.advance(500)
        await house.breathe()
      }
    }
    const isOver = async () => {
      const { open } = await store.read((r) => house.deliveries.counts(r))
      return open === 0 && bot.feed.pending() === 0
    }
    for (let i = 0; i < 40 || !(await isOver()); i++) {
      assert.ok(i < 2_000, 'it never comes to an end')
      await pass(1_000)
    }

    assert.equal(platform.copies().size, 0)
    assert.deepEqual(platform.truth.beside(), [])
    assert.deepEqual(platform.truth.early(), [])
    for (const [i, { name }] of people.entries()) {
      const said = house.read(places[i + 1] ?? '')
      const asked = said.filter((line) => line.startsWith(`${name}:`)).length
      const answered = said.filter((line) => line.startsWith('Heddle:')).join('\n')
      assert.equal(asked, rounds)
      for (let round = 0; round < rounds; round++) {
        assert.equal(
          answered.split(/\b/).filter((word) => word === String(round)).length,
          1,
          `${name} ${round}`,
        )
      }
    }
  })
}
