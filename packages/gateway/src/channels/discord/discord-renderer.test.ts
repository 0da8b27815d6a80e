import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { discordRenderer } from './discord-renderer.ts'
import { toDiscordMarkdown } from './to-discord-markdown.ts'

const nobody = () => undefined
const accounts = new Map([
  ['ann', '100000000000000101'],
  ['kim', '100000000000000102'],
])
const accountOf = (handle: string) => accounts.get(handle)
const isMember = (handle: string) => accounts.has(handle)
const textsOf = (markdown: string) =>
  discordRenderer.render({ markdown, isMember, accountOf: nobody }).map(({ text }) => text)

const unchanged = [
  'Hello **world**, *all* of ~~it~~ `x`',
  '# One\n## Two\n### Three',
  '- a\n- b\n  - c\n1. d',
  '> quoted',
  '[a link](https://example.com/a_b)',
  '```ts\nconst a = "| b |"\n#### no heading\n- [ ] no task\n![no](image)\n__init__\n```',
  'in `#### code` and `![x](y)` and `__init__`',
  'مرحبا بالعالم، هذا نص من اليمين إلى اليسار',
  '👩‍👩‍👧‍👦 🏳️‍🌈 🇳🇱 e\u0301',
  'a || spoiler || and -# small',
  'a_b__c__d and 2 * 3 * 4',
]

for (const markdown of unchanged) {
  test(`[DLV5] what Discord shows stays as it was written: ${JSON.stringify(markdown)}`, () => {
    assert.deepEqual(textsOf(markdown), [markdown])
  })
}

const written: [markdown: string, text: string][] = [
  ['#### Deep\n##### **Deeper** ##', '**Deep**\n**Deeper**'],
  ['Title\n===\nSub\n---\ntext', '# Title\n## Sub\ntext'],
  ['a\n\n---\n\nb\n\n* * *', 'a\n\n──────────\n\nb\n\n──────────'],
  ['- [ ] open\n- [x] done\n  * [X] deep', '- ☐ open\n- ☑ done\n  * ☑ deep'],
  ['+ plus\n2) two', '- plus\n2. two'],
  [
    '![a chart](https://x.io/a.png "t") ![](https://x.io/b.png)',
    '[a chart](https://x.io/a.png) https://x.io/b.png',
  ],
  ['![local](./a.png)', 'local'],
  ['__bold__ and a__b__c', '**bold** and a__b__c'],
  ['>tight\n>> nested\n>', '> tight\n> nested\n> '],
  ['one<br>two<br/>three', 'one\ntwo\nthree'],
  ['a ``` alone', 'a `\u200b`\u200b` alone'],
  ['~~~python title="x"\nprint()\n~~~', '```python\nprint()\n```'],
  ['````md\n```js\nx\n```\n````', '```md\n`\u200b`\u200b`js\nx\n`\u200b`\u200b`\n```'],
  ['1. a\n\n    ```sh\n    ls\n      -l\n    ```\n2. b', '1. a\n\n```sh\nls\n  -l\n```\n2. b'],
  ['- ```ts\n  const a = 1\n  ```\n\nAfter.', '```ts\nconst a = 1\n```\n\nAfter.'],
  [
    '1. ```bash\n   npm ci\n   ```\n2) ```bash\n   npm test\n   ```\n\nAfter.',
    '1.\n```bash\nnpm ci\n```\n2.\n```bash\nnpm test\n```\n\nAfter.',
  ],
  ['> ```ts\n> a\n>\n>   b\n> ```\nc', '> ```ts\n> a\n> \n>   b\n> ```\nc'],
  ['> > - ~~~py\n> >   x\n> >   ~~~\n> more', '> ```py\n> x\n> ```\n> more'],
  ['- ```ts\n  left open\n\nAfter.', '```ts\nleft open\n```\n\nAfter.'],
  ['```ts\nleft open', '```ts\nleft open\n```'],
  ['a\r\n- ```ts\r\n  x\r\n  ```\r\nb', 'a\r\n```ts\nx\n```\nb'],
  ['a\n\n    __init__\n    | a |\n\nb', 'a\n\n```\n__init__\n| a |\n```\n\nb'],
  ['- a\n\n        ```sh\n        ls\n        ```\n- b', '- a\n\n```sh\nls\n```\n- b'],
]

for (const [markdown, text] of written) {
  test(`[DLV5] what Discord does not know is written so that it reads well: ${JSON.stringify(markdown)}`, () => {
    assert.equal(toDiscordMarkdown(markdown), text)
  })
}

test('[DLV5] a table becomes a block of code with aligned columns', () => {
  const markdown = [
    'Before',
    '',
    '| Name | Count | Note |',
    '|:-----|------:|:----:|',
    '| **a** | 1 | `x` |',
    '| 你好 | 1000 | [l](https://x.io) |',
    '| pipe \\| in | |',
    '',
    'After',
  ].join('\n')
  assert.equal(
    toDiscordMarkdown(markdown),
    [
      'Before',
      '',
      '```',
      'Name       Count        Note',
      '─────────  ─────  ────────────────',
      'a              1         x',
      '你好        1000  l (https://x.io)',
      'pipe | in',
      '```',
      '',
      'After',
    ].join('\n'),
  )
})

test('[DLV6] only mentions of linked members are written out, and a crowd is shown as it was written', () => {
  const markdown = '@ann, `@kim`, @nobody, @everyone, @here and <@999>'
  const [part] = discordRenderer.render({ markdown, isMember, accountOf })
  assert.equal(part?.text, '<@100000000000000101>, `@kim`, @nobody, @everyone, @here and <@999>')
  assert.deepEqual(part?.mentions, ['100000000000000101'])
})

test('[MEN1] [DLV6] a member without an account there is the one who is meant, and nobody else may be called', () => {
  const [part] = discordRenderer.render({
    markdown: '@王芳你好, `@王` and\n> @王',
    isMember: (handle) => ['王', '王芳'].includes(handle),
    accountOf: (handle) => (handle === '王' ? '7' : undefined),
  })
  assert.deepEqual(part, { text: '@王芳你好, `@王` and\n> @王', mentions: [] })
})

test('[DLV5] in a table a mention stays a name, since it calls nobody there', () => {
  const [part] = discordRenderer.render({ markdown: '| who |\n|---|\n| @ann |', isMember, accountOf })
  assert.match(part?.text ?? '', /@ann/)
  assert.deepEqual(part?.mentions, [])
})

test('[DLV5] parts leave room for a name in front and for a line about them, after mentions were written out', () => {
  const markdown = Array.from({ length: 400 }, () => '@ann and @kim').join(' ')
  const parts = discordRenderer.render({
    markdown,
    isMember,
    accountOf,
    spareChars: 80,
    footer: 'runtime 1m',
  })
  assert.ok(parts.length > 5)
  for (const { text } of parts) assert.ok(text.length <= 2_000 - 80 - 90, String(text.length))
  assert.match(parts.at(-1)?.text ?? '', /runtime 1m$/)
  const calls = parts.flatMap(({ text }) => text.match(/<@\d{18}>/g) ?? [])
  assert.equal(calls.length, 800)
})

test('[DLV5] a block of code across parts is closed and opened again', () => {
  const lines = Array.from({ length: 300 }, (_, i) => `console.log(${i}) // مرحبا 👩‍👩‍👧‍👦`).join('\n')
  const parts = textsOf(`Look:\n\n~~~ts\n${lines}\n~~~\nDone.`)
  assert.ok(parts.length > 3)
  for (const part of parts) assert.equal([...part.matchAll(/^```/gm)].length % 2, 0)
  for (const part of parts.slice(1, -1)) assert.match(part, /^```ts\nconsole/)
})

test('[DLV5] a quoted block of code across parts stays quoted code in each', () => {
  const lines = Array.from({ length: 300 }, (_, i) => `> console.log(${i})`).join('\n')
  const parts = textsOf(`> \`\`\`ts\n${lines}\n> \`\`\`\n\nDone.`)
  assert.ok(parts.length > 2)
  for (const part of parts.slice(0, -1)) assert.match(part, /^> ```ts\n(> console.log\(\d+\)\n)+> ```$/)
})

test('[DLV5] what stands behind code in a list is text, and a mention there calls', () => {
  const markdown = '- ```ts\n  @kim()\n  ```\n\nAfter, @ann look.'
  assert.deepEqual(discordRenderer.render({ markdown, isMember, accountOf, footer: 'runtime 5s' }), [
    {
      text: '```ts\n@kim()\n```\n\nAfter, <@100000000000000101> look.\nruntime 5s',
      mentions: ['100000000000000101'],
    },
  ])
})

test('[DLV5] no part is nothing but white space, which Discord would refuse', () => {
  assert.deepEqual(
    textsOf(`a${'\n'.repeat(3_000)}`).map((text) => text.trim()),
    ['a'],
  )
  for (const part of textsOf(`a${'\n'.repeat(5_000)}b`)) assert.notEqual(part.trim(), '')
  assert.deepEqual(textsOf('   \n '), [])
})

test('[DLV5] whatever is written, each part fits and no word is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.lorem({ maxCount: 30 }), { maxLength: 120 }), (paragraphs) => {
      const parts = textsOf(paragraphs.join('\n\n'))
      const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
      assert.deepEqual(words(parts.join('\n')), words(paragraphs.join('\n')))
      for (const part of parts) assert.ok(part.length <= 1_910)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 6_000 }), (text) => {
      for (const part of textsOf(text)) assert.ok(part.length <= 1_910 && part.isWellFormed())
    }),
    { numRuns: 50 },
  )
})

test('[DLV5] hostile lines take no longer than their length', () => {
  const signs = [
    '__a',
    '![',
    '![a](',
    '`',
    '`` ` ',
    '#',
    '#### #',
    '>',
    '| ',
    '|-',
    '- ',
    '<br ',
    '**a',
    '    ',
    '[a](b',
    '- ```\n',
    '> ```\n',
    '    ```\n',
    '1. ~~~\n> ',
  ]
  for (const sign of signs) {
    const line = sign.repeat(20_000)
    assert.notEqual(toDiscordMarkdown(`${line}x`), '')
    assert.notEqual(toDiscordMarkdown(`| a |\n|---|\n| ${line} |`), '')
    assert.notEqual(toDiscordMarkdown(`#### ${line}x`), '')
  }
})
