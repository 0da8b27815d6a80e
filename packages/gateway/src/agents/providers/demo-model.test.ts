import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScheduler, microtasksAreDry } from '../../../world/time/scheduler.ts'
import { createSeededRandom } from '../../../world/time/seeded-random.ts'
import { createRealClock } from '../../foundation/real-clock.ts'
import type { ModelMessage, ModelPart } from '../model.ts'
import { createDemoModel, cutText } from './demo-model.ts'
import { ask, readAll, testModelProvider, textOf } from './model-provider-suite.ts'

testModelProvider('the demo model', async () => ({
  provider: createDemoModel({ clock: createRealClock() }),
  asks: { brief: 'hello', inPieces: 'ask me something', rateLimit: 'fail with rate limit', endless: 'slow' },
}))

/** The whole answer and how long it took, on a clock that jumps from timer to timer. */
async function play(said: string | ModelMessage[]) {
  const scheduler = createScheduler({ random: createSeededRandom(1), latenessMs: 0, onStep: () => undefined })
  const model = createDemoModel({
    clock: {
      wall: () => scheduler.nowMs,
      mono: () => scheduler.nowMs,
      timer: (ms, fn) => scheduler.after(ms, 'timer', fn),
      soon: (fn) => void scheduler.after(0, 'soon', fn),
    },
  })
  const request = typeof said === 'string' ? ask(said) : ask('', { messages: said })
  let parts: ModelPart[] | undefined
  void readAll(model, request).then((all) => {
    parts = all
  })
  await microtasksAreDry()
  while (parts === undefined && (await scheduler.step()));
  assert(parts)
  return {
    parts,
    text: textOf(parts),
    reasoning: textOf(parts, 'reasoning'),
    tookMs: scheduler.nowMs,
    last: parts.at(-1),
  }
}

test('[AGT4] the demo model is deterministic', async () => {
  for (const said of ['hello', 'think about tea', 'long', 'fail']) {
    assert.deepEqual(await play(said), await play(said), said)
  }
})

test('[AGT4] an answer says that it is the demo model, how to connect a real one, and what it heard', async () => {
  const { text, tookMs, parts } = await play('What is a heddle?')
  assert.match(text, /demo model/)
  assert.match(text, /models\.providers/)
  assert.match(text, /What is a heddle\?/)
  assert.match(text, /first message/)
  assert(parts.length > 8, 'it streams in small pieces')
  assert(tookMs >= 40 && tookMs <= 60, `${tookMs} ms`)
})

test('[AGT4] it knows who speaks and how much came before', async () => {
  const speaker = { name: 'Kim', handle: 'kim', place: 'web' }
  const { text } = await play([
    { role: 'user', speaker, text: 'hello' },
    {
      role: 'assistant',
      text: 'Hello!',
      reasoning: '',
      toolCalls: [{ id: '1', name: 'x', arguments: '{}' }],
    },
    { role: 'tool', callId: '1', name: 'x', output: 'y', isError: false },
    { role: 'user', speaker, text: 'and again' },
  ])
  assert.match(text, /^Hello Kim\./)
  assert.match(text, /2 messages came before/)
})

test('[AGT4] it shows counting, thinking, repeating, long and slow work, and a question', async () => {
  const count = await play('@main count to 4')
  assert.deepEqual([count.text, count.tookMs], ['1, 2, 3, 4.', 1_000])
  assert.match((await play('count to 999999999')).text, /60 … and so on/)
  const think = await play('think about tea')
  assert.match(think.reasoning, /think about tea/)
  assert.notEqual(think.text, '')
  assert.equal(think.parts[0]?.type, 'reasoning')
  assert.equal((await play('repeat  Ünï 🧵\n\n two\n')).text, ' Ünï 🧵\n\n two\n')
  const long = await play('long')
  for (const sign of ['```', '|---|', '\n1. ', '\n# '.trimStart(), '> '])
    assert(long.text.includes(sign), sign)
  const slow = await play('slow')
  assert(slow.tookMs >= 19_000 && slow.tookMs <= 21_000)
  assert(slow.parts.length > 100)
  assert.match((await play('ask me something')).text, /\?$/)
})

test('[AGT4] a worker of the three finds something or fails, and takes its time', async () => {
  for (const thing of ['linen', 'wool']) {
    const { text, tookMs, last } = await play(`demo research: ${thing}`)
    assert.match(text, new RegExp(thing, 'i'))
    assert(tookMs > 1_000 && tookMs <= 5_000, 'long enough to be watched, and no longer')
    assert.equal(last?.type, 'finish')
  }
  assert.equal((await play('demo research: silk')).last?.type, 'failed')
})

test('[AGT4] asked for help it lists its scenes, and each of them plays', async () => {
  const { text } = await play('help')
  assert.equal((await play('What can you do?')).text, text)
  const listed = [...text.matchAll(/^\| \*(.+?)\* \|/gm)].map((match) => match[1] ?? '')
  assert(listed.length >= 8, 'a table of scenes')
  const other = (await play('no scene of any kind')).text.split('.')[0] ?? ''
  for (const said of listed) {
    const scene = await play(said)
    assert(!scene.text.startsWith(other), `${said} is only introduced`)
    assert.equal(scene.last?.type, said.startsWith('fail') ? 'failed' : 'finish', said)
  }
})

test('[AGT4] asked for Markdown it shows one of each', async () => {
  const { text } = await play('show me markdown')
  for (const sign of ['**', '~~', '- [x]', '|:---|', '```python', '```diff', '\n1. ', '\n> ', '](https://'])
    assert(text.includes(sign), sign)
})

test('[AGT4] a question that only begins like a scene is none', async () => {
  for (const said of ['helpful?', 'research threefold', 'markdowns are cheap', 'failing tests']) {
    assert.match((await play(said)).text, /only know a few scenes/, said)
  }
})

test('[AGT4] it shows every kind of failure', async () => {
  const kinds: [said: string, kind: string][] = [
    ['fail', 'refused'],
    ['fail with rate limit', 'rate_limited'],
    ['Fail with overload!', 'overloaded'],
    ['fail with context', 'context_too_long'],
    ['fail with network', 'network'],
    ['fail with key', 'key_missing'],
    ['fail with garbage', 'bad_answer'],
  ]
  for (const [said, kind] of kinds) {
    const { last } = await play(said)
    assert.equal(last?.type === 'failed' && last.error.kind, kind, said)
  }
})

test('[AGT4] no message leaves it without an answer', async () => {
  const odd = [
    '',
    ' ',
    '@main',
    '@main ',
    'repeat',
    'repeat ',
    'count to',
    'count to 0',
    'fail with',
    '\u0000',
    '🧵'.repeat(500),
  ]
  for (const said of odd) {
    const { text, last } = await play(said)
    assert(text !== '' && last?.type === 'finish', JSON.stringify(said))
  }
  assert.notEqual((await play([])).text, '')
  assert.equal((await play(`repeat ${'x'.repeat(1_000_000)}`)).text.length, 1_000_000)
})

test('[AGT4] pieces make the text again and cut no character in two', () => {
  for (const text of ['', 'a', '🧵🧵🧵🧵🧵', 'añb🧵c', 'x'.repeat(1_000)]) {
    for (const pieces of [1, 2, 3, 7, 12]) {
      const cut = cutText(text, pieces)
      assert.equal(cut.join(''), text)
      assert(cut.length <= pieces)
      for (const piece of cut) assert(piece.isWellFormed(), piece)
    }
  }
})

test('[FIL6] the demo model says which files it was given', async () => {
  const note = (name: string) => ({ kind: 'note', name, mediaType: 'a/b', note: '' }) as const
  const given = (text: string, ...names: string[]): ModelMessage[] => [
    { role: 'user', speaker: null, text, attachments: names.map(note) },
  ]
  assert.match((await play(given('hm', 'a.png', 'b.txt'))).text, /You attached 2 files: “a\.png”, “b\.txt”\./)
  const alone = (await play(given('', 'a.png'))).text
  assert.match(alone, /You attached one file: “a\.png”\./)
  assert.doesNotMatch(alone, /You wrote nothing/)
})
