// The browser's one way to the server: `call('createInvite', {body, key})`, typed by the contract's table of routes.
// What comes back is checked against the same table, in outline, before anyone sees it.

import { limits, type RouteName } from '@heddle/contract'
import { buildRequest } from './build-request.ts'
import { CallError, errorFromAnswer } from './call-error.ts'
import type { AnswerOf, CallOptions, LooseOptions } from './call-types.ts'
import { calls } from './calls.at-build.ts'

export interface Client {
  call<N extends RouteName>(name: N, options: CallOptions<N>): Promise<AnswerOf<N>>
}

export interface ClientDeps {
  fetch: typeof globalThis.fetch
  now(): number
  /** Told after each call whether the server answered at all. */
  onContact?(reached: boolean): void
  timeoutMs?: number
}

export function createClient(deps: ClientDeps): Client {
  return {
    async call<N extends RouteName>(name: N, options: CallOptions<N>): Promise<AnswerOf<N>> {
      // Each route's options are a part of all of them; TypeScript cannot follow that through a generic index.
      const response = await reach(deps, name, options as LooseOptions)
      const body = await readBody(response)
      if (!response.ok)
        throw errorFromAnswer(response.status, body, response.headers.get('Retry-After'), deps.now())
      const answer = calls[name].answer.safeParse(body)
      if (!answer.success) throw new CallError('not_understood', `${name}: the answer has another shape`)
      // The same holds for the answer, whose schema the table ties to the name.
      return answer.data as AnswerOf<N>
    },
  }
}

async function reach(deps: ClientDeps, name: RouteName, options: LooseOptions): Promise<Response> {
  const request = buildRequest(calls[name], options)
  const timeout = AbortSignal.timeout(deps.timeoutMs ?? limits.requestTimeMs)
  try {
    const response = await deps.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    deps.onContact?.(true)
    return response
  } catch (error) {
    // Given up by the caller: not the server's fault, and nobody waits for it any more.
    if (options.signal?.aborted) throw error
    deps.onContact?.(false)
    throw new CallError('unreachable', 'The server cannot be reached.')
  }
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
