import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownLimits } from './markdown-limits.ts'
import type { BlockNode, InlineNode } from './nodes.ts'
import { nothingAbove, parseBlocks } from './parse-blocks.ts'

function nodes(text: string): BlockNode[] {
  return parseBlocks(text, nothingAbove, 0).blocks.map(({ node }) => node)
}

function inline(text: string): readonly InlineNode[] {
  const [node] = nodes(text)
  assert.equal(node?.kind, 'paragraph')
  return node.kind === 'paragraph' ? node.children : []
}

const words = (text: string): InlineNode => ({ kind: 'text', text })

test('[UIM1] HTML stays text, entities are read', () => {
  assert.deepEqual(inline('<img src=x onerror=alert(1)> &amp; &lt;'), [
    words('<img src=x onerror=alert(1)> & <'),
  ])
})

test('[UIM2] an address that may not lead anywhere stays what was written', () => {
  for (const text of [
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](data:text/html,x)',
    '[a](vbscript:x)',
    '[a](file:///etc/passwd)',
    '[a](//evil.example)',
    '[a](/settings)',
    '[a](docs/readme.md)',
    '[a](ftp://x.example)',
    'main.rs and git@example.com:repo and //x.example',
  ]) {
    assert.deepEqual(inline(text), [words(text)], text)
  }
})

test('[UIM2] addresses with a scheme are links, also bare ones', () => {
  const link = (href: string, text: string): InlineNode => ({ kind: 'link', href, children: [words(text)] })
  assert.deepEqual(inline('https://a.example/x'), [link('https://a.example/x', 'https://a.example/x')])
  assert.deepEqual(inline('<mailto:a@b.example>'), [link('mailto:a@b.example', 'mailto:a@b.example')])
  assert.deepEqual(inline('[s](/sessions/ses_1)'), [link('/sessions/ses_1', 's')])
})

test('[UIM1] an item that begins with brackets is a task', () => {
  const [list] = nodes('- [ ] open\n- [x] done\n- [y] no task\n- [ ]no task')
  assert.equal(list?.kind, 'list')
  if (list?.kind !== 'list') return
  assert.deepEqual(
    list.items.map(({ isDone }) => isDone),
    [false, true, undefined, undefined],
  )
  assert.deepEqual(list.items[0]?.children, [{ kind: 'paragraph', children: [words('open')] }])
})

test('[UIM1] lists know where they begin and whether they are tight', () => {
  const [tight, , loose] = nodes('7. a\n8. b\n\nx\n\n- a\n\n- b')
  assert.ok(tight?.kind === 'list' && tight.isOrdered && tight.start === 7 && tight.isTight)
  assert.ok(loose?.kind === 'list' && !loose.isTight)
})

test('[UIM1] a table keeps the alignment of its columns and the number of its cells', () => {
  const [table] = nodes('a | b | c\n:-|:-:|-:\n1 | 2\n')
  assert.equal(table?.kind, 'table')
  if (table?.kind !== 'table') return
  assert.deepEqual(
    table.head.map(({ align }) => align),
    ['start', 'center', 'end'],
  )
  assert.equal(table.rows[0]?.length, 3)
})

test('[UIM3] headings never skip a level, wherever they stand', () => {
  const levels = [
    ...JSON.stringify(nodes('#### a\n\n> # b\n> ###### c\n\n- ### d\n\n## e')).matchAll(/"level":(\d)/g),
  ]
  assert.deepEqual(
    levels.map(([, level]) => Number(level)),
    [2, 2, 3, 3, 3],
  )
})

const hostile: Record<string, string> = {
  brackets: '['.repeat(100_000),
  'nested links': '[a]('.repeat(25_000),
  stars: '*'.repeat(100_000),
  'open stars': '*a '.repeat(33_000),
  'strong in strong': `${'**a '.repeat(5_000)}${'b** '.repeat(5_000)}`,
  'backticks of all lengths': Array.from({ length: 440 }, (_, n) => '`'.repeat(n)).join(' '),
  'quotes on one line': '>'.repeat(100_000),
  'quotes on many lines': '> > > > > > > > > > > > > >\n'.repeat(3_500),
  'lists on one line': '- '.repeat(50_000),
  'lists that go deeper': Array.from({ length: 400 }, (_, n) => `${' '.repeat(2 * n)}- a`).join('\n'),
  'items without end': '- a\n'.repeat(15_000),
  'cells without end': `${'|'.repeat(30_000)}\n${'|-'.repeat(30_000)}`,
  definitions: '[a]: /sessions/a\n'.repeat(6_000),
  'open titles': '[a](</b> "'.repeat(10_000),
  entities: '&#x1F600;'.repeat(11_000),
  addresses: 'https://a.example/'.repeat(5_500),
}

test('[UIM6] hostile texts stay within bounds: of nodes, of depth, and without losing a letter that matters', () => {
  for (const [name, text] of Object.entries(hostile)) {
    const found = nodes(text)
    const size = measure(found)
    assert.ok(size.count <= markdownLimits.blockTokensMax * 2, `${name}: ${size.count} nodes`)
    assert.ok(
      size.depth <= 3 * markdownLimits.blockDepthMax + markdownLimits.inlineDepthMax,
      `${name}: ${size.depth} deep`,
    )
  }
})

test('[UIM6] what is nested too deeply is shown plain, with all of its text', () => {
  const text = `${'> '.repeat(60)}the end`
  assert.deepEqual(nodes(text), [{ kind: 'plain', text }])
  const steps = Array.from({ length: 60 }, (_, n) => `${' '.repeat(2 * n)}- step ${n}`).join('\n')
  assert.deepEqual(nodes(steps), [{ kind: 'plain', text: steps }])
})

test('[UIM6] emphasis within emphasis keeps its words beyond the deepest look', () => {
  const text = `${'*a **b '.repeat(40)}x${'** *'.repeat(40)}`
  const found = JSON.stringify(nodes(text))
  assert.equal(found.match(/a /g)?.length, 40)
  assert.match(found, /x/)
})

test('[UIM6] a paragraph above the limit is not looked at for marks; its neighbours are', () => {
  const long = '*a* '.repeat(markdownLimits.inlineCharsMax / 4 + 1).trim()
  const [first, second] = nodes(`${long}\n\n*b*`)
  assert.deepEqual(first, { kind: 'paragraph', children: [words(long)] })
  assert.deepEqual(second, { kind: 'paragraph', children: [{ kind: 'emphasis', children: [words('b')] }] })
})

test('[UIM6] a block above the limit is plain, but a long listing stays code', () => {
  const line = `${'word '.repeat(15)}\n`
  const long = line.repeat(Math.ceil((markdownLimits.blockCharsMax + 1) / line.length))
  assert.equal(nodes(long)[0]?.kind, 'plain')
  assert.equal(nodes(`\`\`\`\n${long}\`\`\``)[0]?.kind, 'code')
})

function measure(value: unknown): { count: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { count: 0, depth: 0 }
  const inner = Object.values(value).map(measure)
  return {
    count: 1 + inner.reduce((sum, { count }) => sum + count, 0),
    depth: 1 + inner.reduce((most, { depth }) => Math.max(most, depth), 0),
  }
}
