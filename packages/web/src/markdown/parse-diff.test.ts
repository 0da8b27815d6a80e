import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codeLimits } from './markdown-limits.ts'
import { type DiffLine, parseDiff } from './parse-diff.ts'

const one = `--- a/src/one.ts\t2026-01-01
+++ b/src/one.ts\t2026-01-02
@@ -1,3 +1,4 @@ function one()
 same
-old
+new
+more

@@ -10 +11 @@
-x
+y
\\ No newline at end of file`

test('[UIM8] a diff is read with its numbers and counts', () => {
  const files = parseDiff(one)
  assert.equal(files?.length, 1)
  const [file] = files ?? []
  assert.equal(file?.oldPath, 'src/one.ts')
  assert.equal(file?.newPath, 'src/one.ts')
  assert.equal(file?.added, 3)
  assert.equal(file?.removed, 2)
  assert.deepEqual(file?.hunks[0]?.lines, [
    { kind: 'same', text: 'same', oldNumber: 1, newNumber: 1 },
    { kind: 'removed', text: 'old', oldNumber: 2 },
    { kind: 'added', text: 'new', newNumber: 2 },
    { kind: 'added', text: 'more', newNumber: 3 },
    { kind: 'same', text: '', oldNumber: 3, newNumber: 4 },
  ])
  assert.equal(file?.hunks[0]?.heading, '@@ -1,3 +1,4 @@ function one()')
  assert.deepEqual(file?.hunks[1]?.lines.at(-1), { kind: 'note', text: 'No newline at end of file' })
})

test('[UIM8] git’s diffs of several files: new, gone, renamed, binary', () => {
  const files = parseDiff(`commit 1234
Author: Ann

    Say more

diff --git a/new.txt b/new.txt
new file mode 100644
index 0000000..1111111
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+hello
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
---- a line of dashes
diff --git a/from.txt b/to.txt
similarity index 100%
rename from from.txt
rename to to.txt
diff --git a/pic.png b/pic.png
index 1111111..2222222 100644
Binary files a/pic.png and b/pic.png differ
`)
  assert.deepEqual(
    files?.map(({ oldPath, newPath, added, removed }) => [oldPath, newPath, added, removed]),
    [
      ['', 'new.txt', 1, 0],
      ['gone.txt', '', 0, 1],
      ['from.txt', 'to.txt', 0, 0],
      ['pic.png', 'pic.png', 0, 0],
    ],
  )
  assert.ok(files?.[0]?.notes.includes('    Say more'))
  assert.deepEqual(files?.[1]?.hunks[0]?.lines[0]?.text, '--- a line of dashes')
  assert.deepEqual(files?.[3]?.notes, ['Binary files a/pic.png and b/pic.png differ'])
})

test('[UIM8] what does not add up is no diff', () => {
  for (const text of [
    '',
    'just words',
    '- old\n+ new',
    '--- a/x\n+++ b/x',
    '@@ -1,2 +1,2 @@\n same\n-old\n+new\nnot a line of a diff',
    '@@ -1 +1 @@\n-a\n+b\n+one too many',
    '@@ -1,5 +1,5 @@\n a\n@@ -9 +9 @@\n-a\n+b',
    '@@@ -1,2 -1,2 +1,2 @@@\n  a',
    '@@ -1,99999999999 +1 @@\n a',
  ]) {
    assert.equal(parseDiff(text), undefined, text)
  }
})

test('[UIM8] a diff may be cut off at its end, and needs no file name', () => {
  const files = parseDiff('@@ -1,9 +1,9 @@\n a\n-b')
  assert.equal(files?.[0]?.hunks[0]?.lines.length, 2)
  assert.equal(files?.[0]?.newPath, '')
})

test('[UIM8] a diff above the limits is left as it is', () => {
  const lines = codeLimits.diffLinesMax
  assert.equal(parseDiff(`@@ -0,0 +1,${lines} @@\n${'+x\n'.repeat(lines)}`), undefined)
  assert.equal(parseDiff(`@@ -0,0 +1 @@\n+${'x'.repeat(codeLimits.diffCharsMax)}`), undefined)
})

test('[UIM8] of a diff that was read no line is lost, whatever was thrown at it', () => {
  const line = fc.constantFrom(
    ' a',
    '-b',
    '+c',
    '',
    '@@ -1 +1 @@',
    '@@ -1,2 +1 @@',
    '--- a/x',
    '+++ b/x',
    'note',
    '\\ no',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
      const files = parseDiff(lines.join('\n'))
      if (!files) return
      const shown = files.flatMap(({ newPath, notes, hunks }) => [
        ...(newPath === '' ? [] : ['--- a/x', '+++ b/x']),
        ...notes,
        ...hunks.flatMap(({ heading, lines: inHunk }) => [heading, ...inHunk.map(asWritten)]),
      ])
      assert.deepEqual(
        shown.filter((text) => text.trim() !== '').sort(),
        lines.filter((text) => text !== '').sort(),
      )
    }),
    { numRuns: 5_000 },
  )
})

function asWritten({ kind, text }: DiffLine): string {
  const signs = { same: ' ', added: '+', removed: '-', note: '\\ ' }
  return `${signs[kind]}${text}`
}
