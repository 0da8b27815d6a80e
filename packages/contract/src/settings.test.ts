import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settings } from './settings.ts'

test('[OPS2] a public address is an origin: links are made by adding to it, and no password belongs in it', () => {
  const { schema } = settings['server.publicUrl']
  for (const good of [
    '',
    'https://heddle.example.org',
    'http://10.0.0.7:7420',
    'https://heddle.example.org/',
  ]) {
    assert.equal(schema.safeParse(good).success, true, good)
  }
  const bad = [
    'heddle.example.org',
    'ftp://x.org',
    'https://u:p@x.org',
    'https://x.org/a',
    'https://x.org?q',
    'https://x.org#y',
  ]
  for (const text of bad) assert.equal(schema.safeParse(text).success, false, text)
})
