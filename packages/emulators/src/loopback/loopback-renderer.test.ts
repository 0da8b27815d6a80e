import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loopbackRenderer } from './loopback-renderer.ts'
import { platformTextCharsMax } from './platform-words.ts'

const nobody = () => undefined
const accounts = new Map([
  ['ann', '101'],
  ['kim', '102'],
])
const accountOf = (handle: string) => accounts.get(handle)

test('[DLV5] a short text is one part, as it was written', () => {
  const markdown = '  # Hello\n\n\tworld  \n'
  assert.deepEqual(loopbackRenderer.render({ markdown, accountOf: nobody }), [
    { text: markdown, mentions: [] },
  ])
  assert.deepEqual(loopbackRenderer.render({ markdown: '', accountOf: nobody }), [])
})

test('[DLV6] only mentions of linked members are written out and call somebody', () => {
  const markdown = '@ann and `@kim` and @nobody and \\@kim and <@999> and <@everyone>'
  const [part] = loopbackRenderer.render({ markdown, accountOf })
  assert.equal(part?.text, '<@101> and `@kim` and @nobody and \\@kim and <@999> and <@everyone>')
  assert.deepEqual(part?.mentions, ['101'])
})

test('[DLV5] a text is split after its mentions were written out, and each part calls its own', () => {
  const long = 'x'.repeat(1_990)
  const parts = loopbackRenderer.render({ markdown: `@ann ${long}\n@kim`, accountOf })
  assert.deepEqual(
    parts.map(({ text, mentions }) => [text.length <= platformTextCharsMax, mentions]),
    [
      [true, ['101']],
      [true, ['102']],
    ],
  )
  assert.equal(parts.map(({ text }) => text).join(''), `<@101> ${long}\n<@102>`)
})

test('[DLV5] the footer stands behind the last part, whatever its length, and never inside of code', () => {
  for (const length of [0, 10, 1_900, 1_985, 1_999, 2_000, 2_001, 3_985]) {
    const markdown = 'y'.repeat(length)
    const parts = loopbackRenderer.render({
      markdown,
      accountOf: nobody,
      footer: 'runtime 5m12s',
      spareChars: 40,
    })
    for (const { text } of parts) assert.ok(text.length <= platformTextCharsMax - 40, `${length}`)
    assert.match(parts.at(-1)?.text ?? '', length === 0 ? /^runtime 5m12s$/ : /y\nruntime 5m12s$/)
    for (const { text } of parts.slice(0, -1)) assert.doesNotMatch(text, /runtime/)
  }
  const [open] = loopbackRenderer.render({ markdown: '```\ncode', accountOf: nobody, footer: 'stats' })
  assert.equal(open?.text, '```\ncode\n```\nstats')
})
