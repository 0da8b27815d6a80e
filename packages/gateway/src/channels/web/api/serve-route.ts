// The way of one API request through the door, step by step. Nothing of the body is read before it is clear who asks
// and that they may.

import { Refusal, type Route, type RouteName, refused, routes } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { Store } from '../../../foundation/database/store.ts'
import type { Log } from '../../../foundation/logging/log.ts'
import type { People } from '../../../people/people.ts'
import type { AnswerOnce } from './answer-once.ts'
import { type ActorOf, type Call, type Handler, publicActions, type WebActor } from './call.ts'
import { checkBody, checkIfMatch, checkPathPart, checkQuery } from './check-input.ts'
import { askedOrigin } from '../steps/check-origin.ts'
import type { DoorContext } from '../door-env.ts'
import type { DoorLimits } from '../door-limits.ts'
import { checkAnnouncedSize, readJsonBody } from './read-body.ts'
import type { Caller, RecogniseCaller } from './recognise-caller.ts'
import type { WriteAnswer } from './write-answer.ts'

export interface ServeDeps {
  store: Store
  clock: Clock
  log: Log
  people: Pick<People, 'mayTry' | 'recordRefusal'>
  recognise: RecogniseCaller
  answerOnce: AnswerOnce
  writeAnswer: WriteAnswer
  limits: DoorLimits
}

const deviceCharsMax = 256

export async function serveRoute<N extends RouteName>(
  deps: ServeDeps,
  name: N,
  handler: Handler<N>,
  c: DoorContext,
): Promise<Response> {
  const route: Route = routes[name]
  const isPublic = publicActions.some((action) => action === route.action)
  c.set('route', name)
  checkAnnouncedSize(c, deps.limits.requestBodyBytesMax)
  const caller = await deps.recognise(c, { isPublic })
  try {
    checkRequestHeader(c, caller, isPublic)
    checkMayTry(deps, caller.actor, route)
    const { call, rawBody } = await openCall(deps, name, c, caller.actor)
    const given = await deps.answerOnce({ name, handler, call, rawBody, isPublic, c })
    return deps.writeAnswer(c, name, given)
  } catch (error) {
    await recordRefusal(deps, c, caller.actor, route, error)
    throw error
  }
}

/**
 * A form or an image elsewhere can make a browser send its cookie, and can sign someone in as somebody else; it cannot
 * set a header.
 */
function checkRequestHeader(c: DoorContext, caller: Caller, isPublic: boolean): void {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return
  if (!caller.isByCookie && !(isPublic && isFromBrowser(c))) return
  if (c.req.header('X-Heddle-Request') !== '1') throw refused('missing_request_header')
}

/** Browsers say where a request comes from; a script without a browser holds nobody's cookie to abuse. */
function isFromBrowser(c: DoorContext): boolean {
  return c.req.header('Origin') !== undefined || c.req.header('Sec-Fetch-Site') !== undefined
}

function checkMayTry(deps: ServeDeps, actor: WebActor, route: Route): void {
  const verdict = deps.people.mayTry(actor, route.action)
  if (!verdict.ok) throw refused(verdict.code, verdict.reason === '' ? {} : { message: verdict.reason })
}

async function openCall<N extends RouteName>(
  deps: ServeDeps,
  name: N,
  c: DoorContext,
  actor: WebActor,
): Promise<{ call: Omit<Call<N>, 'commit'>; rawBody: unknown }> {
  const route: Route = routes[name]
  const path = readPath(c, route)
  const query = checkQuery(route.query, new URL(c.req.url).searchParams)
  const ifMatch = route.versioned ? checkIfMatch(c.req.header('If-Match')) : undefined
  const rawBody = route.body === undefined ? undefined : await readJsonBody(c, bodyLimits(deps.limits, actor))
  const body = route.body === undefined ? undefined : checkBody(route.body, rawBody)
  // The edge: the table ties each of these to the name, and all of them were just checked against the table.
  const checked = { actor: actor as ActorOf<N>, path, query, body } as Pick<
    Call<N>,
    'actor' | 'path' | 'query' | 'body'
  >
  const call = {
    ...checked,
    ifMatch,
    address: c.get('address'),
    device: (c.req.header('User-Agent') ?? '').slice(0, deviceCharsMax),
    askedAt: askedOrigin(c),
    read: deps.store.read,
    now: deps.clock.wall(),
  }
  return { call, rawBody }
}

function readPath(c: DoorContext, route: Route): Record<string, string> {
  const names = Array.from(route.path.matchAll(/\{(\w+)\}/g), (match) => match[1]!)
  return Object.fromEntries(names.map((name) => [name, checkPathPart(c.req.param(name))]))
}

function bodyLimits(limits: DoorLimits, actor: WebActor) {
  const bytesMax = actor.kind === 'anonymous' ? limits.anonymousBodyBytesMax : limits.requestBodyBytesMax
  return { bytesMax, depthMax: limits.jsonDepthMax }
}

async function recordRefusal(
  deps: ServeDeps,
  c: DoorContext,
  actor: WebActor,
  route: Route,
  error: unknown,
): Promise<void> {
  if (actor.kind !== 'person' || !(error instanceof Refusal) || error.code !== 'not_allowed') return
  const resource = c.req.param('id')?.slice(0, 64) ?? null
  try {
    await deps.store.tx((t) => deps.people.recordRefusal(t, actor, route.action, resource))
  } catch (failure) {
    // They are refused either way; what could not be put on record is at least in the log.
    deps.log.error('a refusal could not be put on record', { action: route.action, error: failure })
  }
}
