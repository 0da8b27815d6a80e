import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseClientAddress, isLoopback, plainAddress, trustOnly } from './client-address.ts'

const trusted = trustOnly(['10.0.0.0/8', '192.168.1.5', '2001:db8:1::/48'])
const choose = (peer: string, forwarded?: string) => chooseClientAddress(peer, forwarded, trusted)

test('[R14] the address is read from the right, as far as proxies of ours wrote it', () => {
  assert.equal(choose('198.51.100.1'), '198.51.100.1')
  assert.equal(choose('198.51.100.1', '203.0.113.9'), '198.51.100.1')
  assert.equal(choose('10.0.0.1', '203.0.113.9'), '203.0.113.9')
  assert.equal(choose('10.0.0.1', '1.1.1.1, 203.0.113.9'), '203.0.113.9')
  assert.equal(choose('10.0.0.1', '203.0.113.9, 192.168.1.5'), '203.0.113.9')
  assert.equal(choose('10.0.0.1', '1.1.1.1,203.0.113.9,10.2.2.2,192.168.1.5'), '203.0.113.9')
  assert.equal(choose('2001:db8:1::7', '203.0.113.9'), '203.0.113.9')
  assert.equal(choose('192.168.1.6', '203.0.113.9'), '192.168.1.6')
})

test('[R14] what is no address ends the chain at the last one that we know', () => {
  for (const forwarded of ['', 'unknown', '203.0.113.9, evil', '203.0.113.9,', '203.0.113.9, 999.1.1.1']) {
    assert.equal(choose('10.0.0.1', forwarded), '10.0.0.1', forwarded)
  }
  assert.equal(choose('10.0.0.1', 'x, 10.0.0.2'), '10.0.0.2')
  assert.equal(choose('unknown', '203.0.113.9'), 'unknown')
})

test('[R14] addresses have one form, whatever they come with', () => {
  assert.equal(plainAddress('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(plainAddress('192.0.2.1:5678'), '192.0.2.1')
  assert.equal(plainAddress('[2001:DB8::1]:443'), '2001:db8::1')
  assert.equal(plainAddress('fe80::1%eth0'), 'fe80::1')
  for (const text of ['', 'localhost', '1.2.3', '1.2.3.4.5', '_hidden', '192.0.2.1:x']) {
    assert.equal(plainAddress(text), undefined, text)
  }
})

test('[R3] no proxy named means that none is believed', () => {
  const nobody = trustOnly([])
  for (const address of ['127.0.0.1', '::1', '10.0.0.1']) assert.equal(nobody(address), false)
})

test('[OPS4] loopback is what the kernel calls so', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1']) assert.equal(isLoopback(address), true)
  for (const address of ['128.0.0.1', '0.0.0.0', '::', 'unknown', '127.evil'])
    assert.equal(isLoopback(address), false)
})
