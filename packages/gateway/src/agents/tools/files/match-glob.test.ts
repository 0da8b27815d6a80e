import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileGlob } from './match-glob.ts'

const fits = (pattern: string, path: string) => compileGlob(pattern)?.(path.split('/'))

test('[AGT5] a pattern fits names as people know it from shells', () => {
  const cases: [pattern: string, fitting: string[], other: string[]][] = [
    ['*.ts', ['a.ts', 'x/y/a.ts', 'a.b.ts'], ['a.tsx', '.ts', 'ts']],
    ['src/*.ts', ['src/a.ts'], ['src/x/a.ts', 'a.ts', 'x/src/a.ts']],
    ['src/**/*.ts', ['src/a.ts', 'src/x/y/a.ts'], ['a.ts', 'src/a.js']],
    ['**/test/**', ['test/a', 'x/test/a/b'], ['x/tests/a']],
    ['/docs/*', ['docs/a'], ['a']],
    ['*.{ts,tsx}', ['a.ts', 'a.tsx'], ['a.t', 'a.ts,tsx']],
    ['{a,b/{c,d}}.md', ['a.md', 'b/c.md', 'b/d.md'], ['b.md']],
    ['[a-c]?.txt', ['a1.txt', 'c_.txt'], ['d1.txt', 'a.txt']],
    ['[!a]', ['b'], ['a', 'bb']],
    ['.env*', ['.env', '.env.local'], ['env']],
    ['*', ['a', 'x/a'], ['.a', 'x/.a']],
    ['a[', ['a['], ['a']],
    ['?', ['😀', 'é'], ['ab']],
  ]
  for (const [pattern, fitting, other] of cases) {
    for (const path of fitting) assert.equal(fits(pattern, path), true, `${pattern} fits ${path}`)
    for (const path of other) assert.equal(fits(pattern, path), false, `${pattern} does not fit ${path}`)
  }
})

test('[AGT5] what is no pattern, or too many at once, is none', () => {
  for (const pattern of ['', '/', './', '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}']) {
    assert.equal(compileGlob(pattern), undefined, pattern)
  }
})

test('[R12] a hostile pattern costs no more than its length times that of the name', () => {
  assert.equal(fits(`${'*a'.repeat(200)}b`, 'a'.repeat(255)), false)
  assert.equal(fits(`${'**/a/'.repeat(40)}b`, Array(60).fill('a').join('/')), false)
})
