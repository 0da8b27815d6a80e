import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { normalizeHandle } from '../handle.ts'
import { expandMentions, parseMentions } from './mentions.ts'

const marks = [
  '`',
  '``',
  '```\n',
  '~~~',
  '*',
  '**',
  '_',
  '~~',
  '[',
  ']',
  '](x)',
  '](',
  '![',
  '<',
  '>',
  '<b>',
  '</b>',
  '<!--',
  '-->',
]
const lines = [
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '> ',
  '- ',
  '1. ',
  '    ',
  '\t',
  '# ',
  '|',
  '|\n|-|-|\n',
  '[a]: ',
  '---',
]
const words = [
  '@kim',
  '@Lou.',
  '@王芳你好',
  '@nobody',
  '@',
  '@@',
  '@here',
  '@a/b',
  'x',
  ' ',
  '\\',
  '\\_',
  '&#64;',
  '&amp;',
  '/',
  '_',
  '.',
]
const links = [
  'http://x.org/',
  'www.x.org',
  'a@x.org',
  '<@U1>',
  '\0',
  '\u200b',
  '\ufe0f',
  'é',
  '\ud83d',
  '好',
]
const source = fc
  .array(fc.constantFrom(...marks, ...lines, ...words, ...words, ...links), { maxLength: 40 })
  .map((parts) => parts.join(''))

const members = new Set(['kim', 'lou', '王芳', 'a', 'b'])
const isMember = (handle: string) => members.has(handle)

test('[MEN1] places are in order, do not overlap, and hold the handle that they name', () => {
  fc.assert(
    fc.property(source, (body) => {
      let at = 0
      for (const { start, end, handle, known } of parseMentions(body, isMember).spans) {
        assert.ok(start >= at && end <= body.length)
        const written = body.slice(start, end).replaceAll('\\', '').replaceAll('&amp;', '&')
        assert.equal(normalizeHandle(written), `@${handle}`)
        assert.equal(known, isMember(handle))
        at = end
      }
    }),
    { numRuns: 2_000 },
  )
})

test('[MEN1] a text whose mentions are written as they were is the same text', () => {
  fc.assert(
    fc.property(fc.oneof(source, fc.string({ unit: 'binary', maxLength: 60 })), (body) => {
      assert.equal(
        expandMentions(
          body,
          () => true,
          (_, written) => written,
        ),
        body,
      )
      assert.equal(
        expandMentions(
          body,
          () => false,
          () => 'nothing',
        ),
        body,
      )
    }),
    { numRuns: 2_000 },
  )
})

test('[MEN2] [M3] a mention with a backslash before it is none any more', () => {
  fc.assert(
    fc.property(source, (body) => {
      const silenced = expandMentions(
        body,
        () => true,
        (_, written) => `\\${written}`,
      )
      assert.deepEqual(parseMentions(silenced, () => true).mentions, [])
    }),
    { numRuns: 2_000 },
  )
})

test('[MEN2] [M2] nothing in code or a quote is ever found, whatever stands around and inside', () => {
  // Without marks that would begin or end something else.
  const inside = fc
    .array(fc.constantFrom('@kim', ' ', '@Lou.', 'x', '*', '_', '[', '](', '>', '\\', '&amp;'), {
      maxLength: 12,
    })
    .map((parts) => parts.join(''))
  const silent = fc.oneof(
    inside.map((text) => `\`\`\`\` ${text}\n${text}\n\n${text}\n\`\`\`\``),
    inside.map((text) => `~~~~ ${text}\n${text}\n~~~~`),
    inside.map((text) => `    x${text}`),
    inside.map((text) => `> x${text}\nx${text}`),
    inside.map((text) => `x \`${text}x\` x`),
    inside.map((text) => `<!-- ${text}\n\n${text} -->`),
  )
  const spoken = fc.constant('@kim speaks.')
  fc.assert(
    fc.property(fc.array(fc.oneof(silent, spoken), { maxLength: 8 }), (blocks) => {
      const body = blocks.join('\n\n***\n\n')
      const found = parseMentions(body, isMember).spans.length
      assert.equal(found, blocks.filter((block) => block === '@kim speaks.').length)
    }),
    { numRuns: 2_000 },
  )
})
