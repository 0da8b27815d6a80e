import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, Refusal } from '@heddle/contract'
import { createTestClock } from '../../test-support/open-test-store.ts'
import { createGuessLimiter } from './guess-limiter.ts'

function setUp(entriesMax?: number) {
  const clock = createTestClock()
  const limiter = createGuessLimiter({ clock, ...(entriesMax !== undefined && { entriesMax }) })
  const guessWrong = (handle: string, address: string) => limiter.begin(handle, address).wrong()
  const waitOf = (work: () => void): number => {
    try {
      work()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'too_many_guesses') return error.retryAfterMs ?? 0
      throw error
    }
    return 0
  }
  /** How long a try would have to wait; it is taken back, so asking changes nothing. */
  const wait = (handle: string, address: string) => waitOf(() => limiter.begin(handle, address).withdraw())
  return { clock, limiter, guessWrong, wait, waitOf }
}

test('[R14] ten wrong guesses in a minute lock the handle for that address for five minutes', () => {
  const { clock, guessWrong, wait } = setUp()
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax; i++) {
    assert.equal(wait('kim', '192.0.2.1'), 0)
    guessWrong('kim', '192.0.2.1')
    clock.advance(5_000)
  }
  assert.equal(wait('kim', '192.0.2.1'), limits.wrongGuessesLockMs - 5_000)
  assert.equal(wait('kim', '192.0.2.2'), 0)
  assert.equal(wait('lou', '192.0.2.1'), 0)
  clock.advance(limits.wrongGuessesLockMs - 5_001)
  assert.equal(wait('kim', '192.0.2.1'), 1)
  clock.advance(1)
  assert.equal(wait('kim', '192.0.2.1'), 0)
})

test('[R14] guesses spread over more than a minute do not lock', () => {
  const { clock, guessWrong, wait } = setUp()
  for (let i = 0; i < 30; i++) {
    guessWrong('kim', '192.0.2.1')
    clock.advance(6_700)
  }
  assert.equal(wait('kim', '192.0.2.1'), 0)
})

test('[R14] the window slides: nine before its edge and one after it do lock', () => {
  const { clock, guessWrong, wait } = setUp()
  guessWrong('kim', '192.0.2.1')
  clock.advance(55_000)
  for (let i = 0; i < 8; i++) guessWrong('kim', '192.0.2.1')
  clock.advance(10_000)
  guessWrong('kim', '192.0.2.1')
  assert.equal(wait('kim', '192.0.2.1'), 0)
  guessWrong('kim', '192.0.2.1')
  assert.equal(wait('kim', '192.0.2.1'), limits.wrongGuessesLockMs)
})

test('[R14] guesses that are made at the same time cannot slip through together', () => {
  const { limiter, wait } = setUp()
  const open = Array.from({ length: limits.wrongGuessesPerMinuteMax }, () =>
    limiter.begin('kim', '192.0.2.1'),
  )
  assert.ok(wait('kim', '192.0.2.1') > 0)
  open[0]!.withdraw()
  assert.equal(wait('kim', '192.0.2.1'), 0)
  for (const attempt of open) attempt.wrong()
  // One was withdrawn before it could count as wrong.
  assert.equal(wait('kim', '192.0.2.1'), 0)
  limiter.begin('kim', '192.0.2.1').wrong()
  assert.ok(wait('kim', '192.0.2.1') > 0)
})

test('[R14] a handle that is guessed at from everywhere is closed until the oldest guess is ten minutes old', () => {
  const { clock, guessWrong, wait } = setUp()
  for (let i = 0; i < limits.wrongGuessesPerHandleMax; i++) {
    guessWrong('kim', `198.51.100.${i}`)
    clock.advance(100)
  }
  assert.equal(wait('kim', '192.0.2.9'), limits.wrongGuessesWindowMs - limits.wrongGuessesPerHandleMax * 100)
  assert.equal(wait('lou', '192.0.2.9'), 0)
})

test('[R14] an address that guesses at everyone is closed for everyone', () => {
  const { guessWrong, wait } = setUp()
  for (let i = 0; i < limits.wrongGuessesPerAddressMax; i++) guessWrong(`person-${i}`, '192.0.2.1')
  assert.equal(wait('somebody-new', '192.0.2.1'), limits.wrongGuessesWindowMs)
  assert.equal(wait('somebody-new', '192.0.2.2'), 0)
})

test('[R14] the right password forgives the pair, but not what the address did to others', () => {
  const { limiter, guessWrong, wait } = setUp()
  for (let i = 0; i < limits.wrongGuessesPerAddressMax - 2; i++) guessWrong(`person-${i}`, '192.0.2.1')
  guessWrong('kim', '192.0.2.1')
  limiter.begin('kim', '192.0.2.1').right()
  assert.equal(wait('kim', '192.0.2.1'), 0)
  guessWrong('kim', '192.0.2.1')
  assert.ok(wait('kim', '192.0.2.1') > 0)
})

test('[R14] different wrong tokens close an address; one and the same again and again does not', () => {
  const { limiter, wait, waitOf } = setUp()
  for (let i = 0; i < 1_000; i++) limiter.countWrongSecret('192.0.2.1', 'hdt_an-old-one')
  assert.equal(wait('kim', '192.0.2.1'), 0)
  for (let i = 1; i < limits.wrongGuessesPerAddressMax; i++) limiter.countWrongSecret('192.0.2.1', `hdt_${i}`)
  assert.equal(
    waitOf(() => limiter.countWrongSecret('192.0.2.1', 'hdt_next')),
    limits.wrongGuessesWindowMs,
  )
  assert.ok(wait('kim', '192.0.2.1') > 0)
})

test('[R14] all addresses of one IPv6 network are one', () => {
  const { guessWrong, wait } = setUp()
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax; i++) guessWrong('kim', `2001:db8:1:2::${i}`)
  assert.ok(wait('kim', '2001:db8:1:2:ffff::1') > 0)
  assert.equal(wait('kim', '2001:db8:1:3::1'), 0)
})

test('[R12] the limiter remembers no more than it may, and forgets a locked pair last', () => {
  const { clock, guessWrong, wait } = setUp(50)
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax; i++) guessWrong('kim', '192.0.2.1')
  for (let i = 0; i < 500; i++) {
    guessWrong(`person-${i}`, `10.0.${i % 250}.1`)
    clock.advance(10)
  }
  assert.ok(wait('kim', '192.0.2.1') > 0)
  // person-0 was pushed out by the many after it; person-499 was not.
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax - 1; i++) guessWrong('person-499', '10.0.249.1')
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax - 1; i++) guessWrong('person-0', '10.0.0.1')
  assert.ok(wait('person-499', '10.0.249.1') > 0)
  assert.equal(wait('person-0', '10.0.0.1'), 0)
})

test('[R14] a clock that is set forward ends no lock', () => {
  const clock = createTestClock()
  let jumpedMs = 0
  const limiter = createGuessLimiter({ clock: { ...clock, wall: () => clock.wall() + jumpedMs } })
  for (let i = 0; i < limits.wrongGuessesPerMinuteMax; i++) limiter.begin('kim', '192.0.2.1').wrong()
  jumpedMs = 24 * 3_600_000
  assert.throws(() => limiter.begin('kim', '192.0.2.1'), Refusal)
})
