import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { applyEdits } from './apply-edits.ts'

const refusal = (text: string, oldText: string, newText = 'new') => {
  const made = applyEdits(text, [{ oldText, newText }])
  return made.kind === 'refused' ? made.message : made.kind
}

test('[AGT5] what is there several times is not replaced, and its lines are told', () => {
  assert.equal(
    refusal('x\na\nx\n', 'x'),
    'oldText is there 2 times (lines 1, 3); add lines around it until it is there once, or set replaceAll.',
  )
  assert.match(
    refusal('x\n'.repeat(30), 'x'),
    /^oldText is there 30 times \(lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …\)/,
  )
  assert.match(refusal('aaa', 'aa'), /^oldText is there 2 times/, 'also when they overlap')
  assert.deepEqual(applyEdits('x x x', [{ oldText: 'x', newText: 'xy', replaceAll: true }]), {
    kind: 'edited',
    text: 'xy xy xy',
    places: 3,
  })
})

test('[AGT5] of what is not there, the nearest place is told, with how it really is', () => {
  const text = 'function one() {\n  return 1\n}\n\nfunction two() {\n\treturn 2\n}\n'
  assert.equal(
    refusal(text, 'function two() {\n  return 2\n}'),
    'oldText is there only with other spaces or line breaks; the nearest is at line 5:\nfunction two() {\n\treturn 2\n}\n',
  )
  assert.equal(
    refusal(text, 'function tow() {\n  return 3'),
    'oldText is not in the file; the nearest is at line 5:\nfunction two() {\n\treturn 2\n',
  )
  assert.equal(refusal(text, 'class Three extends Four'), 'oldText is nowhere in the file.')
  assert.equal(refusal(text, '\n\n\n\n'), 'oldText is nowhere in the file.')
  assert.equal(refusal('', 'x'), 'oldText is nowhere in the file.')
})

test('[AGT5] an edit is taken for made only if its new text is there once', () => {
  assert.equal(refusal('b\n', 'a', 'b'), 'already')
  assert.match(refusal('b b\n', 'a', 'b'), /^oldText is/)
  assert.match(refusal('b\n', 'a', ''), /^oldText is/, 'a deletion leaves nothing to be known by')
  assert.equal(refusal('a', 'a', 'a'), 'oldText and newText are the same.')
})

test('[AGT5] a piece that is there once is replaced, and nothing else, whatever signs it has', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string({ minLength: 1 }),
      fc.string(),
      fc.string(),
      (before, oldText, after, newText) => {
        const text = `${before}${oldText}${after}`
        fc.pre(oldText !== newText && text.indexOf(oldText) === text.lastIndexOf(oldText))
        assert.deepEqual(applyEdits(text, [{ oldText, newText }]), {
          kind: 'edited',
          text: `${before}${newText}${after}`,
          places: 1,
        })
      },
    ),
  )
})
