import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expandMentions, parseMentions } from './mentions.ts'

const members = new Set([
  'kim',
  'lou',
  'ann',
  'kim.lee',
  'x-y',
  'my_handle',
  '王芳',
  'mei',
  '鈴木',
  'สม',
  '김',
  'rené',
  '7',
])
const isMember = (handle: string) => members.has(handle)

/** Each text, and who is mentioned in it, with a "?" before who is nobody. */
function judge(cases: readonly (readonly [body: string, expected: string])[]): void {
  for (const [body, expected] of cases) {
    const { mentions, unknown } = parseMentions(body, isMember)
    const found = [...mentions, ...unknown.map((handle) => `?${handle}`)]
    assert.equal(found.join(' '), expected, JSON.stringify(body))
  }
}

test('[MEN1] [M1] text is searched wherever it stands', () => {
  judge([
    ['', ''],
    ['@kim', 'kim'],
    ['hello @kim, how are you?', 'kim'],
    ['**@kim** _@lou_ ~~@ann~~ ***@mei***', 'kim lou ann mei'],
    ['# @kim\n\n@lou\n====\n\n###### @ann ##', 'kim lou ann'],
    ['- @kim\n  1. @lou\n     - [ ] @ann\n', 'kim lou ann'],
    ['| a | @kim |\n|---|---|\n| @lou \\| @ann | `@7` | @mei |', 'kim lou ann'],
    ['a\\\n@kim  \n@lou\n@ann', 'kim lou ann'],
    ['x\r\n@kim\r@lou\r\n\r\n- a\r\n\t@ann\r\n', 'kim lou ann'],
    ['[@kim] [@lou](not a link) [@ann][nowhere]', 'kim lou ann'],
    ['`unclosed @kim', 'kim'],
    ['<b>@kim</b> 1 < 2 @lou', 'kim lou'],
  ])
})

test('[MEN2] [M2] code is never searched', () => {
  judge([
    ['`@kim` ``@kim ` @kim`` @lou', 'lou'],
    ['`a\n@kim` @lou', 'lou'],
    ['```\n@kim\n```\n@lou', 'lou'],
    ['~~~ @kim\n@kim\n~~~\n@lou', 'lou'],
    ['``` @kim\n@kim', ''],
    ['- ~~~\n  @kim\n\n  @kim', ''],
    ['    @kim\n\n\t@kim\n\n@lou', 'lou'],
    ['- a\n\n      @kim\n\n  @lou', 'lou'],
    ['<code>@kim</code> <pre>@kim</pre> @lou', 'lou'],
  ])
})

test('[MEN2] [M2] raw HTML and comments are never searched', () => {
  judge([
    ['x <!-- @kim --> @lou', 'lou'],
    ['<!--\n@kim\n\n@kim\n-->\n@lou', 'lou'],
    ['x <!--@kim\n@kim--> @lou', 'lou'],
    ['x <b title="@kim" lang=\'@kim\'> <?php @kim ?> <!X @kim> <![CDATA[@kim]]> @lou', 'lou'],
    ['<div>\n@kim\n</div>\n\n@lou', 'lou'],
    ['<script>\n\n@kim\n\n</script>\n@lou', 'lou'],
  ])
})

test('[MEN2] [M2] links, images and addresses are never searched', () => {
  judge([
    ['[@kim](x) [a](/@kim) [a](<@kim> "@kim") [a **@kim**](x) @lou', 'lou'],
    ['[@kim](javascript:x) [a](javascript:@kim) @lou', 'lou'],
    ['![@kim](x) ![a](@kim "@kim") [![@kim](x) @kim](y) @lou', 'lou'],
    ['[@kim] [@kim][] [@kim][a] [a][@kim] @lou\n\n[@kim]: @kim "@kim"\n[a]: <@kim>\n  \'@kim\'', 'lou'],
    ['<https://x.org/@kim> <kim@x.org> <mailto:@kim> @lou', 'lou'],
    ['https://x.org/@kim http://x/_@kim_ HTTPS://x.org/a(@kim)b @lou', 'lou'],
    ['http://kim@x.org http://u:p@kim.lee/ http://[::1]/@kim @lou', 'lou'],
    ['www.x.org/@kim **www.x.org/?a=@kim** 看www.x.org/@kim @lou', 'lou'],
    ['kim@kim.lee x.@kim.lee a+b-@kim.lee @kim@social.example @lou', 'lou'],
    ['<a href="x">@kim</a> <A>*@kim*</A> @lou', 'lou'],
    ['(https://x.org/a)@kim https://x.org,@lou [https://x.org/a]@ann', 'kim lou ann'],
    ['xhttp://@kim www.@lou ...@kim.lee', 'kim lou kim.lee'],
  ])
})

test('[MEN2] [M2] a quote is never searched, nor what lazily continues it', () => {
  judge([
    ['> @kim', ''],
    ['> @kim\n@kim\n\n@lou', 'lou'],
    ['> > - @kim\n> @kim\n\n@lou', 'lou'],
    ['- > @kim\n  @kim\n- @lou', 'lou'],
    ['> a\n\n> @kim\n# @lou', 'lou'],
    ['> ```\n> @kim\n@lou', 'lou'],
  ])
})

test('[MEN2] [M3] an "@" counts if it was typed as itself', () => {
  judge([
    ['\\@kim &#64;kim &#x40;kim &commat;kim ＠kim', ''],
    ['\\\\@kim', 'kim'],
    ['\\\\\\@kim', ''],
    ['a\\.@kim', 'kim'],
    ['\\@@kim &#64;@kim', ''],
  ])
})

test('[MEN1] [M4] what may stand before a mention', () => {
  for (const before of [
    '(',
    '"',
    "'",
    '/',
    '.',
    ':',
    '-',
    '*',
    '~',
    '=',
    '+',
    '$',
    '#',
    '|',
    '«',
    '¿',
    '，',
    '（',
    '＠',
  ]) {
    judge([[`a ${before}@kim`, 'kim']])
  }
  for (const before of [' ', '\t', '\u00a0', '\u3000', '👍', '❤️', '\u{1f44d}\u{1f3fd}', '€', '.\u200b']) {
    judge([[`a${before}@kim`, 'kim']])
  }
  for (const before of ['\u200b', '\ufeff', '\ufe0f']) judge([[`${before}@kim`, 'kim']])
  for (const before of [
    'a',
    'é',
    'e\u0301',
    'ж',
    'א',
    '1',
    '٣',
    '๑',
    '½',
    '_',
    '@',
    '𝒜',
    'a\u200b',
    'a\ufe0f',
    '\\_',
  ]) {
    judge([[`a ${before}@kim`, '']])
  }
  judge([
    ['你好@kim こんにちは@lou サーバー@ann 안녕@mei', 'kim lou ann mei'],
    ['ที่@kim ﾊﾞ@lou か\u3099@ann', 'kim lou ann'],
    ['**a**@kim `a`@lou [a](x)@ann', 'kim lou ann'],
    ['a&eacute;@kim a&amp;@lou', 'lou'],
  ])
})

test('[MEN1] [M4] [M5] nothing stands between the "@" and a handle, which goes as far as its characters do', () => {
  judge([
    ['@ kim @\nkim @\u200bkim @*kim* @`kim` @.kim @_kim @-kim', ''],
    ['@kim.lee @x-y @my_handle @7', 'kim.lee x-y my_handle 7'],
    ['@kim, @lou! @ann: (@mei)', 'kim lou ann mei'],
    ['@kimx @kim-x @kim_x', '?kimx ?kim-x ?kim_x'],
    ['@my\\_handle @kim\\_x @kim&#46;lee', 'my_handle kim.lee ?kim_x'],
    ['@kim\u200bx @lou’s', 'kim lou'],
  ])
})

test('[MEN1] [M6] a path or a package is no mention', () => {
  judge([
    ['@babel/core @kim/x @kim/7 @kim./x @kim/é', ''],
    ['@kim/@lou', 'kim lou'],
    ['@kim/ @lou/. @ann/*x*', 'kim lou ann'],
    ['src/@kim', 'kim'],
  ])
})

test('[MEN1] [M7] what ends a sentence is taken off, and nothing else', () => {
  judge([
    ['@kim. @lou... @ann-_. @mei_', 'kim lou ann mei'],
    ['@kim.x @kim.lee.x', '?kim.x ?kim.lee.x'],
    ['@nobody. @no.body-', '?nobody ?no.body'],
  ])
  const odd = parseMentions('@a.-. @a.. @b._', (handle) => ['a', 'a.', 'a.-'].includes(handle))
  assert.deepEqual(odd.mentions, ['a.-', 'a.'], 'with as much of it as somebody is called')
  assert.deepEqual(odd.unknown, ['b'])
})

test('[MEN1] [M7] in scripts without spaces the longest member that it begins with is meant', () => {
  judge([
    ['@王芳你好 @mei谢谢 @鈴木様', '王芳 mei 鈴木'],
    ['@王芳。@kimさん、@lou님', '王芳 kim lou'],
    ['@annสวัสดี @สมชาย', 'ann สม'],
    ['@สมิ', '?สมิ'],
    ['@\u1100\u1175\u11b7\u1102\u1175\u11b7', '김'],
    ['@李雷你好 @kim.你好 @kimx你好', '?李雷你好 ?kim.你好 ?kimx你好'],
  ])
  const nested = new Set(['王', '王芳', '王芳你好吗'])
  assert.deepEqual(parseMentions('@王芳你好', (handle) => nested.has(handle)).mentions, ['王芳'])
  assert.deepEqual(parseMentions('@王芳你好吗', (handle) => nested.has(handle)).mentions, ['王芳你好吗'])
  assert.deepEqual(parseMentions(`@王芳${'好'.repeat(500)}`, isMember).mentions, ['王芳'])
})

test('[MEN1] [M7] what is longer than a handle can be means nobody', () => {
  const longest = 'a'.repeat(64)
  assert.deepEqual(parseMentions(`@${longest}.`, () => true).mentions, [longest])
  const { spans } = parseMentions(`@${longest}a @${'é'.repeat(65)}`, () => true)
  assert.deepEqual(spans, [])
})

test('[MEN1] [M8] case and composition do not matter, looks do', () => {
  judge([
    ['@KIM @Rene\u0301 @RENÉ @Mei谢谢', 'kim rené mei'],
    ['@k\u0456m @ｋｉｍ', '?k\u0456m ?ｋｉｍ'],
  ])
})

test('[MEN1] [M9] each handle once, in order of first appearance', () => {
  judge([
    ['@lou @kim @Lou @nobody @ann @kim @NOBODY. @else', 'lou kim ann ?nobody ?else'],
    ['> @ann\n\n@kim\n\n- @lou\n\n@ann', 'kim lou ann'],
  ])
})

test('[MEN1] [M10] words for everybody are neither mentions nor warnings', () => {
  judge([['@here @Channel. @EVERYONE! @all- @all大家 @kim', 'kim']])
  assert.deepEqual(parseMentions('@here @ALL', () => true).spans, [])
  judge([['@allan', '?allan']])
})

test('[MEN1] [M11] tokens of platforms mention nobody', () => {
  judge([
    ['<@U024BE7LH> <@W1> <@!123> <@123> <@&123> <@U1|kim> <@U1|@kim>', ''],
    ['<!channel> <!here> <!subteam^S1|@kim> <#C1|@kim> <#123>', ''],
    ['<@kim> <@U1 @lou', 'kim lou ?u1'],
  ])
})

test('[MEN1] where each mention stands in the source', () => {
  const body = '> @kim\r\n\r\n* \\@kim @my\\_handle. **@Lou**\r\n\r\n1. `@kim` @王芳你好\\|@nobody'
  const shown = parseMentions(body, isMember).spans.map(({ start, end, handle, known }) => [
    body.slice(start, end),
    handle,
    known,
  ])
  assert.deepEqual(shown, [
    ['@my\\_handle', 'my_handle', true],
    ['@Lou', 'lou', true],
    ['@王芳', '王芳', true],
    ['@nobody', 'nobody', false],
  ])
  const table = '| @kim | `@kim` |\n|-|-|\n| \\|@Lou\\| | @王芳你好 | @ann |\n'
  const spans = parseMentions(table, isMember).spans
  assert.deepEqual(
    spans.map(({ start, end }) => table.slice(start, end)),
    ['@kim', '@Lou', '@王芳'],
  )
  assert.equal(spans[0]?.start, 2)
})

test('[MEN1] a text is written anew with its mentions of members replaced, and nothing else', () => {
  const body = '@kim: `@kim` \\@kim\r\n> @kim\r\n\r\n@nobody @LOU.  @mei谢谢 @here <!channel>\t'
  assert.equal(
    expandMentions(body, isMember, (handle) => `<@${handle.toUpperCase()}>`),
    '<@KIM>: `@kim` \\@kim\r\n> @kim\r\n\r\n@nobody <@LOU>.  <@MEI>谢谢 @here <!channel>\t',
  )
  assert.equal(
    expandMentions('@kim$&', isMember, () => '$1$&'),
    '$1$&$&',
  )
})

test('[MEN1] a member is asked for once, as handles are kept', () => {
  const asked: string[] = []
  parseMentions('@Kim @kim. @KIM. @Rene\u0301', (handle) => asked.push(handle) > 0 && isMember(handle))
  assert.deepEqual(asked, ['kim', 'kim.', 'rené'])
})
