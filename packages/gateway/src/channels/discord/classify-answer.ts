// What one attempt came to: sent, proven not sent, or unknown. Pure; nothing else decides whether a request may be made
// again (DLV3).

import type { NotSent, SendOutcome } from '../channel.ts'
import { type Answer, codeOf, isOk, isRecord, type Reply, textOf } from './rest-words.ts'
import { tellReply } from './tell-reply.ts'

export type Trouble = NotSent | { kind: 'unknown'; detail: string }

/** An answer that nothing can be read from counts as none. */
export function classifySend(reply: Reply, link: string | undefined): SendOutcome {
  if (!isOk(reply)) return classifyTrouble(reply)
  const id = textOf(reply.body, 'id')
  if (id === undefined) return { kind: 'unknown', detail: 'Discord answered without a message' }
  return { kind: 'sent', platformId: id, ...(link !== undefined && { link }) }
}

export function classifyTrouble(reply: Reply): Trouble {
  switch (reply.kind) {
    case 'unreachable':
      return { kind: 'not_sent', why: 'later', detail: reply.detail }
    case 'held': {
      const { detail, retryAfterMs, scope } = reply
      return { kind: 'not_sent', why: 'later', detail, retryAfterMs, scope }
    }
    case 'lost':
      return { kind: 'unknown', detail: reply.detail }
    case 'answer':
      return classifyAnswer(reply)
  }
}

/** Of what shows nothing to anybody, whatever became of it. */
export function notNow(reply: Reply): NotSent {
  const trouble = classifyTrouble(reply)
  if (trouble.kind === 'not_sent') return trouble
  return { kind: 'not_sent', why: 'later', detail: trouble.detail }
}

function classifyAnswer(answer: Answer): Trouble {
  const { status } = answer
  const detail = tellReply(answer)
  // Nobody behind Discord's door took the request; any other 5xx may have come halfway through.
  if (status === 502) return { kind: 'not_sent', why: 'later', detail }
  if (status >= 500 || status < 400) return { kind: 'unknown', detail }
  return { kind: 'not_sent', ...refusalOf(answer, detail) }
}

/** From the edge, of an address that was shut out for a while. */
const shutOutMs = 60_000

function refusalOf(answer: Answer, detail: string): Omit<NotSent, 'kind'> {
  const { status, body, scope, retryAfterMs } = answer
  if (status === 429) {
    return {
      why: 'later',
      detail,
      ...(scope !== 'shared' && { wasRefused: true }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      scope: scope === 'global' || scope === 'edge' ? 'account' : 'place',
    }
  }
  const wasRefused = status === 401 || status === 403
  const refused = wasRefused ? { wasRefused } : {}
  if (status === 403 && !isRecord(body)) {
    // It does not come from Discord itself, and says nothing about a place.
    return { why: 'later', detail, retryAfterMs: shutOutMs, scope: 'account', ...refused }
  }
  const known = refusals.get(codeOf(answer))
  if (known) return { why: known.why, detail: `${withFields(detail, body)}. ${known.words}`, ...refused }
  if (status === 401) {
    return {
      why: 'account',
      detail: `${detail}. Put the bot's token of today into the configuration`,
      ...refused,
    }
  }
  if (status === 403) return { why: 'place', detail: `${detail}. ${permissionWords}`, ...refused }
  return { why: status === 408 ? 'later' : 'message', detail: withFields(detail, body) }
}

const permissionWords =
  'See which permissions the bot has in that channel (heddle doctor names what is missing)'

/** By Discord's codes: what it is about, and what somebody can do. */
const refusals: ReadonlyMap<number, { why: NotSent['why']; words: string }> = new Map([
  [10003, { why: 'place', words: 'The channel or thread was deleted, or the bot is no longer there' }],
  [10004, { why: 'place', words: 'The bot is not on that server any more; let it in again' }],
  [10008, { why: 'message', words: 'The message is not there any more; somebody deleted it' }],
  [10015, { why: 'later', words: 'The webhook was deleted; it is made anew' }],
  [20016, { why: 'later', words: 'The channel is in slow mode' }],
  [30046, { why: 'message', words: 'Messages older than an hour can be edited only so often' }],
  [40002, { why: 'account', words: 'Discord wants the account of the bot to be verified' }],
  [40004, { why: 'later', words: 'Discord has switched off sending for a while' }],
  [40005, { why: 'message', words: 'Its files are too large for Discord' }],
  [50001, { why: 'place', words: 'Give the bot the permission View Channel there' }],
  [50005, { why: 'message', words: 'It was said by somebody else, or by a webhook that is gone' }],
  [50006, { why: 'message', words: 'There is nothing in it that Discord would show' }],
  [
    50007,
    {
      why: 'place',
      words:
        'The person takes no direct messages of the bot; they have to share a server with it and allow them',
    },
  ],
  [50008, { why: 'place', words: 'Nobody can write in a channel of that kind' }],
  [50013, { why: 'place', words: permissionWords }],
  [50014, { why: 'account', words: "Put the bot's token of today into the configuration" }],
  [50024, { why: 'place', words: 'That cannot be done in a channel of that kind' }],
  [50027, { why: 'later', words: 'The webhook has a new token; it is looked up again' }],
  [50035, { why: 'message', words: 'Discord does not take a message of that form' }],
  [50083, { why: 'place', words: 'The thread is archived; unarchive it' }],
  [160005, { why: 'place', words: 'The thread is locked; unlock it' }],
  [160006, { why: 'place', words: 'The server has as many active threads as it may have; archive some' }],
  [200000, { why: 'message', words: "The server's AutoMod does not let it through" }],
  [200001, { why: 'message', words: "The server's AutoMod does not let its title through" }],
  [240000, { why: 'message', words: 'Discord takes one of its links for harmful' }],
])

/** What was wrong with which field, as Discord says it. */
function withFields(detail: string, body: unknown): string {
  const fields = isRecord(body) ? [...fieldErrors(body['errors'], '')] : []
  return fields.length === 0 ? detail : `${detail}: ${fields.slice(0, fieldsToldMax).join('; ')}`
}

const fieldsToldMax = 5
const depthMax = 10

export function* fieldErrors(errors: unknown, field: string, depth = 0): Generator<string> {
  if (!isRecord(errors) || depth > depthMax) return
  for (const [name, value] of Object.entries(errors)) {
    if (name !== '_errors') {
      yield* fieldErrors(value, field === '' ? name : `${field}.${name}`, depth + 1)
      continue
    }
    for (const error of Array.isArray(value) ? value : []) {
      yield `${field}: ${textOf(error, 'message') ?? 'is not valid'}`
    }
  }
}
