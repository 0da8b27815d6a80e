import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestClock } from '../../../../test-support/open-test-store.ts'
import { createRateLimiter, limiterKey } from './rate-limiter.ts'

test('[OPS6] the worth of a minute may come at once, then at the steady rate', () => {
  const clock = createTestClock()
  const limiter = createRateLimiter({ perMinute: 60, entriesMax: 10, clock })
  for (let i = 0; i < 60; i++) assert.equal(limiter.take('a'), 0)
  assert.equal(limiter.take('a'), 1_000)
  clock.advance(500)
  assert.equal(limiter.take('a'), 500)
  clock.advance(500)
  assert.equal(limiter.take('a'), 0)
  assert.equal(limiter.take('b'), 0)
  clock.advance(3_600_000)
  for (let i = 0; i < 60; i++) assert.equal(limiter.take('a'), 0)
  assert.ok(limiter.take('a') > 0)
})

test('[R12] a crowd of addresses never grows the memory, and the one not seen for longest is forgotten', () => {
  const limiter = createRateLimiter({ perMinute: 1, entriesMax: 100, clock: createTestClock() })
  limiter.take('kept')
  for (let i = 0; i < 10_000; i++) {
    limiter.take(`crowd ${i}`)
    if (i % 50 === 0) assert.ok(limiter.take('kept') > 0)
  }
  assert.equal(limiter.size, 100)
})

test('[R14] addresses of one IPv6 network count together', () => {
  assert.equal(limiterKey('192.0.2.1'), '192.0.2.1')
  assert.equal(limiterKey('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(limiterKey('2001:db8:1:2::9'), '2001:db8:1:2::/64')
  assert.equal(limiterKey('2001:0db8:0001:0002::9'), '2001:db8:1:2::/64')
  assert.equal(limiterKey('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(limiterKey('::1'), '0:0:0:0::/64')
  assert.notEqual(limiterKey('2001:db8:1:3::9'), limiterKey('2001:db8:1:2::9'))
})
