import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from '../../../../test/sample-log.ts'
import { chooseArticles } from './choose-articles.ts'

const kinds = (rows: ReturnType<typeof entry>[]) =>
  chooseArticles(rows).map((article) => [article.kind, article.event.seq])

test('[SES2] every kind has its article, and one that is not known is shown too', () => {
  assert.deepEqual(
    kinds([
      entry(1, 'message.user', { text: 'a' }),
      entry(2, 'turn.started', {}),
      entry(3, 'reasoning', { text: 'b', state: 'complete' }),
      entry(4, 'message.agent', { text: '', state: 'streaming' }),
      entry(5, 'turn.failed', {}),
      entry(6, 'notice', {}),
      entry(7, 'compaction', {}),
      entry(8, 'from.the.future', {}),
      entry(9, 'message.user', {}, { redacted: true }),
    ]),
    [
      ['person', 1],
      ['turn', 2],
      ['reasoning', 3],
      ['agent', 4],
      ['failure', 5],
      ['notice', 6],
      ['compaction', 7],
      ['unknown', 8],
      ['redacted', 9],
    ],
  )
})

test('[SES2] a call and its result are one article; a result whose call is not loaded stands alone', () => {
  const call = entry(1, 'tool.call', { callId: 'c', name: 'read' })
  const result = entry(2, 'tool.result', { callId: 'c', name: 'read', output: 'x' })
  assert.deepEqual(kinds([call, result]), [['tool', 1]])
  assert.deepEqual(kinds([result]), [['tool', 2]])
})

test('[SES2] calls of two turns that have the same id keep their own results', () => {
  const call = (seq: number, turnId: string) =>
    entry(seq, 'tool.call', { callId: 'c', name: 'read' }, { turnId })
  const result = (seq: number, turnId: string, output: string) =>
    entry(seq, 'tool.result', { callId: 'c', name: 'read', output }, { turnId })
  const articles = chooseArticles([
    call(1, 'trn_1'),
    result(2, 'trn_1', 'first'),
    call(3, 'trn_2'),
    result(4, 'trn_2', 'second'),
  ])
  assert.deepEqual(
    articles.map(({ other }) => other?.payload.output),
    ['first', 'second'],
  )
})

test('[UIA4] a call that is asked about says so, and what waits in a turn that is over waits no more', () => {
  const turnId = 'trn_1'
  const rows = [
    entry(1, 'tool.call', { callId: 'c', name: 'exec' }, { turnId }),
    entry(2, 'approval.asked', { callId: 'c', approvalId: 'apr_1' }, { turnId }),
  ]
  const [call, card] = chooseArticles(rows)
  assert.deepEqual([call?.asked, call?.isOver, card?.isOver], [{ decided: undefined }, undefined, undefined])
  const over = chooseArticles([...rows, entry(3, 'turn.failed', {}, { turnId })])
  assert.deepEqual([over[0]?.isOver, over[1]?.isOver], [true, true])
  const decided = entry(3, 'approval.decided', { callId: 'c', decision: 'deny' }, { turnId })
  const settled = chooseArticles([...rows, decided])
  assert.deepEqual([settled.length, settled[0]?.asked?.decided, settled[1]?.other], [2, decided, decided])
})

test('[ATT1] files alone are an answer, until they are redacted', () => {
  const attachments = [{ id: 'f', name: 'a.txt', mediaType: 'text/plain', bytes: 1 }]
  const answer = (more: object = {}) =>
    entry(1, 'message.agent', { text: '', state: 'complete', attachments, ...more })
  assert.deepEqual(kinds([answer()]), [['agent', 1]])
  assert.deepEqual(kinds([answer({ attachments: [] })]), [])
})

test('[SES3] a text that another attempt dropped, or that stayed empty, is no article', () => {
  assert.deepEqual(
    kinds([
      entry(1, 'message.agent', { text: 'half', state: 'dropped' }),
      entry(2, 'message.agent', { text: ' ', state: 'complete' }),
      entry(3, 'message.agent', { text: 'half', state: 'stopped' }),
    ]),
    [['agent', 3]],
  )
})
