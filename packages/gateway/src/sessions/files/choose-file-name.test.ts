import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { chooseFileName } from './choose-file-name.ts'

const cases: [given: string | undefined, name: string][] = [
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ann\\cat.png', 'cat.png'],
  ['..', 'file'],
  ['', 'file'],
  [undefined, 'file'],
  ['   ', 'file'],
  ['folder/', 'file'],
  ['.env', '.env'],
  ['a\u0000b\r\nc.txt', 'abc.txt'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['a\u2028b \t c.md', 'ab c.md'],
  ['\ud800.txt', '\ufffd.txt'],
  ['résumé 日本語.txt', 'résumé 日本語.txt'],
]

for (const [given, name] of cases) {
  test(`[FIL2] a file that is called ${JSON.stringify(given)} elsewhere is ${JSON.stringify(name)} here`, () => {
    assert.equal(chooseFileName(given), name)
  })
}

test('[FIL2] a name of any length is cut to fit and keeps its end', () => {
  const name = chooseFileName(`${'x'.repeat(300)}.png`)
  assert.equal(name.length, limits.fileNameCharsMax)
  assert.ok(name.endsWith('x.png'))
  const odd = chooseFileName(`${'😀'.repeat(150)}.${'y'.repeat(50)}`)
  assert.ok(odd.length <= limits.fileNameCharsMax)
  assert.ok(odd.isWellFormed())
})
