// Says what is wrong with an input in words for people, field by field, with the nearest right word where someone
// probably mistyped.

import { type Issue, nearest } from '@heddle/contract'
import { z } from 'zod'

const issuesMax = 50

/** `whole` names the input itself, for what is wrong with it as a whole. */
export function explainIssues(
  schema: z.ZodType,
  input: unknown,
  found: readonly ZodIssue[],
  whole: string,
): Issue[] {
  return found
    .flatMap((issue) =>
      explain(schema, input, issue).map((said) => ({ ...said, field: said.field || whole })),
    )
    .slice(0, issuesMax)
}

type ZodIssue = z.core.$ZodIssue

function explain(schema: z.ZodType, input: unknown, issue: ZodIssue): Issue[] {
  const field = issue.path.map(String).join('.')
  const value = valueAt(input, issue.path)
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = keysAt(schema, issue.path)
      return issue.keys.map((key) => {
        const at = [...issue.path.map(String), key].join('.')
        return withNearest({ field: at, message: 'is not known here' }, nearest(key, known))
      })
    }
    case 'invalid_value': {
      return [explainChoice(field, value, issue.values.map(String))]
    }
    case 'invalid_union': {
      const allowed = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : []
      return allowed.length === 0 ? saidByLibrary(field, issue) : [explainChoice(field, value, allowed)]
    }
    case 'invalid_type':
      return [{ field, message: value === undefined ? 'is missing' : `must be ${nameOf(issue.expected)}` }]
    case 'too_small':
      return [{ field, message: tooSmall(issue.origin, Number(issue.minimum), value) }]
    case 'too_big':
      return [{ field, message: tooBig(issue.origin, Number(issue.maximum)) }]
    default:
      return saidByLibrary(field, issue)
  }
}

function explainChoice(field: string, value: unknown, allowed: readonly string[]): Issue {
  if (value === undefined) return { field, message: `is missing: ${oneOf(allowed)}` }
  const near = typeof value === 'string' ? nearest(value, allowed) : undefined
  return withNearest({ field, message: `must be ${oneOf(allowed)}` }, near)
}

function saidByLibrary(field: string, issue: ZodIssue): Issue[] {
  return [{ field, message: lowerFirst(issue.message) }]
}

function withNearest(issue: Issue, near: string | undefined): Issue {
  return near === undefined ? issue : { ...issue, nearest: near }
}

function oneOf(allowed: readonly string[]): string {
  return allowed.length === 1 ? `"${allowed[0]}"` : `one of ${allowed.map((word) => `"${word}"`).join(', ')}`
}

function nameOf(expected: string): string {
  const names: Record<string, string> = {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  }
  return names[expected] ?? expected
}

function tooSmall(origin: string, least: number, value: unknown): string {
  if (origin === 'string') {
    return value === '' || least === 1 ? 'is empty' : `is shorter than ${least} characters`
  }
  return origin === 'array' ? `needs at least ${least}` : `must be at least ${least}`
}

function tooBig(origin: string, most: number): string {
  if (origin === 'string') return `is longer than ${most} characters`
  return origin === 'array' ? `has more than ${most}` : `must be at most ${most}`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = bare(schema)
  for (const key of path) {
    if (at instanceof z.ZodObject) at = bare(at.shape[String(key)])
    else if (at instanceof z.ZodArray) at = bare(at.element)
    else return []
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : []
}

function bare(schema: unknown): unknown {
  let at = schema
  while (at instanceof z.ZodOptional || at instanceof z.ZodDefault || at instanceof z.ZodNullable)
    at = at.unwrap()
  return at
}
