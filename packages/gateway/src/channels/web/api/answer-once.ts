// Runs a handler; on a route that makes something, once per Idempotency-Key, however often and from wherever the
// request is repeated.

import { type Route, type RouteName, routes } from '@heddle/contract'
import type { Store, Tx } from '../../../foundation/database/store.ts'
import type { Answer, AnswerBody, Call, Commit, Handler } from './call.ts'
import { checkIdempotencyKey } from './check-input.ts'
import { type Idempotency, type RepeatableRequest, repeatableRequest } from '../idempotency.ts'
import type { OneByOne } from './one-by-one.ts'

/** By what a request is known to be the same again. */
export interface Repeat {
  key: string | undefined
  path: string
  isPublic: boolean
  /** The answer is the one that was given before. */
  onReplay(): void
}

export interface Once<N extends RouteName> {
  name: N
  handler: Handler<N>
  call: Omit<Call<N>, 'commit'>
  rawBody: unknown
  repeat: Repeat | undefined
}

export type AnswerOnce = <N extends RouteName>(once: Once<N>) => Promise<Answer<AnswerBody<N>>>

export interface AnswerOnceDeps {
  store: Store
  idempotency: Idempotency
  /** Lets requests with one key follow each other, so that the second finds what the first one was answered. */
  oneByOne: OneByOne
}

export function createAnswerOnce(deps: AnswerOnceDeps): AnswerOnce {
  const { store, idempotency, oneByOne } = deps

  async function answerOnce<N extends RouteName>(once: Once<N>): Promise<Answer<AnswerBody<N>>> {
    const request = readRequest(once)
    if (request === undefined) return run(once, store.tx)
    return oneByOne(`${request.scope} ${request.key}`, async () => {
      // Asked before the handler too, because what it prepares may already refuse: the invite is used, after all.
      const earlier = await store.read((r) => idempotency.find(r, request, once.call.now))
      return earlier === undefined ? run(once, keeping(request, once)) : replay(once, earlier)
    })
  }

  function keeping<N extends RouteName>(request: RepeatableRequest, once: Once<N>) {
    return <T>(fn: (t: Tx) => Promise<T>): Promise<T> =>
      store.tx(async (t) => {
        const earlier = await idempotency.find(t, request, t.now)
        if (earlier !== undefined) return replay(once, earlier) as T
        const given = await fn(t)
        // The edge: on a route that makes something, `Commit` has the handler give the answer itself.
        await idempotency.keep(t, request, given as Parameters<Idempotency['keep']>[2])
        return given
      })
  }

  return answerOnce
}

function run<N extends RouteName>(once: Once<N>, commit: Store['tx']): Promise<Answer<AnswerBody<N>>> {
  // The edge: which of its two forms `Commit` takes follows from the route, which stays open here.
  return once.handler({ ...once.call, commit: commit as Commit<N> } as Call<N>)
}

function replay<N extends RouteName>(once: Once<N>, earlier: Answer<unknown>): Answer<AnswerBody<N>> {
  once.repeat?.onReplay()
  // The edge: it was this route that gave this answer.
  return earlier as Answer<AnswerBody<N>>
}

function readRequest<N extends RouteName>(once: Once<N>): RepeatableRequest | undefined {
  const route: Route = routes[once.name]
  const { call, repeat } = once
  const key = route.makes ? checkIdempotencyKey(repeat?.key) : undefined
  if (key === undefined || repeat === undefined) return undefined
  const { actor } = call
  return repeatableRequest({
    key,
    route: once.name,
    person: repeat.isPublic || actor.kind !== 'person' ? undefined : actor,
    method: route.method,
    path: repeat.path,
    body: once.rawBody,
  })
}
