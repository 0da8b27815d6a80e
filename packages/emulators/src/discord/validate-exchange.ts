// Holds a request and its answer against Discord's own schemas. Pure. A request may have nothing in it that the schemas do
// not know; an answer may, since Discord's own have. Who listens to all of them stands in judge-exchanges.ts.

import { ErrorSchema, RatelimitedResponseSchema } from 'discord-api-spec/zod'
import type { ZodMiniType } from 'zod/mini'
import { schemasOf } from './exchange-schemas.ts'
import type { SeenRequest } from './ground-truth.ts'
import type { OpenapiJudge } from './openapi-judge.ts'

export type Exchange = Pick<SeenRequest, 'method' | 'route' | 'path' | 'query' | 'body' | 'reply'> &
  Partial<Pick<SeenRequest, 'fileFields'>>

/** One thing that is wrong: with what was asked, or with what was answered. */
export interface Breach {
  side: 'request' | 'answer'
  route: string
  what: string
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
    ...judgeFiles(exchange),
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

/** The schemas know nothing of forms: each file is `files[n]`, and what is said of it stands under that number. */
function judgeFiles({ body, fileFields = [] }: Exchange): string[] {
  const listed = isRecord(body) && Array.isArray(body['attachments']) ? body['attachments'] : undefined
  const ids = (listed ?? []).map((entry) => (isRecord(entry) ? String(entry['id']) : ''))
  const numbers = fileFields.map((field) => /^files\[(\d+)\]$/.exec(field)?.[1])
  return [
    ...fileFields.filter((_, i) => numbers[i] === undefined).map((field) => `${field} is no file’s field`),
    ...fileFields
      .filter((field, i) => fileFields.indexOf(field) < i)
      .map((field) => `${field} is there twice`),
    // Without a list all of them are taken as they are.
    ...numbers
      .filter((n) => listed && n !== undefined && !ids.includes(n))
      .map((n) => `files[${n}] is not in attachments`),
    ...ids
      .filter((id) => /^\d{1,2}$/.test(id) && !numbers.includes(id))
      .map((id) => `attachments names no files[${id}]`),
  ]
}

function judgeQuery(schema: ZodMiniType | undefined, query: Readonly<Record<string, string>>): string[] {
  if (!schema) return Object.keys(query).map((key) => `?${key} is not known`)
  const read = schema.safeParse(query)
  return read.success ? [] : issuesOf(read.error).map((issue) => `?${issue}`)
}

/** What went wrong on purpose says nothing about shapes. */
export function isJudgedAnswer({ reply }: Pick<Exchange, 'reply'>): boolean {
  return judgedAnswer(reply) !== undefined
}

function judgedAnswer(reply: Exchange['reply']) {
  if (reply?.kind !== 'answer' || reply.status >= 500) return undefined
  return reply.headers['content-type'] === 'text/html' ? undefined : reply
}

function judgeAnswer(
  exchange: Exchange,
  name: string,
  answers: Readonly<Record<number, ZodMiniType | null>>,
  openapi: OpenapiJudge | undefined,
): string[] {
  const reply = judgedAnswer(exchange.reply)
  if (!reply) return []
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
