// What one attempt to post on Slack came to, by the name of the error: Slack says most of them with HTTP 200 and
// `ok: false`. Pure. The first piece of a channel for Slack, made ahead of it: nothing but its test uses it yet.

/** What is known of an attempt that did not go well. */
export type SlackTrouble =
  /** Nothing left us, so nothing was done. */
  | { kind: 'unreachable' }
  /** It may have been done: no answer in time, or the connection broke. */
  | { kind: 'lost' }
  | { kind: 'answer'; status: number; error?: string | undefined; retryAfterMs?: number | undefined }

export type SlackVerdict =
  /** Proven not to be there; it may go through the next time. */
  | { kind: 'retry'; retryAfterMs?: number }
  /** It may be there: looked for by its marker before anything else (DLV3). */
  | { kind: 'unknown' }
  /** `message`: this one will never be taken there. `account`: nothing goes through until somebody sees to it. */
  | { kind: 'final'; of: 'message' | 'account' }

/** A name that nobody knows may pass; after so many tries it does not. */
const strangeTriesMax = 2

/** `attempts`: with this one. */
export function classifySlackError(trouble: SlackTrouble, attempts: number): SlackVerdict {
  if (trouble.kind === 'unreachable') return { kind: 'retry' }
  if (trouble.kind === 'lost') return { kind: 'unknown' }
  const { status, error, retryAfterMs } = trouble
  const stated = retryAfterMs === undefined ? {} : { retryAfterMs }
  if (status === 429 || status === 408) return { kind: 'retry', ...stated }
  if (status >= 500) return { kind: 'unknown' }
  const named = error === undefined ? undefined : verdictOf(error)
  if (named !== undefined) return named.kind === 'retry' ? { ...named, ...stated } : named
  if (status >= 400) return { kind: 'final', of: 'message' }
  // An answer from which nothing can be read says nothing about what was done.
  if (error === undefined) return { kind: 'unknown' }
  return attempts > strangeTriesMax ? { kind: 'final', of: 'message' } : { kind: 'retry' }
}

function verdictOf(error: string): SlackVerdict | undefined {
  if (retried.has(error)) return { kind: 'retry' }
  if (ambiguous.has(error)) return { kind: 'unknown' }
  if (ofAccount.has(error)) return { kind: 'final', of: 'account' }
  if (ofMessage.has(error)) return { kind: 'final', of: 'message' }
  return undefined
}

const retried: ReadonlySet<string> = new Set([
  'ratelimited',
  'rate_limited',
  'message_limit_exceeded',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
  'org_login_required',
  'external_channel_migrating',
])

/** Slack's own words: some of it may have succeeded. */
const ambiguous: ReadonlySet<string> = new Set([
  'internal_error',
  'fatal_error',
  'messaging_processing_failed',
])

const ofAccount: ReadonlySet<string> = new Set([
  'access_denied',
  'accesslimited',
  'account_inactive',
  'ekm_access_denied',
  'enterprise_is_restricted',
  'invalid_auth',
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'not_authed',
  'token_expired',
  'token_revoked',
  'two_factor_setup_required',
])

const ofMessage: ReadonlySet<string> = new Set([
  'as_user_not_supported',
  'cannot_reply_to_message',
  'channel_is_limited_access',
  'channel_not_found',
  'channel_type_not_supported',
  'duplicate_channel_not_found',
  'duplicate_message_not_found',
  'invalid_arg_name',
  'invalid_arguments',
  'invalid_array_arg',
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_charset',
  'invalid_form_data',
  'invalid_metadata_format',
  'invalid_metadata_schema',
  'invalid_post_type',
  'invalid_thread_ts',
  'is_archived',
  'is_bot',
  'messages_tab_disabled',
  'metadata_must_be_sent_from_app',
  'metadata_too_large',
  'method_deprecated',
  'deprecated_endpoint',
  'unknown_method',
  'missing_argument',
  'missing_post_type',
  'msg_blocks_too_long',
  'msg_blocks_too_many',
  'msg_too_long',
  'no_text',
  'not_in_channel',
  'restricted_action',
  'restricted_action_non_threadable_channel',
  'restricted_action_read_only_channel',
  'restricted_action_thread_locked',
  'restricted_action_thread_only_channel',
  'slack_connect_canvas_sharing_blocked',
  'slack_connect_file_link_sharing_blocked',
  'slack_connect_lists_sharing_blocked',
  'team_not_found',
  'too_many_attachments',
  'user_disabled',
  'user_not_found',
  'user_not_visible',
])
