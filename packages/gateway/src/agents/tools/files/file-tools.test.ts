import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { createDirectSearch, createMemoryFolders } from '../../../../test-support/memory-folders.ts'
import { openFileTools } from '../../../../test-support/open-file-tools.ts'
import { runWorkspaceFolderSuite } from '../../../../test-support/workspace-folder-suite.ts'
import { createFileTools } from './create-file-tools.ts'

runWorkspaceFolderSuite('in memory', async () => ({
  folder: createMemoryFolders({ '/w': {} }).open('/w'),
  close: async () => undefined,
}))

function openTools(files: Record<string, string> = {}) {
  const folders = createMemoryFolders({ '/w': files })
  const call = openFileTools(folders, createDirectSearch(folders), '/w')
  const textOf = (path: string) =>
    Buffer.from(folders.kept.get('/w')?.get(path)?.bytes ?? []).toString('utf8')
  return {
    folders,
    call,
    textOf,
    say: async (...args: Parameters<typeof call>) => (await call(...args)).output,
  }
}

test('[AGT5] an agent without a folder has no file tools; one with a folder has five', async () => {
  const folders = createMemoryFolders()
  const origin = createFileTools({ folders, search: createDirectSearch(folders) })
  const signal = new AbortController().signal
  const place = { sessionId: 'ses_1', agentId: 'main', turnId: 'trn_1' }
  assert.deepEqual(await origin.tools({ ...place, workspace: null }, signal), [])
  const tools = await origin.tools({ ...place, workspace: '/w' }, signal)
  assert.deepEqual(
    tools.map(({ name, isIdempotent }) => [name, isIdempotent]),
    [
      ['read', true],
      ['write', true],
      ['edit', false],
      ['list', true],
      ['search', true],
    ],
  )
  assert.ok(
    tools.every(({ group, carriesOut, policy }) => group === 'files' && !carriesOut && policy === 'allow'),
  )
})

test('[AGT5] read gives a file as it is, and says which lines when it is not all of them', async () => {
  const { say } = openTools({ 'a.txt': 'one\ntwo\nthree\nfour', empty: '', 'bom.txt': '\ufeffx\r\ny\r\n' })
  assert.equal(await say('read', { path: 'a.txt' }), 'one\ntwo\nthree\nfour')
  assert.equal(await say('read', { path: './a.txt' }), 'one\ntwo\nthree\nfour')
  assert.equal(await say('read', { path: '/w/a.txt' }), 'one\ntwo\nthree\nfour')
  assert.equal(
    await say('read', { path: 'a.txt', limit: 2 }),
    'one\ntwo\n[lines 1–2 of 4; read on with offset 3]',
  )
  assert.equal(await say('read', { path: 'a.txt', offset: 3 }), 'three\nfour\n[lines 3–4 of 4]')
  assert.equal(await say('read', { path: 'a.txt', offset: 9 }), '[There is no line 9: the file has 4.]')
  assert.equal(await say('read', { path: 'empty' }), '[The file is empty.]')
  assert.equal(await say('read', { path: 'bom.txt' }), 'x\ny\n')
})

test('[AGT5] a long file comes in parts that are whole lines and never too large, and together are the file', async () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => `${at} ${'é—😀'.repeat(at % 13)}`)
  const { say } = openTools({ long: lines.join('\n') })
  let text = ''
  for (let offset = 1; offset !== undefined; ) {
    const part = await say('read', { path: 'long', offset })
    assert.ok(Buffer.byteLength(part) <= limits.toolOutputBytesMax)
    assert.ok(part.length <= limits.toolOutputCharsPerModelMax)
    const [, body = '', next] =
      /^([^]*)\[lines \d+–\d+ of 5000(?:; read on with offset (\d+))?\]$/.exec(part) ?? []
    text += body
    if (next === undefined) break
    offset = Number(next)
  }
  assert.equal(text, `${lines.join('\n')}\n`)
})

test('[AGT5] a line that is too long is begun, and one can get past it', async () => {
  const { say } = openTools({ x: `${'é'.repeat(600_000)}\nend\n` })
  const part = await say('read', { path: 'x' })
  assert.match(part, /^é+\n\[lines 1–1 of 2; line 1 is too long and was cut; read on with offset 2\]$/)
  assert.equal(await say('read', { path: 'x', offset: 2 }), 'end\n[lines 2–2 of 2]')
})

test('[AGT5] images and other bytes are named with their size, not read', async () => {
  const folders = createMemoryFolders({ '/w': {} })
  const call = openFileTools(folders, createDirectSearch(folders), '/w')
  const put = (name: string, bytes: string) =>
    folders.open('/w').writeFile([name], Buffer.from(bytes, 'latin1'), null)
  await put('a.txt', '\x89PNG\r\n\x1a\n....')
  await put('b.txt', 'RIFF....WEBPVP8 ')
  await put('c.txt', 'text \0 text')
  await put('d.txt', 'caf\xe9')
  await put('e.txt', '\xff\xfea\0')
  await put('f.txt', '%PDF-1.7')
  const said = await Promise.all('abcdef'.split('').map((name) => call('read', { path: `${name}.txt` })))
  assert.ok(said.every(({ isError }) => isError))
  assert.deepEqual(
    said.map(({ output }) => output.slice(11)),
    [
      'an image (PNG, 12 bytes); this tool reads text only.',
      'an image (WebP, 16 bytes); this tool reads text only.',
      'a binary file (11 bytes); this tool reads text in UTF-8 only.',
      'a binary file (4 bytes); this tool reads text in UTF-8 only.',
      'UTF-16 text (4 bytes); this tool reads text in UTF-8 only.',
      'PDF (8 bytes); this tool reads text in UTF-8 only.',
    ],
  )
})

test('[AGT5] write makes a file, replaces it with a difference, and twice is as once', async () => {
  const { call, textOf } = openTools()
  assert.deepEqual(await call('write', { path: 'a/b.md', content: 'one\ntwo\n' }), {
    output: '"a/b.md" is new: 8 bytes.',
    isError: false,
  })
  const second = await call('write', { path: 'a/b.md', content: 'one\n2\n' })
  assert.equal(second.output, '"a/b.md" was replaced (it had 8 bytes): 6 bytes.')
  assert.equal(second.diff, '--- a/a/b.md\n+++ b/a/b.md\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n')
  const again = await call('write', { path: 'a/b.md', content: 'one\n2\n' })
  assert.deepEqual(again, { output: '"a/b.md" has this text already.', isError: false })
  assert.equal(textOf('a/b.md'), 'one\n2\n')
})

test('[AGT5] [I45] what cannot be written is refused before anything is changed', async () => {
  const { call, folders } = openTools()
  const refused = async (args: Record<string, unknown>, why: RegExp) => {
    const { output, isError } = await call('write', args)
    assert.ok(isError)
    assert.match(output, why)
  }
  await refused(
    { path: 'a', content: 'é'.repeat(limits.fileWriteBytesMax / 2 + 1) },
    /^The file would have 1.0 MB; at most/,
  )
  await refused({ path: 'a', content: 'half \ud800' }, /lone surrogate/)
  await refused({ path: 'a\nb', content: '' }, /^"a\\nb" has control signs in it/)
  await refused({ path: '../a', content: '' }, /has "\.\." in it/)
  await refused({ path: '.', content: '' }, /is a folder/)
  await refused({ path: 'a' }, /^"content" is missing\.$/)
  assert.equal(folders.kept.get('/w')?.size, 0)
})

test('[AGT5] edit replaces what is there once, all edits or none', async () => {
  const { call, textOf } = openTools({ f: 'a = 1\nb = 1\nc = 3\n' })
  const made = await call('edit', {
    path: 'f',
    edits: [
      { oldText: 'a = 1', newText: 'a = 2' },
      { oldText: 'c = 3\n', newText: '' },
    ],
  })
  assert.equal(made.output, '"f" was changed in 2 places.')
  assert.equal(made.diff, '--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n-a = 1\n+a = 2\n b = 1\n-c = 3\n')
  const refused = await call('edit', {
    path: 'f',
    edits: [
      { oldText: 'a = 2', newText: 'a = 9' },
      { oldText: 'b = 7', newText: 'b = 8' },
    ],
  })
  assert.equal(refused.isError, true)
  assert.match(
    refused.output,
    /^Nothing was changed in "f" \(edit 2 of 2\): oldText is not in the file; the nearest is at line 2:\nb = 1\n$/,
  )
  assert.equal(textOf('f'), 'a = 2\nb = 1\n')
})

test('[AGT5] an edit that was made before says so, and changes nothing', async () => {
  const { call, textOf } = openTools({ f: 'one\ntwo\n' })
  const args = { path: 'f', edits: [{ oldText: 'two', newText: 'three' }] }
  assert.equal((await call('edit', args)).diff?.includes('+three'), true)
  assert.deepEqual(await call('edit', args), {
    output: 'Nothing was changed: "f" has the new text already, and not the old one.',
    isError: false,
  })
  assert.equal(textOf('f'), 'one\nthree\n')
})

test('[AGT5] an edit keeps the mark of the byte order and the line ends of Windows', async () => {
  const { call, textOf } = openTools({ f: '\ufeffone\r\ntwo\r\nthree\r\n' })
  await call('edit', { path: 'f', edits: [{ oldText: 'one\ntwo\n', newText: '1\n2\n2½\n' }] })
  assert.equal(textOf('f'), '\ufeff1\r\n2\r\n2½\r\nthree\r\n')
})

test('[AGT5] edits of one file at the same time do not undo each other', async () => {
  const { call, textOf } = openTools({ f: 'a b c d e' })
  const edit = (letter: string) =>
    call('edit', { path: 'f', edits: [{ oldText: letter, newText: letter.toUpperCase() }] })
  const made = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(edit))
  assert.ok(made.every(({ isError }) => !isError))
  assert.equal(textOf('f'), 'A B C D E')
})

test('[AGT5] list shows folders first, sizes, and what it leaves out', async () => {
  const { say, call } = openTools({
    'b.md': '12',
    'a.ts': '1',
    'src/x.ts': '',
    'src/deep/y.ts': '',
    'node_modules/m/index.ts': '',
    '.git/config': '',
    'odd\nname\x1b[31m': '',
  })
  assert.equal(
    await say('list', {}),
    '.git/\nnode_modules/\nsrc/\na.ts (1 bytes)\nb.md (2 bytes)\nodd\\nname\\x1b[31m (0 bytes)',
  )
  assert.equal(
    await say('list', { pattern: '*.ts' }),
    'src/deep/y.ts (0 bytes)\nsrc/x.ts (0 bytes)\na.ts (1 bytes)\n[What is in .git and node_modules is left out.]',
  )
  assert.equal(await say('list', { path: 'node_modules', depth: 2 }), 'm/\nm/index.ts (0 bytes)')
  assert.equal(await say('list', { pattern: '*.rs', path: 'src' }), '[Nothing fits the pattern.]')
  assert.deepEqual(await call('list', { path: 'a.ts' }), {
    output: '"a.ts" is a file, not a folder.',
    isError: true,
  })
})

test('[AGT5] a list is bounded', async () => {
  const { say } = openTools(Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`f${at}`, ''])))
  const lines = (await say('list', {})).split('\n')
  assert.equal(lines.length, limits.fileListEntriesMax + 1)
  assert.match(lines.at(-1) ?? '', /^\[Only the first 1000 are shown/)
})

test('[AGT5] search finds lines of text, with their neighbours if asked', async () => {
  const { say, call } = openTools({
    'a.ts': 'one\ntwo (x)\nthree\nfour\nfive\nTWO (x)\n',
    'docs/b.md': 'two (x)\r\n',
    bin: '\0two (x)',
    'node_modules/c.ts': 'two (x)',
  })
  const unread =
    '\n[What is in node_modules was left out.]\n[Files that are no text, or could not be read: 1.]'
  assert.equal(await say('search', { query: 'two (x)' }), `docs/b.md:1: two (x)\na.ts:2: two (x)${unread}`)
  assert.equal(await say('search', { query: '^TWO', regex: true, path: 'a.ts' }), 'a.ts:6: TWO (x)')
  assert.equal(
    await say('search', { query: 'two', ignoreCase: true, path: 'a.ts', context: 1 }),
    'a.ts-1- one\na.ts:2: two (x)\na.ts-3- three\n--\na.ts-5- five\na.ts:6: TWO (x)',
  )
  assert.equal(
    await say('search', { query: 'two', glob: 'docs/*.md' }),
    'docs/b.md:1: two (x)\n[What is in node_modules was left out.]',
  )
  assert.equal(await say('search', { query: 'nothing', path: 'docs' }), '[Nothing was found.]')
  assert.deepEqual(await call('search', { query: '(', regex: true }), {
    output: '"query" is no regular expression.',
    isError: true,
  })
  assert.match(await say('search', { query: 'a\nb' }), /^"query" must be on one line/)
  assert.equal((await call('search', { query: 'x', path: 'none' })).isError, true)
})

test('[AGT5] a search shows so many hits and so much of each, and says that there is more', async () => {
  const { say } = openTools({ f: `${'x'.repeat(5_000)}hit${'y'.repeat(5_000)}\n`.repeat(300) })
  const lines = (await say('search', { query: 'hit' })).split('\n')
  assert.match(lines.at(-1) ?? '', /^\[Only the first 200 are shown; narrow it down\.\]$/)
  assert.match(lines[0] ?? '', /^f:1: …x+hity+…$/)
  assert.ok(lines.every((line) => line.length < 400))
})
