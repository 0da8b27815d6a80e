import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseContent, isSurelyBinary } from './choose-content.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)

test('[AGT5] pages and text are told from what nobody can read, by their type or by their bytes', () => {
  const kinds: [string | null, Uint8Array, string][] = [
    ['text/html; charset=utf-8', bytes('<p>'), 'html'],
    ['application/xhtml+xml', bytes('<p>'), 'html'],
    ['TEXT/Plain', bytes('x'), 'text'],
    ['application/json', bytes('{}'), 'text'],
    ['application/ld+json', bytes('{}'), 'text'],
    ['application/atom+xml', bytes('<x>'), 'text'],
    ['image/svg+xml', bytes('<svg>'), 'text'],
    ['application/x-ndjson', bytes('{}'), 'text'],
    ['image/png', bytes('x'), 'binary'],
    ['application/pdf', bytes('%PDF-1.7'), 'binary'],
    [null, bytes('words'), 'text'],
    [null, bytes(' <!DOCTYPE html><p>'), 'html'],
    ['application/octet-stream', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0]), 'binary'],
    [null, Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'binary'],
    [null, bytes('ä'.repeat(2_000)), 'text'],
  ]
  for (const [type, body, kind] of kinds) assert.equal(chooseContent(type, body).kind, kind, String(type))
  assert.equal(isSurelyBinary('video/mp4'), true)
  assert.equal(isSurelyBinary('application/octet-stream'), false)
  assert.equal(isSurelyBinary(null), false)
})

test('[AGT5] letters are read in the encoding that is named, in the header, the page, or the first bytes', () => {
  const textOf = (type: string | null, body: Uint8Array) => {
    const content = chooseContent(type, body)
    return content.kind === 'binary' ? undefined : content.text
  }
  assert.equal(textOf('text/plain; charset=iso-8859-1', bytes('é', 'latin1')), 'é')
  assert.equal(textOf('text/plain; charset="ISO-8859-1"', bytes('é', 'latin1')), 'é')
  assert.equal(
    textOf('text/html', bytes('<meta charset=windows-1252>é', 'latin1')),
    '<meta charset=windows-1252>é',
  )
  assert.equal(textOf('text/plain', Buffer.from([0xff, 0xfe, 0x41, 0])), 'A')
  assert.equal(textOf('text/plain; charset=klingon', bytes('é')), 'é')
})
