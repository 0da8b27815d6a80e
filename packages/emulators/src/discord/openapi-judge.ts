// A second judge beside the schemas of the package: Discord's own document, where the machine has a copy of it
// (`HEDDLE_DISCORD_OPENAPI`). Without one there is none.

import { existsSync, readFileSync } from 'node:fs'
import { fromJSONSchema, type ZodType } from 'zod'

type JsonSchema = Parameters<typeof fromJSONSchema>[0]

export interface OpenapiJudge {
  /** What is wrong with a body of that request, in words; empty: nothing. `name` is `POST /channels/{channel_id}/…`. */
  request(name: string, body: unknown): string[]
  answer(name: string, status: number, body: unknown): string[]
}

/** Undefined: there is no such file. */
export function openOpenapiJudge(path = process.env['HEDDLE_DISCORD_OPENAPI']): OpenapiJudge | undefined {
  if (path === undefined || !existsSync(path)) return undefined
  // Schemas refer to each other by their place in the document; a schema by itself has them under `$defs`.
  const text = readFileSync(path, 'utf8').replaceAll('"#/components/schemas/', '"#/$defs/')
  const document: unknown = JSON.parse(text)
  const $defs = recordAt(document, ['components', 'schemas'])
  if (!$defs) throw new Error(`${path} is no OpenAPI document`)
  const read = new Map<string, ZodType>()

  function judge(place: readonly string[], body: unknown): string[] {
    const schema = recordAt(document, [...place, 'content', 'application/json', 'schema'])
    if (!schema) return []
    const name = place.join(' ')
    // What stands there in an OpenAPI document is a schema.
    const known = read.get(name) ?? fromJSONSchema({ ...schema, $defs } as JsonSchema)
    read.set(name, known)
    const { error } = known.safeParse(body)
    return (error?.issues ?? []).map(
      (issue) => `${issue.path.map(String).join('.')}: ${issue.message} (OpenAPI)`,
    )
  }

  return {
    request: (name, body) => judge([...operationOf(name), 'requestBody'], body),
    answer: (name, status, body) => judge([...operationOf(name), 'responses', String(status)], body),
  }
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
