import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonId, SessionId, ThreadId } from '@heddle/contract'
import { openTestStore } from '../../test-support/open-test-store.ts'
import { planOf } from '../../test-support/plan-of.ts'
import type { Compilable } from '../foundation/database/query.ts'
import type { Reader } from '../foundation/database/store.ts'
import { countUnread, selectReplies } from './reply-store.ts'
import { selectThreads } from './thread-store.ts'

const sessionId = 'ses_1' as SessionId
const threadId = 'thr_1' as ThreadId

test('[THR2] pages of threads and replies are read from an index, in its order, however many there are', async () => {
  await using house = openTestStore()
  const plansOf = async (ask: (r: Reader) => Promise<unknown>) => {
    const asked: Compilable<unknown>[] = []
    const spy: Reader = {
      all: async (query) => (asked.push(query), []),
      one: async (query) => (asked.push(query), undefined),
    }
    await ask(spy)
    return planOf(house.store, asked[0]!)
  }
  const after = { createdAt: 1, id: 'thr_0' }
  for (const place of [undefined, after]) {
    const ordered = { sessionId, after: place, limit: 51 }
    assert.match(
      await plansOf((r) => selectThreads(r, { ...ordered, state: 'all' })),
      /^SEARCH threads USING INDEX threads_in_order \(session_id=\?[^\n]*\)$/,
    )
    assert.match(
      await plansOf((r) => selectThreads(r, { ...ordered, state: 'open' })),
      /^SEARCH threads USING INDEX threads_open \(session_id=\?[^\n]*\)$/,
    )
    assert.match(
      await plansOf((r) => selectThreads(r, { ...ordered, state: 'resolved' })),
      /^SEARCH threads USING INDEX threads_resolved \(session_id=\?[^\n]*\)$/,
    )
    for (const order of ['asc', 'desc'] as const) {
      assert.match(
        await plansOf((r) => selectReplies(r, { threadId, order, after: place, limit: 51 })),
        /^SEARCH replies USING INDEX replies_in_order \(thread_id=\?[^\n]*\)$/,
      )
    }
  }
  // A window has at most one for each of its rows, so those are put in order.
  assert.match(
    await plansOf((r) =>
      selectThreads(r, {
        sessionId,
        state: 'all',
        after: undefined,
        limit: 51,
        afterPlace: 1,
        beforePlace: 9,
      }),
    ),
    /SEARCH threads USING INDEX threads_by_place \(session_id=\? AND anchor_place>\? AND anchor_place<\?\)/,
  )
  const reader = 'per_1' as PersonId
  const counted = await planOf(house.store, countUnread({ threadId, after: 1, reader, most: 10 }))
  assert.match(counted, /SEARCH replies USING COVERING INDEX replies_by_seq \(thread_id=\? AND seq>\?\)/)
})
