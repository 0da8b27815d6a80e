// A second judge beside the schemas of the package: Discord's own document, where there is a copy of it: the one that
// `HEDDLE_DISCORD_OPENAPI` names, or one beside the repository (`shared/specs/discord/openapi.json`). Without one there is none.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fromJSONSchema, type ZodType } from 'zod'

type JsonSchema = Parameters<typeof fromJSONSchema>[0]

export interface OpenapiJudge {
  /** What is wrong with a body of that request, in words; empty: nothing. `name` is `POST /channels/{channel_id}/…`. */
  request(name: string, body: unknown): string[]
  answer(name: string, status: number, body: unknown): string[]
}

const besideRepository = fileURLToPath(
  new URL('../../../../../shared/specs/discord/openapi.json', import.meta.url),
)
/** What differs from something that was judged only in its numbers is as good. So many are remembered. */
const judgedMax = 10_000

/** Undefined: there is none. One that is named and not there throws: nobody should believe that they were judged. */
export function openOpenapiJudge(path = findDocument()): OpenapiJudge | undefined {
  if (path === undefined || path === '') return undefined
  if (!existsSync(path)) throw new Error(`HEDDLE_DISCORD_OPENAPI names ${path}, which is not there`)
  // Schemas refer to each other by their place in the document; a schema by itself has them under `$defs`.
  const text = readFileSync(path, 'utf8').replaceAll('"#/components/schemas/', '"#/$defs/')
  const document: unknown = JSON.parse(text)
  const $defs = recordAt(document, ['components', 'schemas'])
  if (!$defs) throw new Error(`${path} is no OpenAPI document`)
  const read = new Map<string, ZodType>()
  const good = new Set<string>()

  function judge(place: readonly string[], body: unknown): string[] {
    const schema = recordAt(document, [...place, 'content', 'application/json', 'schema'])
    if (!schema) return []
    const name = place.join(' ')
    const shape = `${name} ${JSON.stringify(body)?.replaceAll(/\d+/g, '0')}`
    if (good.has(shape)) return []
    // What stands there in an OpenAPI document is a schema.
    const known = read.get(name) ?? fromJSONSchema({ ...schema, $defs } as JsonSchema)
    read.set(name, known)
    const { error } = known.safeParse(body)
    if (!error && good.size < judgedMax) good.add(shape)
    return (error?.issues ?? []).flatMap((issue) => tellIssue(issue)).map((issue) => `${issue} (OpenAPI)`)
  }

  return {
    request: (name, body) => judge([...operationOf(name), 'requestBody'], body),
    answer: (name, status, body) => judge([...operationOf(name), 'responses', String(status)], body),
  }
}

/** Named as nothing, none is used. */
function findDocument(): string | undefined {
  const named = process.env['HEDDLE_DISCORD_OPENAPI']
  return named ?? (existsSync(besideRepository) ? besideRepository : undefined)
}

interface Issue {
  path: readonly PropertyKey[]
  message: string
  /** What was wrong with it as each of several forms. */
  errors?: readonly (readonly Issue[])[]
}

/** Of what may have several forms, what is wrong with it as the one that it is nearest to. */
function tellIssue({ path, message, errors = [] }: Issue, around: readonly PropertyKey[] = []): string[] {
  const here = [...around, ...path]
  const [nearest] = errors.toSorted((a, b) => a.length - b.length)
  if (nearest && nearest.length > 0) return nearest.flatMap((issue) => tellIssue(issue, here))
  return [`${here.map(String).join('.')}: ${message}`]
}

function operationOf(name: string): string[] {
  const [method = '', path = ''] = name.split(' ')
  return ['paths', path, method.toLowerCase()]
}

function recordAt(value: unknown, place: readonly string[]): Record<string, unknown> | undefined {
  let at = value
  for (const key of place) at = isRecord(at) ? at[key] : undefined
  return isRecord(at) ? at : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
