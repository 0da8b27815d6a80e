import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'

const src = resolve(import.meta.dirname, '..')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((file) => join(src, file))
const sheets = files.filter((file) => file.endsWith('.module.css'))

function classesIn(sheet: string): Set<string> {
  const text = readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return new Set([...text.matchAll(/\.([a-z][A-Za-z0-9]*)(?=[\s,:.[{>+~)])/g)].map((match) => match[1] ?? ''))
}

/** Which classes of which sheet are named in the components. A computed name counts as all of its sheet. */
function classesUsed(): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>(sheets.map((sheet) => [sheet, new Set<string>()]))
  for (const file of files.filter((name) => name.endsWith('.tsx'))) {
    const text = readFileSync(file, 'utf8')
    for (const [, local, path] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const names = used.get(resolve(dirname(file), path ?? ''))
      assert.ok(names, `${basename(file)} imports ${path}, which is not there`)
      // Not in the names of files.
      const body = text.replaceAll(/from '[^']+'/g, '')
      for (const [, name] of body.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))) names.add(name ?? '')
      if (new RegExp(`\\b${local}\\[`).test(text)) names.add('*')
    }
  }
  return used
}

test('[A11Y1] every class that a component names is there', () => {
  for (const [sheet, names] of classesUsed()) {
    const there = classesIn(sheet)
    const missing = [...names].filter((name) => name !== '*' && name !== 'module' && !there.has(name))
    assert.deepEqual(missing, [], basename(sheet))
  }
})

test('[A11Y1] no class is left over', () => {
  for (const [sheet, names] of classesUsed()) {
    if (names.has('*')) continue
    assert.deepEqual(
      [...classesIn(sheet)].filter((name) => !names.has(name)),
      [],
      basename(sheet),
    )
  }
})

test('[A11Y1] colours are named in the tokens and nowhere else', () => {
  for (const sheet of sheets) {
    const text = readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    assert.doesNotMatch(text, /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i, basename(sheet))
  }
})

test('[A11Y1] text keeps a contrast of 4.5 to 1 on every ground it may stand on', () => {
  const tokens = readFileSync(join(src, 'styles/tokens.css'), 'utf8')
  const pairs = new Map(
    [...tokens.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
      ([, name = '', light = '', dark = '']) => [name, [light, dark]] as const,
    ),
  )
  const onAll = ['ink', 'soft', 'accent', 'ok', 'wait', 'bad']
  const allowed = [
    ...onAll.flatMap((text) => ['ground', 'panel', 'card'].map((ground) => [text, ground] as const)),
    ...['ground', 'card'].map((ground) => ['faint', ground] as const),
    ...['ink', 'soft', 'accent'].map((text) => [text, 'wash'] as const),
    ['on-accent', 'accent'] as const,
    ['on-accent', 'bad'] as const,
  ]
  for (const [text, ground] of allowed) {
    for (const theme of [0, 1] as const) {
      const contrast = contrastOf(pairs.get(text)?.[theme] ?? '', pairs.get(ground)?.[theme] ?? '')
      assert.ok(
        contrast >= 4.5,
        `${text} on ${ground}, ${theme === 0 ? 'light' : 'dark'}: ${contrast.toFixed(2)}`,
      )
    }
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
