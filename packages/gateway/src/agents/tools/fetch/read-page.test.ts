import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from './read-page.ts'

const url = 'https://example.org/docs/page.html'
const markdown = (html: string) => readPage(html, { format: 'markdown', url })

test('[AGT5] a page becomes Markdown, without scripts, styles, menus and what is hidden', () => {
  const { title, text } = markdown(`<!doctype html><html><head><title> The
    page </title><style>p { color: red }</style><script>alert(1)</script></head><body>
    <nav><a href="/">Home</a></nav><h1>Words</h1><p>Some <b>bold</b> and <em>other</em> ones.</p>
    <ul><li>one</li><li>two</li></ul><pre><code>let x = 1</code></pre>
    <p hidden>secret</p><noscript>turn it on</noscript><svg><text>drawn</text></svg></body></html>`)
  assert.equal(title, 'The page')
  assert.equal(text, '# Words\n\nSome **bold** and *other* ones.\n\n-   one\n-   two\n\n```\nlet x = 1\n```')
})

test('[AGT5] links and pictures are whole addresses, and what leads nowhere is only its words', () => {
  const { text } =
    markdown(`<a href="../a?b=1">up</a> <a href="javascript:alert(1)">run</a> <a href="#x">here</a>
    <img src="/p(1).png" alt="a picture"> <img src="data:image/png;base64,AAAA" alt="dot"> <img src="x.png">`)
  assert.equal(
    text,
    '[up](https://example.org/a?b=1) run here ![a picture](https://example.org/p%281%29.png) dot',
  )
})

test('[AGT5] a table keeps its rows, and one that only lays out a page does not', () => {
  const rows =
    '<thead><tr><th>a</th><th>b|c</th></tr></thead><tbody><tr><td>1</td><td>2<br>3</td></tr></tbody>'
  assert.equal(markdown(`<table>${rows}</table>`).text, '| a | b\\|c |\n| --- | --- |\n| 1 | 2 3 |')
  const layout = markdown(
    '<table><tr><td><p>left</p></td><td><table><tr><td>right</td></tr></table></td></tr></table>',
  )
  assert.doesNotMatch(layout.text, /---/)
  assert.match(layout.text, /left\s+right/)
})

test('[AGT5] where a page says which part is the main one, only that is read', () => {
  const words = 'What it is about. '.repeat(20)
  const page = (main: string) => `<header>Sign in</header><main><p>${main}</p></main><footer>Imprint</footer>`
  assert.equal(markdown(page(words)).text, words.trim())
  assert.match(markdown(page('Loading')).text, /Sign in[\s\S]*Loading[\s\S]*Imprint/)
})

test('[AGT5] as plain text a page has no marks', () => {
  const { text } = readPage('<h1>A_b</h1><p><a href="/x">go *on*</a></p><img alt="cat" src="c.png">', {
    format: 'text',
    url,
  })
  assert.equal(text, 'A_b\n\ngo *on*\n\ncat')
})
