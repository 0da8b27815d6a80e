import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { atSign, createTextParser } from './text-parser.ts'

test('[M15] but for bare addresses, a text is taken apart as the parser alone would do it', () => {
  const plain = new MarkdownIt('default', { html: true, maxNesting: 40 })
  const ours = createTextParser()
  plain.validateLink = () => true
  plain.normalizeLink = (address) => address
  plain.normalizeLinkText = (address) => address
  ours.renderer.rules[atSign] = () => '@'
  ours.renderer.rules.text_special = (tokens, at) => ours.utils.escapeHtml(tokens[at]?.content ?? '')
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
    '<!--',
    '-->',
  ]
  const lines = [
    '\n',
    '\n\n',
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
    '\r\n',
  ]
  const words = [
    '@kim',
    'a@b',
    '@',
    'a',
    ' ',
    '  ',
    '\\',
    '&amp;',
    '&#64;',
    'ww',
    'www',
    'http',
    ':',
    '//',
    '.',
    '<a@b.c>',
    '王',
    '\0',
  ]
  const source = fc.array(fc.constantFrom(...marks, ...lines, ...words), { maxLength: 40 })
  fc.assert(
    fc.property(source, (parts) => {
      const body = parts.join('')
      fc.pre(!/www\.|http:\/\//.test(body))
      assert.equal(withoutAlt(ours.render(body)), withoutAlt(plain.render(body)))
    }),
    { numRuns: 3_000 },
  )
})

/** What stands for an image is written by the renderer, which does not know an "@" of its own kind. */
function withoutAlt(html: string): string {
  return html.replace(/alt="[^"]*"/g, '')
}

test('[M13] [M15] brackets are read as the parser reads them by itself, however they are nested', () => {
  const ours = createTextParser()
  const plain = createTextParser()
  plain.helpers = new MarkdownIt().helpers
  const part = fc.constantFrom(
    '[',
    '[',
    ']',
    '](x)',
    '][a]',
    '![',
    '(',
    ')',
    '`',
    '\\',
    '<a ',
    '<x>',
    '@a',
    '*',
    ' ',
    '\n',
    'b',
  )
  const definition = fc.constantFrom('', '\n\n[a]: http://x\n')
  const soup = fc.tuple(fc.array(part, { maxLength: 120 }), fc.nat(60), definition)
  fc.assert(
    fc.property(soup, ([parts, deep, rest]) => {
      const body = `${'['.repeat(deep)}${parts.join('')}${rest}`
      assert.deepEqual(ours.parse(body, {}), plain.parse(body, {}))
    }),
    { numRuns: 400 },
  )
})
