import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { codeLimits } from '../markdown-limits.ts'
import { chooseHighlight } from './choose-highlight.ts'
import { createCodeHighlighter } from './code-highlighter.ts'
import { codeRoles } from './code-roles.ts'
import { grammars } from './grammars.ts'
import { knownLanguage, languages } from './languages.ts'

test('[UIM7] code is told apart by role, and every letter of it stays', async () => {
  const highlighter = await createCodeHighlighter()
  const text = '// sum\nconst a: number = 1\nreturn `x`'
  const lines = await highlighter.highlight(text, 'typescript')
  assert.equal(lines.map((line) => line.map((run) => run.text).join('')).join('\n'), text)
  const roleOf = (part: string) => lines.flat().find((run) => run.text.trim() === part)?.role
  assert.deepEqual(lines[0], [{ text: '// sum', role: 'comment' }])
  assert.equal(roleOf('const'), 'keyword')
  assert.equal(roleOf('number'), 'type')
  assert.equal(roleOf('1'), 'literal')
  assert.equal(roleOf('a'), undefined)
})

test('[UIM7] every language that is named can be loaded', async () => {
  for (const [name, load] of Object.entries(grammars)) {
    const { default: registered } = await load()
    assert.ok(
      registered.some((grammar) => grammar.name === name || grammar.aliases?.includes(name)),
      name,
    )
  }
})

test('[UIM7] a language is known by what people write', () => {
  assert.equal(knownLanguage('ts'), 'typescript')
  assert.equal(knownLanguage('Dockerfile'), 'docker')
  assert.equal(knownLanguage('bash'), 'shellscript')
  assert.equal(knownLanguage('constructor'), undefined)
  const written = Object.values(languages).flatMap(({ aliases }) => aliases)
  assert.equal(new Set(written).size, written.length)
})

test('[UIM7] what grows, is unknown or is long stays plain', () => {
  assert.equal(chooseHighlight('a', 1, 'ts', false), 'typescript')
  assert.equal(chooseHighlight('a', 1, 'ts', true), undefined)
  assert.equal(chooseHighlight('a', 1, 'cobol', false), undefined)
  assert.equal(chooseHighlight('a', codeLimits.highlightLinesMax + 1, 'ts', false), undefined)
  assert.equal(chooseHighlight('a'.repeat(codeLimits.highlightCharsMax + 1), 1, 'ts', false), undefined)
})

test('[UIM7] every role has a class, and its colour keeps 4.5 to 1 on the card', () => {
  const source = join(import.meta.dirname, '..', '..')
  const sheet = readFileSync(join(source, 'markdown', 'code.module.css'), 'utf8')
  const tokens = readFileSync(join(source, 'styles', 'tokens.css'), 'utf8')
  const colourOf = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens)?.slice(1) ?? []
  const cards = colourOf('card')
  for (const role of Object.keys(codeRoles)) {
    const name = new RegExp(`^\\.${role} \\{\\s+color: var\\(--([\\w-]+)\\)`, 'm').exec(sheet)?.[1]
    assert.ok(name, role)
    colourOf(name).forEach((colour, theme) => {
      assert.ok(contrastOf(colour, cards[theme] ?? '') >= 4.5, `${role}: ${colour} on ${cards[theme]}`)
    })
  }
})

function contrastOf(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

function luminanceOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
