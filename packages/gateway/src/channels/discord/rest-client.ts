// Discord's API for one account. The library keeps to the rate limits that Discord announces, and does nothing else for
// us: it neither waits nor tries again, since whoever sends owns both (DLV3). The token is read for each call (DLV8).

import { AsyncLocalStorage } from 'node:async_hooks'
import { RateLimitError, REST } from '@discordjs/rest'
import { limits } from '@heddle/contract'
import type { ChannelSurroundings } from '../channel.ts'
import { countInvalidRequests } from './invalid-requests.ts'
import { type HttpAnswer, makeHttpRequest } from './make-http-request.ts'
import { fileLimits } from './outbound-files.ts'
import { createPatience, heldWords } from './patience.ts'
import { readAccess } from './read-access.ts'
import type { DiscordRest, Reply, RestCall } from './rest-words.ts'

const timeoutMs = 15_000
/** Nothing that carries files takes longer; the library knows one time for all requests. */
const longestMs = timeoutMs + uploadMs(fileLimits.requestBytesMax)
/** Below the 50 that Discord allows a bot: others may use the same one. */
const requestsPerSecondMax = 40
const clockOffsetMs = 20
/** How long one stands in line behind others of the same limit. Whoever sends has a time of its own for an answer. */
const lineWaitMs = 5_000

export interface RestClient extends DiscordRest {
  close(): void
}

export function createRestClient(
  around: Pick<ChannelSurroundings, 'settings' | 'clock' | 'log'>,
): RestClient {
  const { clock, log } = around
  const underWay = new AsyncLocalStorage<Asked>()
  const patience = createPatience(clock)
  const invalid = countInvalidRequests({
    clock,
    onMany: (count) =>
      log.warn('Discord refused many requests within ten minutes; see whether the bot lacks permissions', {
        count,
      }),
  })
  let library: { apiUrl: string; rest: REST } | undefined

  function restAt(apiUrl: string): REST {
    if (library?.apiUrl === apiUrl) return library.rest
    if (library) stopSweeping(library.rest)
    const rest = new REST({
      api: apiUrl,
      version: '10',
      retries: 0,
      timeout: longestMs,
      rejectOnRateLimit: () => true,
      globalRequestsPerSecond: requestsPerSecondMax,
      offset: clockOffsetMs,
      userAgentAppendix: 'Heddle',
      makeRequest: async (url, init) => {
        const asked = underWay.getStore()
        if (asked) asked.hasLeft = true
        const answer = await makeHttpRequest(url, {
          method: init.method ?? 'GET',
          // As the library writes them: names and texts, JSON or a form.
          headers: init.headers as Record<string, string>,
          body: (init.body ?? null) as string | FormData | null,
          signal: init.signal ?? new AbortController().signal,
        })
        if (asked) asked.answer = answer
        return forLibrary(answer)
      },
    })
    library = { apiUrl, rest }
    return rest
  }

  async function ask(call: RestCall): Promise<Reply> {
    const { apiUrl, token } = readAccess(around.settings())
    if (token === '') return { kind: 'unreachable', detail: noTokenDetail }
    const { withToken = true, method, path, query, body, files, signal } = call
    const asked: Asked = { hasLeft: false }
    const line = new AbortController()
    const cancels = [
      clock.timer(lineWaitMs, () => {
        if (!asked.hasLeft) line.abort()
      }),
      clock.timer(timeoutMs + uploadMs(bytesOf(files)), () => line.abort()),
    ]
    try {
      await underWay.run(asked, () =>
        restAt(apiUrl)
          .setToken(token)
          .queueRequest({
            // The library's own names for them are the same words.
            method: method as never,
            fullRoute: path,
            auth: withToken,
            // A signal of its own for each call: the library never takes its listeners off.
            signal: AbortSignal.any([signal, line.signal]),
            ...(query && { query: new URLSearchParams(query) }),
            ...(body !== undefined && { body }),
            ...(files && files.length > 0 && { files: files.map(fileForLibrary) }),
          }),
      )
    } catch (error) {
      if (asked.answer) return asked.answer.reply
      if (error instanceof RateLimitError) return heldByLibrary(error)
      if (signal.aborted) return { kind: 'unreachable', detail: 'it was given up before it left' }
      if (line.signal.aborted) return busy
      throw error
    } finally {
      for (const cancel of cancels) cancel()
    }
    return asked.answer?.reply ?? { kind: 'lost', detail: 'Discord gave no answer' }
  }

  return {
    async call(call) {
      if (!isPlainPath(call.path)) return noSuchThing
      if (call.signal.aborted) return { kind: 'unreachable', detail: 'it was given up before it left' }
      const waitMs = invalid.waitMs()
      if (waitMs !== undefined)
        return { kind: 'held', detail: stoppedWords, retryAfterMs: waitMs, scope: 'account' }
      const held = patience.hold(call)
      if (held) return held
      const reply = await ask(call)
      if (reply.kind === 'answer') {
        invalid.note(reply)
        patience.note(call, reply)
      }
      return reply
    },
    close() {
      if (library) stopSweeping(library.rest)
      library = undefined
    },
  }
}

/** What is known of a call while the library has it. */
interface Asked {
  hasLeft: boolean
  answer?: HttpAnswer
}

/** How long so much takes where the way there is narrow. */
function uploadMs(bytes: number): number {
  return Math.ceil((bytes * 1_000) / limits.deliveryFileBytesPerSecond)
}

function bytesOf(files: RestCall['files'] = []): number {
  return files.reduce((sum, { content }) => sum + content.byteLength, 0)
}

const busy: Reply = {
  kind: 'held',
  detail: 'an earlier request of the same kind is not answered yet',
  retryAfterMs: 1_000,
  scope: 'place',
}

/** Names and numbers: whoever may name a place must not reach another address by it. */
function isPlainPath(path: string): boolean {
  return path.split('/').every((part, i) => (i === 0 ? part === '' : /^(?!\.{1,2}$)[\w@.~-]+$/.test(part)))
}

/** As Discord says it of an id that it never gave. */
const noSuchThing: Reply = { kind: 'answer', status: 404, body: { code: 10003, message: 'Unknown Channel' } }

const noTokenDetail = 'the account has no token, or one with blanks in it'
const stoppedWords = 'Discord refused too many requests of this bot; it is not asked for some minutes'

function heldByLibrary({ global, timeToReset, retryAfter }: RateLimitError): Reply {
  const retryAfterMs = Math.max(1, Math.ceil(Math.max(timeToReset, retryAfter)))
  return { kind: 'held', detail: heldWords, retryAfterMs, scope: global ? 'account' : 'place' }
}

/** It reads the headers, and of errors the body; where nothing came, it is told so by its own means. */
function forLibrary({ reply, headers, text }: HttpAnswer) {
  if (reply.kind !== 'answer') throw new Error(reply.detail)
  const { status } = reply
  return {
    status,
    statusText: '',
    ok: status >= 200 && status < 300,
    headers,
    body: null,
    bodyUsed: false,
    json: async () => (reply.body ?? {}) as object,
    text: async () => text,
    arrayBuffer: async () => new ArrayBuffer(0),
  }
}

function fileForLibrary({ name, mediaType, content }: NonNullable<RestCall['files']>[number]) {
  return { name, contentType: mediaType, data: content }
}

function stopSweeping(rest: REST): void {
  rest.clearHashSweeper()
  rest.clearHandlerSweeper()
}
