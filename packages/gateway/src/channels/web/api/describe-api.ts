// The OpenAPI 3.1 description of the API, made from the contract's table of routes and its schemas.

import * as contract from '@heddle/contract'
import { apiPrefix, errorShape, limits, Refusal, type Route, refusalCodes, routes } from '@heddle/contract'
import { z } from 'zod'
import { publicActions } from './call.ts'
import { takesKey } from './check-input.ts'
import { cookieName } from './sign-in-cookie.ts'

type Json = Record<string, unknown>

export function describeApi(version: string): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = `${apiPrefix}${route.path}`
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = describeRoute(name, route, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heddle',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      schemas: { ...schemas, Error: errorSchema() },
      responses: { Refused: refusedResponse },
      parameters: { IdempotencyKey: idempotencyKey, IfMatch: ifMatch, RequestHeader: requestHeader },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API token.' },
        signIn: { type: 'apiKey', in: 'cookie', name: cookieName, description: 'Set by signing in.' },
      },
    },
  }
}

const introduction =
  'JSON over HTTP. Times are ISO 8601 in UTC. Lists answer {items, next?} and take limit and cursor. A refused request ' +
  'is answered with {error: {code, message, requestId, issues?}}; the codes and their statuses stand in the schema Error.'

function describeRoute(name: string, route: Route, schemas: Json): Json {
  const isPublic = publicActions.some((action) => action === route.action)
  return {
    operationId: name,
    summary: route.summary,
    tags: [route.path.split('/')[1]],
    security: isPublic ? [] : [{ bearer: [] }, { signIn: [] }],
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: inputSchema(route.body) } } },
    }),
    ...(route.carries === 'bytes' && route.method === 'POST' && { requestBody: fileBody }),
    responses: {
      [route.status]: success(route, schemas),
      ...(route.carries === 'bytes' && route.method === 'GET' && partsOfFile),
      ...(route.repeatStatus && { [route.repeatStatus]: success(route, schemas) }),
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

function pathParameters(route: Route): Json[] {
  return Array.from(route.path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: name === 'id' && takesKey(route) ? limits.sessionKeyCharsMax : 64 },
  }))
}

function queryParameters(route: Route): Json[] {
  if (!(route.query instanceof z.ZodObject)) return []
  const schema = inputSchema(route.query)
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
}

function headerParameters(route: Route): Json[] {
  const names = [
    ...(route.method === 'GET' ? [] : ['RequestHeader']),
    ...(route.makes ? ['IdempotencyKey'] : []),
    ...(route.versioned ? ['IfMatch'] : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

const requestHeader = {
  name: 'X-Heddle-Request',
  in: 'header',
  required: false,
  description:
    'Needed with the sign-in cookie, and to sign in or join. Proves that no foreign page sent the request.',
  schema: { type: 'string', const: '1' },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `A repeated request with the same key is answered as the first was, for ${limits.idempotencyKeptMs / 3_600_000} hours.`,
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyCharsMax },
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of what was read. If someone changed it meanwhile, the request is refused.',
  schema: { type: 'string', pattern: '^("\\d+"|\\*)$' },
}

function success(route: Route, schemas: Json): Json {
  if (route.status === 204) return { description: 'Done.' }
  if (route.carries === 'bytes' && route.method === 'GET') return fileContent
  return {
    description: route.summary,
    ...(route.versioned && {
      headers: { ETag: { description: 'The version.', schema: { type: 'string' } } },
    }),
    content: { 'application/json': { schema: outputSchema(route.answer, schemas) } },
  }
}

const bytes = { type: 'string', format: 'binary' }

const fileBody = {
  required: true,
  description: `At most ${limits.fileBytesMax} bytes.`,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: bytes },
        additionalProperties: false,
      },
    },
    '*/*': { schema: bytes },
  },
}

const fileContent = {
  description: 'The file. Images that a browser can show come inline, everything else to be saved.',
  headers: {
    ETag: { description: 'Changes with the content.', schema: { type: 'string' } },
    'Content-Disposition': { description: 'With the name.', schema: { type: 'string' } },
  },
  content: { '*/*': { schema: bytes } },
}

const partsOfFile = {
  206: { description: 'The part that Range asked for.', content: { '*/*': { schema: bytes } } },
  304: { description: 'It is still the one that If-None-Match names.' },
}

const refusedResponse = {
  description: 'Refused. The status follows from the code.',
  headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

function errorSchema(): Json {
  const codes = refusalCodes.map((code) => {
    const { status, message } = new Refusal(code)
    return { const: code, description: `${status}: ${message}` }
  })
  const code = z.string().meta({ oneOf: codes })
  const named = errorShape.extend({ error: errorShape.shape.error.extend({ code }) })
  return toJson(z.toJSONSchema(named, { io: 'output', override: loosen }))
}

function inputSchema(schema: z.ZodType): Json {
  return toJson(z.toJSONSchema(schema, { io: 'input', override: dropDatePattern }))
}

/** Shapes that have a name in the contract become components, and are only referred to. */
function outputSchema(schema: z.ZodType, schemas: Json): Json {
  const made = z.toJSONSchema(schema, { io: 'output', metadata: namedShapes(), override: loosen })
  const { $defs = {}, ...rest } = made
  for (const [name, definition] of Object.entries($defs)) schemas[name] = toJson(definition)
  return toJson(rest)
}

function namedShapes() {
  const names = z.registry<{ id: string }>()
  for (const [name, value] of Object.entries(contract)) {
    if (name.endsWith('Shape') && value instanceof z.ZodObject) {
      names.add(value, { id: name.charAt(0).toUpperCase() + name.slice(1, -'Shape'.length) })
    }
  }
  return names
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

const dropDatePattern: Override = ({ jsonSchema }) => {
  // The format says it; the pattern that means the same fills a screen.
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
}

const loosen: Override = (context) => {
  dropDatePattern(context)
  // An answer may gain fields without a new version of the API.
  if (context.jsonSchema.additionalProperties === false) delete context.jsonSchema.additionalProperties
}

function toJson(schema: object): Json {
  const { $schema: _, ...rest } = { $schema: undefined, ...schema }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, moveRefs(key, value)]))
}

function moveRefs(key: string, value: unknown): unknown {
  if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/')
  if (Array.isArray(value)) return value.map((item) => moveRefs('', item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, moveRefs(name, inner)]))
}
