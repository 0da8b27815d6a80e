// What the browser has to load before a session can be read: counted in the built app, compressed as servers do it.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { brotliCompressSync, constants } from 'node:zlib'

const assets = join(import.meta.dirname, '..', 'dist', 'assets')
const kilobyte = 1_000
const sessionRouteBytesMax = 260 * kilobyte

describe('the built app', () => {
  let files: readonly string[] = []
  const chunk = (name: string) => {
    const found = files.find((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file))
    assert.ok(found, `there is no chunk of its own for ${name}`)
    return found
  }

  /** What the first file of the page asks for at the address of a session. */
  const sessionRoute = () => ['index', 'start-app', 'session-page', 'session-pane'].map(chunk)

  before(() => {
    files = readdirSync(assets).filter((file) => file.endsWith('.js'))
  })

  test('[UIB1] the session route needs at most 260 KB of JavaScript, compressed', () => {
    const needed = [...withImports(sessionRoute())]
    const sizes = needed.map((file) => ({ file, bytes: compressed(file) }))
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 8)
    const list = largest.map(({ file, bytes }) => `${file} ${(bytes / kilobyte).toFixed(1)}`).join(', ')
    assert.ok(total <= sessionRouteBytesMax, `${(total / kilobyte).toFixed(1)} KB: ${list}`)
  })

  test('[UIB1] settings, usage, charts and the colours of code are loaded only where they are used', () => {
    const needed = withImports(sessionRoute())
    for (const name of ['settings-page', 'usage-page', 'gallery']) {
      assert.equal(needed.has(chunk(name)), false, `${name} comes with the session`)
    }
    const text = [...needed].map((file) => readFileSync(join(assets, file), 'utf8')).join('\n')
    assert.doesNotMatch(text, /uplot/i)
    assert.doesNotMatch(text, /createHighlighterCore|codeToTokensBase/)
  })

  test('[UIB1] the validator stays with the server, and the session route is few files', () => {
    for (const file of files)
      assert.doesNotMatch(readFileSync(join(assets, file), 'utf8'), /ZodError|_zod\b/, file)
    const needed = [...withImports(sessionRoute())]
    assert.ok(needed.length <= 10, needed.join(', '))
  })
})

/** The chunks, and whatever they cannot start without. */
function withImports(first: readonly string[]): Set<string> {
  const found = new Set(first)
  for (const file of found) {
    const text = readFileSync(join(assets, file), 'utf8')
    for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
      if (name !== undefined) found.add(name)
    }
  }
  return found
}

function compressed(file: string): number {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return brotliCompressSync(readFileSync(join(assets, file)), { params: quality }).length
}
