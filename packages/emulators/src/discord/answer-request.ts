// The way of a request: which route it means, whose token it has, whether it goes wrong by plan or comes too often, and
// then what the route says.

import { pause, type PlatformClock, untilAborted } from '../loopback/platform-time.ts'
import { DiscordError } from './discord-error.ts'
import type { DiscordWorld } from './discord-state.ts'
import type { DiscordApplication } from './discord-words.ts'
import type { Fault, FaultPlan } from './faults.ts'
import type { GroundTruth, SeenRequest } from './ground-truth.ts'
import type { Asked, RateLimiter, RateRefusal, RateVerdict } from './rate-limits.ts'
import type { DiscordAnswer, DiscordReply, DiscordRequest } from './rest-words.ts'
import type { RouteMatch, Router } from './router.ts'

export const requestBytesMax = 25 * 1_024 * 1_024

export interface AnswerDeps {
  platform: DiscordWorld & { readonly clock: PlatformClock }
  router: Router
  limiter: RateLimiter
  truth: GroundTruth
  plan: FaultPlan
}

export async function answerRequest(
  deps: AnswerDeps,
  request: DiscordRequest,
  signal: AbortSignal,
): Promise<{ reply: DiscordReply; seen: SeenRequest }> {
  const { platform, router, truth } = deps
  const match = router.match(platform, request.method, request.path)
  const bot = botOf(deps, request)
  const seen = truth.begin({
    botId: bot?.id ?? ownerOf(deps, match) ?? '',
    method: request.method,
    path: request.path,
    route: match?.route.path ?? '',
    query: request.query,
    body: structuredClone(request.body),
    files: (request.files ?? []).map(({ name }) => name),
    fileFields: (request.files ?? []).map(({ field }) => field),
    at: platform.now(),
  })
  const reply = await answer(deps, { request, match, bot, seen, signal })
  truth.end(seen, reply, platform.now())
  return { reply, seen }
}

interface Around {
  request: DiscordRequest
  match: RouteMatch | undefined
  bot: DiscordApplication | undefined
  seen: SeenRequest
  signal: AbortSignal
}

async function answer(deps: AnswerDeps, around: Around): Promise<DiscordReply> {
  const { match, bot, request, seen } = around
  const { method, path } = request
  const fault = deps.plan({ method, path, route: seen.route, botId: seen.botId })
  // The edge stands before everything else and knows nobody.
  if (fault?.kind === 'edge_limited') return edgeLimited(fault.retryAfterMs)
  if (!match) return said(404, { message: '404: Not Found', code: 0 })
  if (match.route.auth === 'bot' && !bot) return said(401, { message: '401: Unauthorized', code: 0 })
  const asked = askedOf(around, match)
  const verdict =
    fault?.kind === 'rate_limited'
      ? deps.limiter.block(asked, fault.scope, fault.retryAfterMs)
      : deps.limiter.judge(asked)
  if (verdict.refusal) {
    const answer = limited(seen, verdict, verdict.refusal)
    const isOdd = fault?.kind === 'rate_limited' && fault.hasOddHeaders === true
    return isOdd ? withHeaders(answer, oddHeaders) : answer
  }
  const act = async () => {
    seen.wasDone = true
    return withHeaders(await handle(deps, around, match), verdict.headers)
  }
  if (!fault || fault.kind === 'rate_limited') return act()
  return goWrong(deps, around, fault, act)
}

async function goWrong(
  { platform: { clock } }: AnswerDeps,
  { signal }: Around,
  fault: Exclude<Fault, { kind: 'rate_limited' | 'edge_limited' }>,
  act: () => Promise<DiscordAnswer>,
): Promise<DiscordReply> {
  switch (fault.kind) {
    case 'status':
      if (fault.isDone) await act()
      return troubled(fault.status)
    case 'drop':
      if (fault.isDone) await act()
      return { kind: 'dropped', isMidway: fault.isMidway === true }
    case 'hang':
      if (fault.isDone) await act()
      await untilAborted(signal)
      return { kind: 'left' }
    case 'late':
      clock.timer(fault.ms, () => void act())
      await untilAborted(signal)
      return { kind: 'left' }
    case 'slow':
      await pause(clock, fault.ms, signal)
      return signal.aborted ? { kind: 'left' } : act()
    case 'empty':
    case 'garbage': {
      const told = await act()
      // Only what was done can be told badly: a refusal stays one.
      if (told.status >= 400) return told
      if (fault.kind === 'garbage') return htmlPage(200, 'It works!', told.headers)
      return { kind: 'answer', status: told.status, headers: told.headers }
    }
  }
}

async function handle(deps: AnswerDeps, { request, bot }: Around, match: RouteMatch): Promise<DiscordAnswer> {
  const { route, params } = match
  const call = {
    world: deps.platform,
    param(name: string) {
      const value = params[name]
      if (value === undefined) throw new Error(`${route.path} names no ${name}`)
      return value
    },
    query: request.query,
    body: request.body,
    files: request.files ?? [],
  }
  try {
    if (request.isMalformed === true) throw new DiscordError(50_109)
    if ((request.bytes ?? 0) > requestBytesMax) throw new DiscordError(40_005)
    if (route.auth === 'none') return answered(await route.handle({ ...call, bot }))
    // Asked before: there is one.
    if (!bot) throw new Error('a bot was needed')
    return answered(await route.handle({ ...call, bot }))
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error
    return withHeaders(said(error.status, error.body), error.headers)
  }
}

function botOf({ platform }: AnswerDeps, { headers }: DiscordRequest): DiscordApplication | undefined {
  const token = /^Bot (.+)$/.exec(headers['authorization'] ?? '')?.[1]
  return [...platform.state.applications.values()].find((one) => one.token === token)
}

/** Whoever comes with the secret of a webhook or an interaction is the program that it belongs to. */
function ownerOf({ platform: { state } }: AnswerDeps, match: RouteMatch | undefined): string | undefined {
  const id = match?.params['webhook_id'] ?? ''
  return state.applications.has(id) ? id : state.webhooks.get(id)?.applicationId
}

function askedOf({ seen, request }: Around, { route, params }: RouteMatch): Asked {
  return {
    number: seen.number,
    botId: seen.botId,
    method: request.method,
    route: route.path,
    params,
    isUnlimited: route.isUnlimited === true,
  }
}

function answered({ status, body }: { status: number; body?: unknown }): DiscordAnswer {
  // What was told is not changed by what happens later.
  return body === undefined ? { kind: 'answer', status, headers: {} } : said(status, structuredClone(body))
}

function said(status: number, body: unknown): DiscordAnswer {
  return { kind: 'answer', status, headers: { 'content-type': 'application/json' }, body }
}

function withHeaders(reply: DiscordAnswer, headers: Readonly<Record<string, string>>): DiscordAnswer {
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

function limited(seen: SeenRequest, { headers }: RateVerdict, refusal: RateRefusal): DiscordAnswer {
  seen.isEarly = refusal.isEarly
  if (refusal.toldBefore !== undefined) seen.toldBefore = refusal.toldBefore
  const message =
    refusal.scope === 'shared' ? 'The resource is being rate limited.' : 'You are being rate limited.'
  const body = { message, code: 0, retry_after: refusal.waitMs / 1_000, global: refusal.scope === 'global' }
  return withHeaders(said(429, body), headers)
}

/** As something between us and Discord may leave them. */
const oddHeaders = {
  'retry-after': 'in a moment',
  'x-ratelimit-reset-after': '-1',
  'x-ratelimit-remaining': 'some',
}

function edgeLimited(retryAfterMs: number): DiscordAnswer {
  return htmlPage(429, 'Error 1015: You are being rate limited', {
    'retry-after': String(Math.ceil(retryAfterMs / 1_000)),
  })
}

function troubled(status: 413 | 500 | 502 | 503 | 504): DiscordAnswer {
  if (status === 500) return said(500, { message: '500: Internal Server Error', code: 0 })
  return htmlPage(status, `${status}: the server had an error`)
}

function htmlPage(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): DiscordAnswer {
  const body = `<!doctype html><html><body><h1>${text}</h1></body></html>`
  return { kind: 'answer', status, headers: { ...headers, 'content-type': 'text/html' }, body }
}
