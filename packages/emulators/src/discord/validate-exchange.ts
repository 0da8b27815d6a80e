// Holds every request and every answer against Discord's own schemas: for tests and development. A request may have
// nothing in it that the schemas do not know; an answer may, since Discord's own have.

import { ErrorSchema, RatelimitedResponseSchema } from 'discord-api-spec/zod'
import type { ZodMiniType } from 'zod/mini'
import { schemasOf } from './exchange-schemas.ts'
import type { SeenRequest } from './ground-truth.ts'
import type { OpenapiJudge } from './openapi-judge.ts'
import type { DiscordPlatform } from './platform.ts'

export type Exchange = Pick<SeenRequest, 'method' | 'route' | 'path' | 'query' | 'body' | 'reply'>

/** One thing that is wrong: with what was asked, or with what was answered. */
export interface Breach {
  side: 'request' | 'answer'
  route: string
  what: string
}

/** The list grows with every exchange from now on. */
export function watchExchanges(platform: DiscordPlatform, openapi?: OpenapiJudge): readonly Breach[] {
  const breaches: Breach[] = []
  platform.onExchange((exchange) => void breaches.push(...judgeExchange(exchange, openapi)))
  return breaches
}

export function judgeExchange(exchange: Exchange, openapi?: OpenapiJudge): Breach[] {
  const route = `${exchange.method} ${exchange.route}`
  const known = schemasOf(route)
  if (!known)
    return [{ side: 'request', route: `${exchange.method} ${exchange.path}`, what: 'is no known route' }]
  const { name, schemas } = known
  const wrongRequest = [
    ...judgeRequestBody(schemas.request, exchange.body),
    ...(exchange.body !== undefined && schemas.request ? (openapi?.request(name, exchange.body) ?? []) : []),
    ...judgeQuery(schemas.query, exchange.query),
  ]
  const wrongAnswer = judgeAnswer(exchange, name, schemas.answers, openapi)
  return [
    ...wrongRequest.map((what): Breach => ({ side: 'request', route: name, what })),
    ...wrongAnswer.map((what): Breach => ({ side: 'answer', route: name, what })),
  ]
}

function judgeRequestBody(schema: ZodMiniType | undefined, body: unknown): string[] {
  if (!schema) return body === undefined ? [] : ['has a body that does not belong to it']
  const read = schema.safeParse(body ?? {})
  if (!read.success) return issuesOf(read.error)
  return unknownKeys(body, read.data).map((path) => `${path} is not known`)
}

function judgeQuery(schema: ZodMiniType | undefined, query: Readonly<Record<string, string>>): string[] {
  if (!schema) return Object.keys(query).map((key) => `?${key} is not known`)
  const read = schema.safeParse(query)
  return read.success ? [] : issuesOf(read.error).map((issue) => `?${issue}`)
}

function judgeAnswer(
  { reply }: Exchange,
  name: string,
  answers: Readonly<Record<number, ZodMiniType | null>>,
  openapi: OpenapiJudge | undefined,
): string[] {
  // What went wrong on purpose says nothing about shapes.
  if (reply?.kind !== 'answer' || reply.status >= 500 || reply.headers['content-type'] === 'text/html')
    return []
  const { status, body } = reply
  if (status >= 400) return judgeError(status, body)
  const schema = answers[status]
  if (schema === undefined) return [`is answered with ${status}`]
  if (schema === null) return body === undefined ? [] : [`${status} has a body`]
  // A fault may have taken the body away.
  if (body === undefined) return []
  const read = schema.safeParse(body)
  return [...(read.success ? [] : issuesOf(read.error)), ...(openapi?.answer(name, status, body) ?? [])]
}

/** The document says that the codes within `errors` are numbers. They are words, at Discord too, so they are let be. */
function judgeError(status: number, body: unknown): string[] {
  const isLimit = status === 429 && typeof body === 'object' && body !== null && 'retry_after' in body
  const read = (isLimit ? RatelimitedResponseSchema : ErrorSchema).safeParse(body)
  return read.success ? [] : issuesOf(read.error)
}

function issuesOf({
  issues,
}: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[]
}): string[] {
  return issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
}

/** What reading left out: the schemas read only what they know. */
function unknownKeys(given: unknown, read: unknown, path = ''): string[] {
  if (Array.isArray(given) && Array.isArray(read)) {
    return given.flatMap((one, i) => unknownKeys(one, read[i], `${path}[${i}]`))
  }
  if (!isRecord(given) || !isRecord(read)) return []
  return Object.keys(given).flatMap((key) => {
    const here = path === '' ? key : `${path}.${key}`
    return key in read ? unknownKeys(given[key], read[key], here) : [here]
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
