import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSaid, type SaidQuestion } from './find-said.ts'
import type { Reply, RestCall } from './rest-words.ts'
import { idBefore } from './snowflake-time.ts'

const startedAt = Date.UTC(2026, 10, 1)
const ownId = '11'
let ids = BigInt(idBefore(startedAt))
const written = (content: string, more: object = {}) => ({
  id: String(++ids),
  channel_id: '5',
  type: 0,
  timestamp: '2026-11-01T00:00:00Z',
  author: { id: ownId, username: 'heddle', bot: true },
  content,
  ...more,
})

type Pages = readonly object[] | ((after: string) => readonly object[])

function look(messages: Pages, more: Partial<SaidQuestion> = {}) {
  const queries: unknown[] = []
  const call = async ({ query }: RestCall): Promise<Reply> => {
    if (query === undefined) return { kind: 'answer', status: 404, body: { code: 10008 } }
    queries.push(query)
    const page = typeof messages === 'function' ? messages(query['after'] ?? '') : messages
    return { kind: 'answer', status: 200, body: page.toReversed() }
  }
  const found = findSaid(
    {
      rest: { call },
      own: {
        userId: async () => ({ kind: 'known', id: ownId }),
        applicationId: async () => ({ kind: 'known', id: ownId }),
      },
      isOwnWebhook: (id) => id === '77',
    },
    {
      channelId: '5',
      looks: [
        { voice: 'webhook', username: 'Poet', text: 'hi' },
        { voice: 'own', text: '**Poet**: hi' },
      ],
      nonce: 'n',
      after: null,
      startedAt,
      signal: new AbortController().signal,
      ...more,
    },
  )
  return { found, queries }
}

const byWebhook = (id: string, username: string) => ({ webhook_id: id, author: { id, username } })

test('[DLV3] only a message of our own voice, name and text is the one that is meant', async () => {
  const meant = [
    written('hi', byWebhook('77', 'Poet')),
    written('  hi\n', byWebhook('77', 'Poet')),
    written('**Poet**: hi'),
  ]
  const others = [
    written('hi', byWebhook('78', 'Poet')),
    written('hi', byWebhook('77', 'Other')),
    written('hi there', byWebhook('77', 'Poet')),
    written('hi'),
    written('**Poet**: hi', { author: { id: '12', username: 'heddle' } }),
    written('**Poet**: hi', { nonce: 'another' }),
  ]
  const found = await look([...others, ...meant]).found
  assert.deepEqual(found, { kind: 'found', ids: meant.map(({ id }) => id) })
  assert.deepEqual(await look(others).found, { kind: 'absent' })
  const known = written('whatever it was edited to', { nonce: 'n' })
  assert.deepEqual(await look([known]).found, { kind: 'found', ids: [known.id] })
})

test('[DLV3] one begins to read at what was sent last, and a day before it began where that is not known', async () => {
  for (const after of [idBefore(startedAt + 1_000), '5']) {
    const { found, queries } = look([], { after })
    await found
    assert.deepEqual(queries, [{ limit: '100', after }])
  }
  const first = look([], { after: null })
  await first.found
  assert.deepEqual(first.queries, [{ limit: '100', after: idBefore(startedAt - 24 * 3_600_000) }])
})

test('[DLV3] where something could not be understood, nothing is known to be absent', async () => {
  const odd = { ...written('hi', byWebhook('77', 'Poet')), author: null }
  assert.equal((await look([written('other'), odd]).found).kind, 'unreadable')
  assert.equal((await look([odd]).found).kind, 'unreadable')
  const meant = written('hi', byWebhook('77', 'Poet'))
  assert.deepEqual(await look([odd, meant]).found, { kind: 'found', ids: [meant.id] })
})

test('[DLV3] where too much was written since, it is not known to be absent', async () => {
  const page = Array.from({ length: 100 }, () => written('other'))
  const { found, queries } = look(page, { after: idBefore(startedAt + 1_000) })
  assert.equal((await found).kind, 'unreadable')
  assert.equal(queries.length, 20)
})

test('[DLV3] where too much was written since what was sent last, it is still found among the newest', async () => {
  const page = Array.from({ length: 100 }, () => written('other'))
  const meant = written('hi', byWebhook('77', 'Poet'))
  const near = idBefore(startedAt - 5 * 60_000)
  const answers = (newest: readonly object[]) => (after: string) => (after === near ? newest : page)
  assert.deepEqual(await look(answers([meant]), { after: '5' }).found, { kind: 'found', ids: [meant.id] })
  // Our own clock proves nothing.
  assert.equal((await look(answers([]), { after: '5' }).found).kind, 'unreadable')
})
