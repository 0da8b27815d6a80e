// One call of a handler, whoever carries it in: asks whether they may at all, checks what came along against the
// contract, runs the handler and puts a refusal on record. Nothing of the body is read before it is clear that they may.

import { type Action, Refusal, type Route, type RouteName, refused, routes } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { Store } from '../../../foundation/database/store.ts'
import type { Log } from '../../../foundation/logging/log.ts'
import type { People } from '../../../people/people.ts'
import type { AnswerOnce, Repeat } from './answer-once.ts'
import type { StagedFile } from '../../../sessions/sessions.ts'
import { type ActorOf, type Answer, type AnswerBody, type Call, type Handler, type WebActor } from './call.ts'
import {
  checkBody,
  checkIfMatch,
  checkPathPart,
  checkQuery,
  checkSessionName,
  takesKey,
} from './check-input.ts'

export interface RunDeps {
  store: Store
  clock: Clock
  log: Log
  people: Pick<People, 'mayTry' | 'recordRefusal'>
  answerOnce: AnswerOnce
}

/** What came in, as it came. */
export interface RouteRequest {
  actor: WebActor
  path: Readonly<Record<string, string | undefined>>
  search?: URLSearchParams
  ifMatch?: string | undefined
  readBody(): Promise<unknown>
  /** Absent where the carrier has no way for bytes. */
  readUpload?(): Promise<StagedFile>
  address: string
  device: string
  askedAt: string
  /** How a repetition of it is known; absent where the carrier has no such thing. */
  repeat?: Repeat
}

export async function runRoute<N extends RouteName>(
  deps: RunDeps,
  name: N,
  handler: Handler<N>,
  request: RouteRequest,
): Promise<Answer<AnswerBody<N>>> {
  const { action }: Route = routes[name]
  const { actor, repeat } = request
  let upload: StagedFile | undefined
  try {
    checkMayTry(deps.people, actor, action)
    const { call, rawBody, staged } = await openCall(deps, name, request)
    upload = staged
    return await deps.answerOnce({ name, handler, call, rawBody, repeat })
  } catch (error) {
    await recordRefusal(deps, request, action, error)
    throw error
  } finally {
    await upload?.discard()
  }
}

export function checkMayTry(people: Pick<People, 'mayTry'>, actor: WebActor, action: Action): void {
  const verdict = people.mayTry(actor, action)
  if (!verdict.ok) throw refused(verdict.code, verdict.reason === '' ? {} : { message: verdict.reason })
}

async function openCall<N extends RouteName>(
  deps: RunDeps,
  name: N,
  request: RouteRequest,
): Promise<{ call: Omit<Call<N>, 'commit'>; rawBody: unknown; staged: StagedFile | undefined }> {
  const route: Route = routes[name]
  const path = checkPath(route, request.path)
  const query = checkQuery(route.query, request.search ?? new URLSearchParams())
  const ifMatch = route.versioned ? checkIfMatch(request.ifMatch) : undefined
  const staged = takesUpload(route) ? await request.readUpload?.() : undefined
  const rawBody = route.body === undefined ? identityOf(staged) : await request.readBody()
  const body = route.body === undefined ? staged : checkBody(route.body, rawBody)
  // The edge: the table ties each of these to the name, and all of them were just checked against the table.
  const checked = { actor: request.actor as ActorOf<N>, path, query, body } as Pick<
    Call<N>,
    'actor' | 'path' | 'query' | 'body'
  >
  const { address, device, askedAt } = request
  const carried = { ifMatch, address, device, askedAt }
  return { call: { ...checked, ...carried, read: deps.store.read, now: deps.clock.wall() }, rawBody, staged }
}

export function takesUpload(route: Route): boolean {
  return route.carries === 'bytes' && route.method === 'POST'
}

/** By which a repeated upload is known to be the same: what it is, not how it was wrapped. */
function identityOf(staged: StagedFile | undefined): unknown {
  return staged && { sha256: staged.hash, name: staged.name, mediaType: staged.mediaType }
}

function checkPath(route: Route, given: RouteRequest['path']): Record<string, string> {
  const names = Array.from(route.path.matchAll(/\{(\w+)\}/g), (match) => match[1]!)
  return Object.fromEntries(
    names.map((name) => {
      const isKey = name === 'id' && takesKey(route)
      return [name, isKey ? checkSessionName(given[name]) : checkPathPart(given[name])]
    }),
  )
}

async function recordRefusal(
  deps: RunDeps,
  request: RouteRequest,
  action: Action,
  error: unknown,
): Promise<void> {
  const { actor, path } = request
  if (actor.kind !== 'person' || !(error instanceof Refusal) || error.code !== 'not_allowed') return
  // A request that asks for several things is refused for one of them.
  const refusedAction = error.action ?? action
  const resource = path['id']?.slice(0, 64) ?? null
  try {
    await deps.store.tx((t) => deps.people.recordRefusal(t, actor, refusedAction, resource))
  } catch (failure) {
    // They are refused either way; what could not be put on record is at least in the log.
    deps.log.error('a refusal could not be put on record', { action: refusedAction, error: failure })
  }
}
