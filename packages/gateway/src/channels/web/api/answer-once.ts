// Runs a handler; on a route that makes something, once per Idempotency-Key, however often and from wherever the
// request is repeated.

import { type Route, type RouteName, routes } from '@heddle/contract'
import type { Store, Tx } from '../../../foundation/database/store.ts'
import type { Answer, AnswerBody, Call, Commit, Handler } from './call.ts'
import { checkIdempotencyKey } from './check-input.ts'
import type { DoorContext } from '../door-env.ts'
import { type Idempotency, type RepeatableRequest, repeatableRequest } from '../idempotency.ts'
import type { OneByOne } from './one-by-one.ts'

export interface Once<N extends RouteName> {
  name: N
  handler: Handler<N>
  call: Omit<Call<N>, 'commit'>
  rawBody: unknown
  isPublic: boolean
  c: DoorContext
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
      return earlier === undefined ? run(once, keeping(request, once.c)) : replay<N>(once.c, earlier)
    })
  }

  function keeping(request: RepeatableRequest, c: DoorContext) {
    return <T>(fn: (t: Tx) => Promise<T>): Promise<T> =>
      store.tx(async (t) => {
        const earlier = await idempotency.find(t, request, t.now)
        if (earlier !== undefined) return replay(c, earlier) as T
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

function replay<N extends RouteName>(c: DoorContext, earlier: Answer<unknown>): Answer<AnswerBody<N>> {
  c.header('Idempotent-Replayed', 'true')
  // The edge: it was this route that gave this answer.
  return earlier as Answer<AnswerBody<N>>
}

function readRequest<N extends RouteName>(once: Once<N>): RepeatableRequest | undefined {
  const route: Route = routes[once.name]
  const key = route.makes ? checkIdempotencyKey(once.c.req.header('Idempotency-Key')) : undefined
  if (key === undefined) return undefined
  const { actor } = once.call
  return repeatableRequest({
    key,
    route: once.name,
    person: once.isPublic || actor.kind !== 'person' ? undefined : actor,
    method: route.method,
    path: once.c.req.path,
    body: once.rawBody,
  })
}
