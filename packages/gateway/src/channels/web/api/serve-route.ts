// The way of one API request through the door. The body is read last: first it must be clear who asks and that they
// may.

import { type Route, type RouteName, refused, routes } from '@heddle/contract'
import type { DoorContext } from '../door-env.ts'
import type { DoorLimits } from '../door-limits.ts'
import { askedOrigin } from '../steps/check-origin.ts'
import type { Sessions } from '../../../sessions/sessions.ts'
import { type FileAnswer, type Handler, publicActions, type WebActor } from './call.ts'
import { type BodyLimits, checkAnnouncedSize, readJsonBody } from './read-body.ts'
import type { Caller, RecogniseCaller } from './recognise-caller.ts'
import { checkAnnouncedUpload, receiveUpload } from './receive-upload.ts'
import { type RunDeps, type RouteRequest, runRoute, takesUpload } from './run-route.ts'
import type { UploadsAtOnce } from './uploads-at-once.ts'
import type { WriteAnswer } from './write-answer.ts'
import { writeFile } from './write-file.ts'

export interface ServeDeps extends RunDeps {
  recognise: RecogniseCaller
  writeAnswer: WriteAnswer
  stageFile: Sessions['stageFile']
  uploadsAtOnce: UploadsAtOnce
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
  const { action } = route
  const isPublic = publicActions.some((one) => one === action)
  c.set('route', name)
  if (takesUpload(route)) checkAnnouncedUpload(c)
  else checkAnnouncedSize(c, deps.limits.requestBodyBytesMax)
  const caller = await deps.recognise(c, { isPublic })
  checkRequestHeader(c, caller, isPublic)
  const { actor } = caller
  const request: RouteRequest = {
    actor,
    path: c.req.param(),
    search: new URL(c.req.url).searchParams,
    ifMatch: c.req.header('If-Match'),
    readBody: () => readJsonBody(c, bodyLimits(deps.limits, actor)),
    readUpload: () => receiveUpload(c, deps.stageFile),
    address: c.get('address'),
    device: (c.req.header('User-Agent') ?? '').slice(0, deviceCharsMax),
    askedAt: askedOrigin(c),
    repeat: {
      key: c.req.header('Idempotency-Key'),
      path: c.req.path,
      isPublic,
      onReplay: () => c.header('Idempotent-Replayed', 'true'),
    },
  }
  const run = () => runRoute(deps, name, handler, request)
  const given = await (takesUpload(route) ? deps.uploadsAtOnce.bound(actor, run) : run())
  // The edge: the table says that this route's handler gives a file.
  if (route.carries === 'bytes' && route.method === 'GET') return writeFile(c, given.body as FileAnswer)
  return deps.writeAnswer(c, name, given)
}

/**
 * A form or an image elsewhere can make a browser send its cookie, and can sign someone in as somebody else; it cannot
 * set a header.
 */
export function checkRequestHeader(c: DoorContext, caller: Caller, isPublic: boolean): void {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return
  if (!caller.isByCookie && !(isPublic && isFromBrowser(c))) return
  if (c.req.header('X-Heddle-Request') !== '1') throw refused('missing_request_header')
}

/** Browsers say where a request comes from; a script without a browser holds nobody's cookie to abuse. */
function isFromBrowser(c: DoorContext): boolean {
  return c.req.header('Origin') !== undefined || c.req.header('Sec-Fetch-Site') !== undefined
}

export function bodyLimits(limits: DoorLimits, actor: WebActor): BodyLimits {
  const bytesMax = actor.kind === 'anonymous' ? limits.anonymousBodyBytesMax : limits.requestBodyBytesMax
  return { bytesMax, depthMax: limits.jsonDepthMax }
}
