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
const isMember = (handle: string) => accounts.has(handle)

test('[DLV5] a short text is one part, as it was written', () => {
  const markdown = '  # Hello\n\n\tworld  \n'
  assert.deepEqual(loopbackRenderer.render({ markdown, isMember, accountOf: nobody }), [
    { text: markdown, mentions: [] },
  ])
  assert.deepEqual(loopbackRenderer.render({ markdown: '', isMember, accountOf: nobody }), [])
})

test('[DLV6] only mentions of linked members are written out and call somebody', () => {
  const markdown = '@ann and `@kim` and @nobody and \\@kim and <@999> and <@everyone>'
  const [part] = loopbackRenderer.render({ markdown, isMember, accountOf })
  assert.equal(part?.text, '<@101> and `@kim` and @nobody and \\@kim and <@999> and <@everyone>')
  assert.deepEqual(part?.mentions, ['101'])
})

test('[DLV5] a text is split after its mentions were written out, and each part calls its own', () => {
  const long = 'x'.repeat(1_990)
  const parts = loopbackRenderer.render({ markdown: `@ann ${long}\n@kim`, isMember, accountOf })
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
      isMember,
      accountOf: nobody,
      footer: 'runtime 5m12s',
      spareChars: 40,
    })
    for (const { text } of parts) assert.ok(text.length <= platformTextCharsMax - 40, `${length}`)
    assert.match(parts.at(-1)?.text ?? '', length === 0 ? /^runtime 5m12s$/ : /y\nruntime 5m12s$/)
    for (const { text } of parts.slice(0, -1)) assert.doesNotMatch(text, /runtime/)
  }
  const [open] = loopbackRenderer.render({
    markdown: '```\ncode',
    isMember,
    accountOf: nobody,
    footer: 'stats',
  })
  assert.equal(open?.text, '```\ncode\n```\nstats')
})

test('[DLV5] the footer stands behind code in a list or a quote, and what is cut there is closed and opened again', () => {
  const listed = '- ```ts\n  const a = 1\n  ```\n\nAfter, @kim look.'
  assert.deepEqual(loopbackRenderer.render({ markdown: listed, isMember, accountOf, footer: 'stats' }), [
    { text: '- ```ts\n  const a = 1\n  ```\n\nAfter, <@102> look.\nstats', mentions: ['102'] },
  ])
  const code = Array.from({ length: 150 }, (_, i) => `> line ${i} of the code\n`).join('')
  const markdown = `> \`\`\`ts\n${code}> \`\`\``
  const parts = loopbackRenderer.render({ markdown, isMember, accountOf, footer: 'stats' })
  assert.equal(parts.length, 2)
  for (const { text } of parts) assert.match(text, /^> ```ts\n(> line \d+ of the code\n)+> ```(\nstats)?$/)
})

test('[MEN1] [DLV6] a member without an account here is the one who is meant, and nobody else is called', () => {
  const [part] = loopbackRenderer.render({
    markdown: '@王芳你好 @王',
    isMember: (handle) => ['王', '王芳'].includes(handle),
    accountOf: (handle) => (handle === '王' ? '7' : undefined),
  })
  assert.deepEqual(part, { text: '@王芳你好 <@7>', mentions: ['7'] })
})
