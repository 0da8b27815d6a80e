import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import type { ModelErrorKind } from '../../agents/agents.ts'
import { chooseModelRetry } from './choose-model-retry.ts'

const error = (kind: ModelErrorKind, retryAfterMs?: number) => ({
  kind,
  message: '',
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})

test('[AGT3] what may pass is tried again a few times, later each time; what will not pass is not', () => {
  for (const kind of ['rate_limited', 'overloaded', 'network'] as const) {
    assert.deepEqual(chooseModelRetry(error(kind), 1, 0.5), { kind: 'retry', waitMs: 500 })
    assert.deepEqual(chooseModelRetry(error(kind), 3, 0.5), { kind: 'retry', waitMs: 2_000 })
    assert.deepEqual(chooseModelRetry(error(kind), limits.modelRetriesMax + 1, 0), { kind: 'give_up' })
  }
  for (const kind of ['key_missing', 'refused', 'context_too_long', 'bad_answer'] as const) {
    assert.deepEqual(chooseModelRetry(error(kind), 1, 0), { kind: 'give_up' })
  }
})

test('[AGT3] never sooner than the provider asks, and not at all if that is longer than anyone would wait', () => {
  assert.deepEqual(chooseModelRetry(error('rate_limited', 7_000), 1, 0), { kind: 'retry', waitMs: 7_000 })
  assert.deepEqual(chooseModelRetry(error('rate_limited', limits.modelWaitMsMax + 1), 1, 0), {
    kind: 'give_up',
  })
})
