import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifySlackError } from './classify-slack-error.ts'

const said = (error: string, attempts = 1) =>
  classifySlackError({ kind: 'answer', status: 200, error }, attempts)
const answered = (status: number, more: object = {}) =>
  classifySlackError({ kind: 'answer', status, ...more }, 1)

/** As Slack's reference of its methods names them, for posting and for all methods. */
const table: Record<string, readonly string[]> = {
  retry: [
    'ratelimited',
    'rate_limited',
    'service_unavailable',
    'request_timeout',
    'team_added_to_org',
    'org_login_required',
  ],
  unknown: ['internal_error', 'fatal_error'],
  message: [
    'channel_not_found',
    'not_in_channel',
    'is_archived',
    'user_not_found',
    'msg_too_long',
    'no_text',
    'invalid_blocks',
    'restricted_action',
    'restricted_action_read_only_channel',
    'restricted_action_thread_only_channel',
    'restricted_action_non_threadable_channel',
    'too_many_attachments',
    'as_user_not_supported',
    'messages_tab_disabled',
    'metadata_too_large',
    'invalid_arguments',
    'invalid_arg_name',
    'invalid_charset',
    'invalid_form_data',
    'invalid_post_type',
    'missing_post_type',
  ],
  account: [
    'invalid_auth',
    'not_authed',
    'token_revoked',
    'token_expired',
    'account_inactive',
    'missing_scope',
    'not_allowed_token_type',
    'no_permission',
    'accesslimited',
    'ekm_access_denied',
  ],
}

for (const [verdict, names] of Object.entries(table)) {
  test(`[NTF3] Slack says most errors with HTTP 200: by name they are ${verdict}`, () => {
    for (const name of names) {
      const is = said(name)
      assert.equal(is.kind === 'final' ? is.of : is.kind, verdict, name)
    }
  })
}

test('[NTF3] "Slack 429, timeout, and 5xx errors are retried", what may have been done only after a look', () => {
  assert.deepEqual(answered(429, { error: 'ratelimited', retryAfterMs: 30_000 }), {
    kind: 'retry',
    retryAfterMs: 30_000,
  })
  assert.deepEqual(answered(408), { kind: 'retry' })
  assert.deepEqual(classifySlackError({ kind: 'unreachable' }, 1), { kind: 'retry' })
  for (const status of [500, 502, 503, 504]) assert.deepEqual(answered(status), { kind: 'unknown' })
  assert.deepEqual(classifySlackError({ kind: 'lost' }, 1), { kind: 'unknown' })
  // Without a body nothing is known.
  assert.deepEqual(answered(200), { kind: 'unknown' })
})

test('[NTF3] "Slack terminal 4xx errors are marked non-retryable and are not retried"', () => {
  for (const status of [400, 403, 404, 413])
    assert.deepEqual(answered(status), { kind: 'final', of: 'message' })
  assert.deepEqual(answered(403, { error: 'invalid_auth' }), { kind: 'final', of: 'account' })
})

test('[NTF3] a name that nobody knows is tried twice more, then it is final', () => {
  assert.deepEqual(
    [1, 2, 3].map((attempts) => said('brand_new_error', attempts).kind),
    ['retry', 'retry', 'final'],
  )
})
