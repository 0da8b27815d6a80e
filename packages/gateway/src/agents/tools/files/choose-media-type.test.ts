import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseMediaType } from './choose-media-type.ts'

const text = Buffer.from('Grüße')

test('[FIL2] what a file of a workspace is said to be comes from its ending, else from its first bytes', () => {
  assert.equal(chooseMediaType('a.CSV', text), 'text/csv')
  assert.equal(chooseMediaType('a.tar.gz', new Uint8Array([31, 139])), 'application/gzip')
  assert.equal(chooseMediaType('Makefile', text), 'text/plain')
  assert.equal(chooseMediaType('.env', text), 'text/plain')
  assert.equal(chooseMediaType('core', new Uint8Array([0, 1])), 'application/octet-stream')
  // No word that objects have by themselves.
  assert.equal(chooseMediaType('a.constructor', text), 'text/plain')
  // What is an image is found out when it is kept.
  assert.equal(
    chooseMediaType('a.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
    'application/octet-stream',
  )
})
