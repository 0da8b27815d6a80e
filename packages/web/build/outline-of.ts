// A schema as an outline, by way of its JSON Schema.

import { z } from 'zod'
import type { Outline } from '../src/api/outline.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

export function outlineOf(schema: z.ZodType): Outline {
  return read(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
}

function read(schema: JsonSchema): Outline {
  if (schema.const !== undefined) return { values: [schema.const] }
  if (schema.enum !== undefined) return { values: schema.enum }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return { oneOf: choices.map(partOf) }
  if (Array.isArray(schema.type)) return { oneOf: schema.type.map((type) => read({ ...schema, type })) }
  switch (schema.type) {
    case undefined:
      if (schema.allOf || schema.not || schema.$ref) throw new Error('this schema has no outline')
      return 'any'
    case 'array':
      if (schema.prefixItems) throw new Error('a list with places of their own has no outline')
      return { list: Array.isArray(schema.items) ? 'any' : partOf(schema.items) }
    case 'object':
      return schema.properties ? readFields(schema) : { each: partOf(schema.additionalProperties) }
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      throw new Error(`${String(schema.type)} has no outline`)
  }
}

function readFields({ properties = {}, required = [] }: JsonSchema): Outline {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, partOf(part)]))
  const optional = Object.keys(fields).filter((name) => !required.includes(name))
  return optional.length === 0 ? { fields } : { fields, optional }
}

function partOf(part: z.core.JSONSchema._JSONSchema | undefined): Outline {
  return typeof part === 'object' ? read(part) : 'any'
}
