import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network-of-address.ts'

test('[R14] an IPv4 address stands for itself, in whatever clothes it comes', () => {
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('::FFFF:c000:201'), '192.0.2.1')
  assert.equal(networkOf('0:0:0:0:0:ffff:192.0.2.1'), '192.0.2.1')
})

test('[R14] an IPv6 address stands for its /64, however it is written', () => {
  for (const address of [
    '2001:db8:a:b::1',
    '2001:0db8:000a:000b::1',
    '2001:DB8:A:B:1:2:3:4',
    '2001:db8:a:b:ffff::',
    '2001:db8:a:b::192.0.2.1',
  ]) {
    assert.equal(networkOf(address), '2001:db8:a:b::/64', address)
  }
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64')
})

test('[R14] what is no address at all is still a key', () => {
  for (const text of ['', 'unix', ':::', '1:2:3', '::1::2', ':'.repeat(40)]) {
    assert.equal(typeof networkOf(text), 'string')
  }
})
