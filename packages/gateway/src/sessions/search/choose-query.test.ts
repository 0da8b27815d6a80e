import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseParts, findParts } from './choose-query.ts'

const part = (words: string, isBeginning = false) => ({ words: words.split(' '), isBeginning })

test('[SRC3] words, quoted phrases, and a last word that may be a beginning', () => {
  assert.deepEqual(chooseParts('nightly build'), [part('nightly'), part('build', true)])
  assert.deepEqual(chooseParts('"nightly build" fails'), [part('nightly build'), part('fails', true)])
  assert.deepEqual(chooseParts('fails "nightly build"'), [part('fails'), part('nightly build')])
  assert.deepEqual(chooseParts('fails "nightly bui'), [part('fails'), part('nightly bui', true)])
  assert.deepEqual(chooseParts('go'), [part('go')])
  assert.deepEqual(chooseParts('a foo-bar'), [part('a'), part('foo bar', true)])
})

test('[SRC3] nothing in it is a command', () => {
  assert.deepEqual(chooseParts('cat NEAR(dog*, 2) OR -^NOT words:x'), [
    part('cat'),
    part('near dog'),
    part('2'),
    part('or'),
    part('not'),
    part('words x'),
  ])
  assert.deepEqual(chooseParts('"""" * ^ () {} : "'), [])
})

test('[SRC4] a single sign of a script without spaces is the beginning of a pair', () => {
  assert.deepEqual(chooseParts('芳 go'), [part('芳', true), part('go')])
  assert.deepEqual(chooseParts('王芳'), [part('王芳')])
})

test('[SRC6] all parts must stand in the text, and each place of them is known', () => {
  const at = (text: string, query: string) =>
    findParts(text, chooseParts(query))?.map(({ start, end }) => text.slice(start, end))
  assert.deepEqual(at('The Nightly build, the build.', 'build nightly'), ['Nightly', 'build', 'build'])
  assert.equal(at('The nightly build', '"build nightly"'), undefined)
  assert.deepEqual(at('Rebuild and building', 'buil'), ['building'])
  assert.deepEqual(at('请王芳看，王芳在', '王芳'), ['王芳', '王芳'])
  assert.deepEqual(at('请王芳看', '芳'), ['芳'])
  assert.deepEqual(at('请王芳', '芳'), ['芳'])
})
