import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson, WholeSessionJson } from '@heddle/contract'
import { quietLines, writeMarkdownEvent, writeMarkdownHead } from './write-markdown.ts'

function makeEvent(kind: string, payload: Record<string, unknown>, more: Partial<EventJson> = {}): EventJson {
  return {
    seq: 1,
    eventId: 'evt_1',
    kind,
    place: 1,
    actor: { kind: 'person', id: 'per_1', name: 'Ada' },
    createdAt: '2026-11-15T20:00:01.000Z',
    payload,
    ...more,
  }
}

test('[TRM5] an export says who spoke, when and what; tool calls stand in blocks, redacted events say so', () => {
  const said = writeMarkdownEvent(
    makeEvent('message.user', { text: 'one\n\ntwo', handle: 'ada', mode: 'queue' }),
  )
  assert.equal(said, '\n**Ada (@ada)** · 2026-11-15 20:00:01 UTC\n\n> one\n>\n> two\n')
  const call = writeMarkdownEvent(makeEvent('tool.call', { name: 'exec', arguments: 'echo ```` ' }))
  assert.equal(call, '\n*Tool call: exec*\n\n`````\necho ```` \n`````\n')
  const redacted = writeMarkdownEvent(makeEvent('message.user', {}, { redacted: true }))
  assert.match(redacted, /\*This was redacted\.\*/)
  assert.equal(writeMarkdownEvent(makeEvent('turn.started', { messages: [] })), '')
  assert.match(writeMarkdownEvent(makeEvent('from.tomorrow', {})), /from\.tomorrow/)
  const demo = { text: 'hi', isDemo: true, state: 'stopped' }
  assert.match(writeMarkdownEvent(makeEvent('message.agent', demo)), /demo model\n\n> hi\n\n\*\(stopped\)\*/)
})

test('[TRM5] nothing that someone wrote is live in an export', () => {
  const nasty = [
    '<script>alert(1)</script> <img src=x onerror=y>',
    '[a](javascript:x) ![b](https://elsewhere.example/p.png)',
    '[c]: javascript:x',
    '<https://elsewhere.example>',
  ]
  const text = writeMarkdownEvent(makeEvent('message.agent', { text: nasty.join('\n') }))
  assert.doesNotMatch(text, /<[a-z/!?]|\]\(|\]:/i)
  const session = { title: '<b>*x*</b>\n# [y](z)', key: 'k', id: 'i', agentId: 'main', visibility: 'team' }
  const head = writeMarkdownHead({
    ...session,
    participants: [],
    createdAt: '2026-11-15T20:00:01.000Z',
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costMicros: null },
  } as unknown as WholeSessionJson)
  assert.equal(head.split('\n')[0], '# &lt;b\\>\\*x\\*&lt;/b\\> \\# \\[y\\](z)')
})

test('[TRM5] code in a fence stays as it is, but only where every reader sees a fence', () => {
  assert.deepEqual(quietLines(['```html', '<b>', '```', '<b>']), ['```html', '<b>', '```', '&lt;b>'])
  assert.deepEqual(quietLines(['~~~', '```', '<b>', '~~~', '<b>']), ['~~~', '```', '<b>', '~~~', '&lt;b>'])
  // In a list the fence ends with its list; behind spaces it pairs with another than it seems to.
  assert.deepEqual(quietLines(['- x', '  ```', '<b>']).at(-1), '&lt;b>')
  assert.deepEqual(quietLines(['  ```', 'x', '```', '<b>']).at(-1), '&lt;b>')
  assert.deepEqual(quietLines(['``` a`b', '<b>']).at(-1), '&lt;b>')
})

test('[I45] control characters of a session are shown in its export, not written', () => {
  const text = writeMarkdownEvent(makeEvent('message.user', { text: 'a\x1b[2Jb\u202ec' }))
  assert.match(text, /> a\\x1b\[2Jb\\u\{202e\}c/)
})

test('[TRM5][ATT1] an export names the files of a message, and no name in it is live', () => {
  const file = { id: 'fil_1', name: '[x](y) <b>.png', mediaType: 'image/png', bytes: 12 }
  const event = makeEvent('message.user', { text: 'look', attachments: [file, 'what a later release sends'] })
  assert.match(
    writeMarkdownEvent(event),
    /> look\n\n\*Attached: \\\[x\\\]\(y\) &lt;b\\>\.png \(image\/png, 12 bytes\)\*\n$/,
  )
})
