// Discord's refusals, by their codes. Thrown wherever something cannot be; the answer is made at the door.

export class DiscordError extends Error {
  readonly status: number
  readonly code: number
  readonly errors: object | undefined
  /** Of a limit: when it can be tried again. */
  readonly retryAfterMs: number | undefined

  constructor(code: DiscordErrorCode, more: { errors?: object; retryAfterMs?: number } = {}) {
    super(refusals[code].message)
    this.code = code
    this.status = refusals[code].status
    this.errors = more.errors
    this.retryAfterMs = more.retryAfterMs
  }

  get body(): object {
    const wait = this.retryAfterMs
    return {
      message: this.message,
      code: this.code,
      ...(this.errors && { errors: this.errors }),
      ...(wait !== undefined && { retry_after: wait / 1_000, global: false }),
    }
  }

  get headers(): Record<string, string> {
    if (this.retryAfterMs === undefined) return {}
    return { 'retry-after': String(Math.ceil(this.retryAfterMs / 1_000)), 'x-ratelimit-scope': 'user' }
  }
}

/** One field that is wrong, outside of a body. */
export function wrongField(name: string, code: string, message: string): DiscordError {
  return new DiscordError(50_035, { errors: { [name]: { _errors: [{ code, message }] } } })
}

const refusals = {
  10_003: { status: 404, message: 'Unknown Channel' },
  10_004: { status: 404, message: 'Unknown Guild' },
  10_007: { status: 404, message: 'Unknown Member' },
  10_008: { status: 404, message: 'Unknown Message' },
  10_011: { status: 404, message: 'Unknown Role' },
  10_013: { status: 404, message: 'Unknown User' },
  10_015: { status: 404, message: 'Unknown Webhook' },
  10_062: { status: 404, message: 'Unknown interaction' },
  10_063: { status: 404, message: 'Unknown application command' },
  20_012: { status: 403, message: 'You are not authorized to perform this action on this application' },
  30_007: { status: 400, message: 'Maximum number of webhooks reached (15)' },
  30_034: { status: 400, message: 'Max number of daily application command creates has been reached (200)' },
  30_040: { status: 429, message: 'Maximum number of prune requests has been reached. Try again later' },
  30_046: {
    status: 429,
    message: 'Maximum number of edits to messages older than 1 hour reached. Try again later',
  },
  30_058: { status: 400, message: 'Maximum number of webhooks per guild reached (1000)' },
  40_005: { status: 413, message: 'Request entity too large' },
  40_060: { status: 400, message: 'Interaction has already been acknowledged.' },
  50_001: { status: 403, message: 'Missing Access' },
  50_003: { status: 403, message: 'Cannot execute action on a DM channel' },
  50_005: { status: 403, message: 'Cannot edit a message authored by another user' },
  50_006: { status: 400, message: 'Cannot send an empty message' },
  50_007: { status: 403, message: 'Cannot send messages to this user' },
  50_008: { status: 400, message: 'Cannot send messages in a non-text channel' },
  50_013: { status: 403, message: 'Missing Permissions' },
  50_021: { status: 403, message: 'Cannot execute action on a system message' },
  50_024: { status: 400, message: 'Cannot execute action on this channel type' },
  50_027: { status: 401, message: 'Invalid Webhook Token' },
  50_035: { status: 400, message: 'Invalid Form Body' },
  50_083: { status: 400, message: 'Thread is archived' },
  50_109: { status: 400, message: 'The request body contains invalid JSON.' },
  160_002: { status: 400, message: 'Cannot reply without permission to read message history' },
  160_004: { status: 400, message: 'A thread has already been created for this message' },
  160_005: { status: 400, message: 'Thread is locked' },
  160_006: { status: 400, message: 'Maximum number of active threads reached' },
  160_007: { status: 400, message: 'Maximum number of active announcement threads reached' },
  220_001: {
    status: 400,
    message: 'Webhooks posted to forum channels must have a thread_name or thread_id',
  },
  220_003: { status: 400, message: 'Webhooks can only create threads in forum channels' },
} as const

export type DiscordErrorCode = keyof typeof refusals
