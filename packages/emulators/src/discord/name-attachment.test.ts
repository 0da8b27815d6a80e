import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameAttachment } from './name-attachment.ts'

const names: [given: string, kept: string, title?: string][] = [
  ['yarn.csv', 'yarn.csv'],
  ['my-yarn_2.tar.gz', 'my-yarn_2.tar.gz'],
  ['my file.txt', 'my_file.txt', 'my file'],
  ['garn für ‚Ärmel‘.csv', 'garn_fur_Armel.csv', 'garn für ‚Ärmel‘'],
  ['_cover.png', 'cover.png', '_cover'],
  ['画像.png', '7.png', '画像'],
  ['../up/там', 'up', '../up/там'],
  ['README', 'README'],
]

for (const [given, name, title] of names) {
  test(`[CHN1] a file called ${given} is kept as ${name}${title === undefined ? '' : ', with its own name beside it'}`, () => {
    assert.deepEqual(nameAttachment(given, '7'), { name, ...(title !== undefined && { title }) })
  })
}
