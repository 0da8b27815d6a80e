// What is wrong with the arguments of a call, in one sentence for the model that wrote them: which field, what it must be,
// and the name that was probably meant.

import { nearest } from '@heddle/contract'
import type { z } from 'zod'

/** JSON Schema, as far as it is looked into here. */
export interface InputSchema extends Record<string, unknown> {
  properties?: unknown
  items?: unknown
}

type Issue = z.core.$ZodIssue

/** About the first of the issues; the others would only follow from it, or are told next time. */
export function complainOfInput(issues: readonly Issue[], args: unknown, schema: InputSchema): string {
  // A slip in a name shows as a field too many and one that is missing; the slip is what helps.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (issue === undefined) return 'The arguments are not right.'
  if (issue.code === 'unrecognized_keys') return unknownField(issue.path, issue.keys[0] ?? '', schema)
  const field = pathText(issue.path)
  return `${field === '' ? 'The arguments' : `"${field}"`} ${describe(issue, valueAt(args, issue.path))}.`
}

function unknownField(path: readonly PropertyKey[], key: string, schema: InputSchema): string {
  const known = fieldsAt(schema, path)
  const meant = nearest(key, known)
  const place = pathText(path)
  const what = `There is no field ${JSON.stringify(key.slice(0, 100))}${place === '' ? '' : ` in "${place}"`}`
  if (meant !== undefined) return `${what}; did you mean "${meant}"?`
  return known.length === 0 ? `${what}; there are none.` : `${what}; there are ${listed(known)}.`
}

function describe(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.map((one) => JSON.stringify(one)).join(', ')}`
    case 'too_small':
      return bounded(issue.origin, 'at least', issue.minimum)
    case 'too_big':
      return bounded(issue.origin, 'at most', issue.maximum)
    case 'invalid_format':
      return 'is not in the right form'
    case 'invalid_union':
      return 'is in none of the forms that it may have'
    default:
      return issue.message
  }
}

const kinds: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const units: Record<string, string> = { string: 'characters', array: 'entries' }

function bounded(origin: string, most: 'at least' | 'at most', bound: number | bigint): string {
  const unit = units[origin]
  if (unit === undefined) return `must be ${most} ${bound}`
  return most === 'at least' && Number(bound) === 1
    ? 'may not be empty'
    : `must have ${most} ${bound} ${unit}`
}

function fieldsAt(schema: InputSchema, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema
  for (const step of path) {
    at = typeof step === 'number' ? property(at, 'items') : property(property(at, 'properties'), step)
  }
  return Object.keys(Object(property(at, 'properties')))
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(property, value)
}

function property(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as Record<PropertyKey, unknown>)[key]
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`)
  return quoted.length < 2 ? quoted.join() : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}
