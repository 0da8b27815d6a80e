// POST /v1/chat/completions and GET /v1/models for programs that speak OpenAI's dialect. An agent is a "model" there.

import { nearest, refused } from '@heddle/contract'
import type { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Agent, Agents } from '../../../agents/agents.ts'
import type { Log } from '../../../foundation/logging/log.ts'
import type { People, PersonActor } from '../../../people/people.ts'
import type { Sessions } from '../../../sessions/sessions.ts'
import { checkBody, checkSessionName } from '../api/check-input.ts'
import { checkAnnouncedSize, readJsonBody } from '../api/read-body.ts'
import type { Caller, RecogniseCaller } from '../api/recognise-caller.ts'
import { checkMayTry } from '../api/run-route.ts'
import { bodyLimits, checkRequestHeader } from '../api/serve-route.ts'
import type { DoorContext, DoorEnv } from '../door-env.ts'
import type { DoorLimits } from '../door-limits.ts'
import type { AnswerSource } from './answer-source.ts'
import { askAgent, type AskAgentDeps } from './ask-agent.ts'
import { askSession, type AskSessionDeps } from './ask-session.ts'
import { checkEventId } from './check-event-id.ts'
import { type CompletionInput, completionInput } from './completion-input.ts'
import { createCompletionsAtOnce } from './completions-at-once.ts'
import { guardAnswer } from './guard-answer.ts'
import { asOpenAiError, errorHeaders, errorJson, OpenAiError } from './openai-error.ts'
import { readConversation, readLastUserText } from './read-completion.ts'
import { streamAnswer, type StreamDeps } from './stream-answer.ts'
import { wholeCompletion } from './write-completion.ts'

export const openAiPrefix = '/v1'

export interface OpenAiDeps
  extends Omit<AskAgentDeps, 'sessions' | 'store'>,
    Omit<AskSessionDeps, 'sessions' | 'agents' | 'clock'>,
    Omit<StreamDeps, 'describeFailure' | 'store' | 'clock'> {
  sessions: AskSessionDeps['sessions'] & AskAgentDeps['sessions'] & Pick<Sessions, 'mayRead'>
  agents: Agents
  people: Pick<People, 'mayTry' | 'demand'>
  store: AskSessionDeps['store'] & StreamDeps['store']
  recognise: RecogniseCaller
  limits: DoorLimits
}

export function addOpenAiRoutes(app: Hono<DoorEnv>, deps: OpenAiDeps): void {
  const atOnce = createCompletionsAtOnce(deps.limits.completionsAtOncePerPersonMax)

  app.get(`${openAiPrefix}/models`, async (c) => {
    c.set('route', 'openAiModels')
    const { actor } = await deps.recognise(c, { isPublic: false })
    deps.people.demand(actor, 'agent.read', { kind: 'place' })
    c.header('Cache-Control', 'no-store')
    return c.json({ object: 'list', data: deps.agents.list().map(modelJson) })
  })

  app.post(`${openAiPrefix}/chat/completions`, async (c) => {
    c.set('route', 'chatCompletions')
    checkAnnouncedSize(c, deps.limits.requestBodyBytesMax)
    const caller = await deps.recognise(c, { isPublic: false })
    const actor = personOf(caller)
    checkRequestHeader(c, caller, false)
    deps.people.demand(actor, 'model.complete', { kind: 'place' })
    const body = await readJsonBody(c, bodyLimits(deps.limits, actor))
    // The edge: the schema has just vouched for it.
    const input = checkBody(completionInput, body) as CompletionInput
    const agent = findAgent(deps.agents, input.model)
    const session = c.req.header('X-Heddle-Session')
    if (session !== undefined) {
      const source = await askSession(deps, actor, {
        session: checkSessionName(session),
        agentId: agent.id,
        eventId: checkEventId(c.req.header('Idempotency-Key')) ?? c.get('requestId'),
        text: readLastUserText(input),
      })
      return respond(c, caller, input, source)
    }
    const source = askAgent(deps, actor, agent, readConversation(input))
    return respond(c, caller, input, atOnce.bound(actor.personId, source))
  })

  async function respond(
    c: DoorContext,
    caller: Caller,
    input: CompletionInput,
    unguarded: AnswerSource,
  ): Promise<Response> {
    const { sessionId, agentId } = unguarded
    const checkStillAllowed = () => recheck(caller, unguarded)
    const source = guardAnswer({ clock: deps.clock, checkStillAllowed }, unguarded)
    const head = { id: `chatcmpl-${c.get('requestId')}`, createdAt: deps.clock.wall(), agentId }
    if (sessionId !== undefined) {
      c.header('X-Heddle-Session', sessionId)
      // The vendor's clients repeat what failed by themselves, and the message has been said.
      c.header('X-Should-Retry', 'false')
    }
    c.header('Cache-Control', 'no-store')
    const { signal } = c.req.raw
    if (input.stream) {
      const includeUsage = input.stream_options?.include_usage ?? false
      const describeFailure = (error: unknown) => describeOurFailure(c, error, deps.log)
      const stream = await streamAnswer({ ...deps, describeFailure }, source, { head, includeUsage, signal })
      return stream === undefined ? nobodyThere() : c.body(stream, 200, streamHeaders)
    }
    keepConnection(c)
    const end = await source.run({ onText: () => {}, onReasoning: () => {} }, signal)
    if (end.kind === 'left') return nobodyThere()
    if (end.kind === 'failed') throw end.error
    return c.json(wholeCompletion(head, end))
  }

  async function recheck(caller: Caller, source: AnswerSource): Promise<void> {
    const actor = await caller.again()
    if (actor?.kind !== 'person') throw refused('not_signed_in')
    checkMayTry(deps.people, actor, 'model.complete')
    const { sessionId } = source
    if (sessionId === undefined) return
    if (!(await deps.store.read((r) => deps.sessions.mayRead(r, actor, sessionId))))
      throw refused('not_found')
  }
}

/** For every other path and method under the prefix. */
export function refuseOtherOpenAiPaths(app: Hono<DoorEnv>): void {
  const taken = { '/models': 'GET, HEAD', '/chat/completions': 'POST' }
  for (const [path, methods] of Object.entries(taken)) {
    app.all(openAiPrefix + path, (c) => {
      c.header('Allow', methods)
      throw refused('method_not_allowed', { message: `This path takes ${methods}.` })
    })
  }
}

export function isOpenAiPath(path: string): boolean {
  return path === openAiPrefix || path.startsWith(`${openAiPrefix}/`)
}

/** What app.onError writes for these paths. */
export function writeOpenAiError(c: DoorContext, thrown: unknown, log: Log): Response {
  const error = asOpenAiError(thrown) ?? describeOurFailure(c, thrown, log)
  // The edge: every status of the tables is one that carries a body.
  return c.json(errorJson(error), error.status as ContentfulStatusCode, errorHeaders(error))
}

function describeOurFailure(c: DoorContext, error: unknown, log: Log): OpenAiError {
  const requestId = c.get('requestId')
  log.error('a request failed unexpectedly', { requestId, route: c.get('route'), error })
  const message = `Something went wrong here. The request id is ${requestId}.`
  return new OpenAiError(message, { status: 500, code: 'internal' })
}

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy that gathers the answer first would make a stream of it no more.
  'X-Accel-Buffering': 'no',
}

/** A model may think for minutes before it says anything; its own time-outs hold instead of the connection's. */
function keepConnection(c: DoorContext): void {
  const socket: { setTimeout?: (ms: number) => unknown } | undefined = c.env?.incoming?.socket
  socket?.setTimeout?.(0)
}

/** The connection is gone; this is only for the figures. */
function nobodyThere(): Response {
  return new Response(null, { status: 499 })
}

function personOf({ actor }: Caller): PersonActor {
  if (actor.kind !== 'person') throw refused('not_signed_in')
  return actor
}

function findAgent(agents: Agents, model: string): Agent {
  const agent = agents.find(model)
  if (agent !== undefined) return agent
  const near = nearest(
    model.toLowerCase(),
    agents.list().map(({ id }) => id),
  )
  const hint = near === undefined ? 'GET /v1/models lists them.' : `Did you mean "${near}"?`
  throw new OpenAiError(`There is no agent "${model}". ${hint}`, {
    status: 404,
    code: 'model_not_found',
    param: 'model',
  })
}

function modelJson({ id }: Agent): object {
  return { id, object: 'model', created: 0, owned_by: 'heddle' }
}
