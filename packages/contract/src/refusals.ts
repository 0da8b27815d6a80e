// Every expected "no" of the product, in one table: its code, its HTTP status and what it says by default.
// A code is public and never changes its meaning.

import type { Action } from './actions.ts'

const table = {
  bad_input: [400, 'The request is not valid.'],
  bad_json: [400, 'The request body is not valid JSON.'],
  bad_cursor: [400, 'The cursor is not one that this list gave out.'],
  not_signed_in: [401, 'Sign in first.'],
  wrong_credentials: [401, 'The handle or the password is wrong.'],
  foreign_origin: [403, 'Requests from this origin are not accepted.'],
  missing_request_header: [403, 'Send the header X-Heddle-Request: 1 with this request.'],
  not_allowed: [403, 'You may not do this.'],
  not_found: [404, 'There is nothing here, or you may not see it.'],
  method_not_allowed: [405, 'This path does not take that method.'],
  handle_taken: [409, 'This handle is taken.'],
  last_owner: [409, 'This is the last owner; make someone else owner first.'],
  idempotency_conflict: [409, 'This Idempotency-Key was used before with another request.'],
  secret_unknown: [404, 'There is no secret of that name.'],
  message_conflict: [409, 'This clientMessageId was used before with another text.'],
  session_archived: [409, 'This session is archived.'],
  not_queued: [409, 'This message no longer waits: a turn has taken it, or it was cancelled.'],
  nothing_to_retry: [409, 'The last turn did not fail, so there is nothing to try again.'],
  already_redacted: [409, 'This event was redacted before.'],
  unknown_command: [400, 'There is no such command.'],
  unknown_agent: [404, 'There is no agent of that name.'],
  unknown_model: [404, 'There is no model of that name.'],
  unknown_file: [404, 'There is no such file, or you may not attach it.'],
  already_decided: [409, 'Someone decided this before.'],
  approval_expired: [409, 'Nobody decided this in time, so it was denied.'],
  call_changed: [409, 'This is not the call that was shown.'],
  nothing_to_compact: [409, 'There is nothing yet that could be put into fewer words.'],
  unknown_tool_server: [404, 'There is no MCP server of that name.'],
  too_deep: [409, 'Sub-agents may not go any deeper here.'],
  too_many_children: [409, 'This session has as many active sub-agents as it may have.'],
  agent_not_allowed: [403, 'That agent may not be given tasks from here.'],
  acp_disabled: [409, 'Agents over ACP are off. The setting is acp.enabled.'],
  no_threads_here: [409, 'There can be no threads in this place.'],
  unknown_run: [404, 'There is no such sub-agent here.'],
  ambiguous_name: [409, 'Several have this name.'],
  threads_off: [409, 'Conversations are not bound here.'],
  not_bound: [409, 'Nothing is bound here.'],
  bound_here: [409, 'This conversation belongs to a sub-agent. Leave it first, with /unfocus.'],
  not_yours: [403, 'Somebody else bound this.'],
  unknown_binding: [404, 'There is no such binding, or you may not see it.'],
  unknown_delivery: [404, 'There is no such delivery, or you may not see it.'],
  delivery_settled: [409, 'This is settled already.'],
  unknown_channel: [404, 'There is no channel of that name here.'],
  unknown_thread: [404, 'There is no such discussion, or you may not see it.'],
  unknown_reply: [404, 'There is no such reply, or you may not see it.'],
  unknown_notification: [404, 'There is no such notification.'],
  reply_conflict: [409, 'This clientMessageId was used before with another text.'],
  reply_deleted: [409, 'This reply was deleted.'],
  too_many_mentions: [400, 'That are too many mentions in one text.'],
  link_invalid: [410, 'This code was used, has expired or never was. Ask for a new one.'],
  no_budget: [409, 'There is no such budget, so there is nothing to raise.'],
  unknown_provider: [404, 'There is no provider of that name.'],
  set_in_file: [409, 'This setting is set in heddle.json5 and is read-only here.'],
  invite_invalid: [410, 'This link was used, has expired or was withdrawn. Ask for a new one.'],
  too_slow: [408, 'The request took too long to arrive.'],
  changed_meanwhile: [412, 'Someone changed this meanwhile. Read it again and repeat.'],
  too_large: [413, 'The request is larger than allowed.'],
  headers_too_large: [431, 'The headers of the request are larger than allowed.'],
  unsupported_media_type: [415, 'Send JSON, with the header Content-Type: application/json.'],
  too_many_guesses: [429, 'Too many wrong attempts. Wait a while and try again.'],
  too_many_requests: [429, 'Too many requests. Wait a moment and try again.'],
  limit_reached: [409, 'A limit was reached.'],
  busy: [503, 'The server is busy. Try again in a moment.'],
  shutting_down: [503, 'The server is stopping. Try again in a moment.'],
  disk_full: [507, 'The disk is full. Nothing was saved; free some space and try again.'],
  internal: [500, 'Something went wrong here. The request id is in the log.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type RefusalCode = keyof typeof table
export const refusalCodes = Object.keys(table) as RefusalCode[]

export interface Issue {
  field: string
  message: string
  nearest?: string
}

/** An expected "no". Thrown, so that the transaction it happens in rolls back. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly issues: readonly Issue[]
  readonly retryAfterMs: number | undefined
  /** What was not allowed, where the gate said so: one request may ask for several things. */
  readonly action: Action | undefined

  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    super(detail.message ?? table[code][1])
    this.name = 'Refusal'
    this.code = code
    this.issues = detail.issues ?? []
    this.retryAfterMs = detail.retryAfterMs
    this.action = detail.action
  }

  get status(): number {
    return table[this.code][0]
  }
}

export interface RefusalDetail {
  message?: string
  issues?: readonly Issue[]
  retryAfterMs?: number
  action?: Action
}

export function refused(code: RefusalCode, detail?: RefusalDetail): Refusal {
  return new Refusal(code, detail)
}

/** One wrong field, which is how most refusals of input look. */
export function badField(field: string, message: string, nearest?: string): Refusal {
  const issue: Issue = nearest === undefined ? { field, message } : { field, message, nearest }
  return new Refusal('bad_input', { message: `${field}: ${message}`, issues: [issue] })
}
