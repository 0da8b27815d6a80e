import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainText } from './plain-text.ts'

test('[UIM9] marks are gone and words stay, on one line', () => {
  assert.equal(
    plainText(
      '# Plan\n\n1. **Look** at [the log](https://a.example)\n2. run `npm test`\n\n> quote\nmore\n\n---\n',
    ),
    'Plan Look at the log run npm test quote more',
  )
  assert.equal(plainText('| a | b |\n|---|---|\n| 1 | 2 |'), 'a b 1 2')
  assert.equal(plainText('```ts\nconst a = 1\n```'), 'const a = 1')
  assert.equal(plainText('![a boat](/api/v1/files/fil_1)'), 'a boat')
  assert.equal(plainText(' \n'), '')
})

test('[UIM9] a long text is cut between whole characters', () => {
  assert.equal(plainText('abcdef', 4), 'abc…')
  assert.equal(plainText('abcd', 4), 'abcd')
  assert.equal(plainText('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 25), '👩‍👩‍👧‍👦👩‍👩‍👧‍👦…')
  assert.ok(plainText('**word** '.repeat(50_000), 80).length <= 80)
})
