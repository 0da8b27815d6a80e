// Turns what the schema complains about into words for the person who wrote the value: which key, what is wrong with
// it, and the nearest right one.

import { type Issue, nearest } from '@heddle/contract'
import type { z } from 'zod'
import { isSecretPlace, maskConfigValue } from './command-line/mask-config-value.ts'

type Complaint = z.core.$ZodIssue

export interface ExplainOptions {
  /** What was checked. */
  value: unknown
  /** Whether a wrong value is shown beside its complaint, masked by the name of its key; else never. */
  showsValues: boolean
  /** Every key that exists, as a dotted path. */
  keys: readonly string[]
}

/** One issue per mistake, in the order of the complaints. */
export function explainComplaints(complaints: readonly Complaint[], options: ExplainOptions): Issue[] {
  return complaints.flatMap((complaint) => explain(complaint, options))
}

function explain(complaint: Complaint, options: ExplainOptions): Issue[] {
  if (complaint.code === 'unrecognized_keys') {
    return complaint.keys.map((key) => unknownKey([...complaint.path, key], options.keys))
  }
  const field = pathText(complaint.path)
  const value = valueAt(options.value, complaint.path)
  const said = describe(complaint, value)
  // Only after what it should be can stand what it is not.
  const isContrast = options.showsValues && said.startsWith('must ')
  const issue: Issue = { field, message: `${said}${isContrast ? shown(complaint.path, value) : ''}` }
  const meant = nearestValue(complaint, value)
  return [meant === undefined ? issue : { ...issue, nearest: meant }]
}

function unknownKey(path: readonly PropertyKey[], keys: readonly string[]): Issue {
  const field = pathText(path)
  const meant = nearestKey(path, keys)
  const message = 'is not a key that exists'
  return meant === undefined ? { field, message } : { field, message, nearest: meant }
}

/** A slip in one word of the path, or the right word in the wrong place. */
function nearestKey(path: readonly PropertyKey[], keys: readonly string[]): string | undefined {
  const field = pathText(path)
  const parent = pathText(path.slice(0, -1))
  const last = String(path.at(-1))
  const prefix = parent === '' ? '' : `${parent}.`
  const siblings = new Set(
    keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length).split('.')[0] ?? ''),
  )
  const sibling = nearest(last, siblings)
  if (sibling !== undefined) return `${prefix}${sibling}`
  return keys.find((key) => key.endsWith(`.${last}`)) ?? nearest(field, keys)
}

function nearestValue(complaint: Complaint, value: unknown): string | undefined {
  if (complaint.code !== 'invalid_value' || typeof value !== 'string') return undefined
  return nearest(
    value,
    complaint.values.filter((candidate) => typeof candidate === 'string'),
  )
}

function describe(complaint: Complaint, value: unknown): string {
  switch (complaint.code) {
    case 'invalid_type':
      return value === undefined ? 'is missing' : `must be ${kindOf(complaint.expected)}`
    case 'invalid_value':
      return `must be one of ${complaint.values.map((one) => JSON.stringify(one)).join(', ')}`
    case 'too_small':
      if (complaint.inclusive === false) return `must be more than ${complaint.minimum}`
      return bounded(complaint.origin, 'at least', complaint.minimum)
    case 'too_big':
      return bounded(complaint.origin, 'at most', complaint.maximum)
    case 'invalid_format':
      return complaint.format === 'url'
        ? 'must be a web address, such as "https://heddle.example.org"'
        : describeForm(complaint.message)
    case 'invalid_union':
      return describeUnion(complaint.errors, value)
    case 'invalid_key':
      return complaint.issues.map((inner) => `has a name that ${describe(inner, value)}`).join('; ')
    default:
      return complaint.message
  }
}

/** The schema's own words, if it has any. */
function describeForm(message: string): string {
  return message.startsWith('Invalid') ? 'is not in the right form' : message
}

// Of several allowed forms, the last is the one that people mean; those before it are special values.
function describeUnion(branches: readonly (readonly Complaint[])[], value: unknown): string {
  const complaint = branches.at(-1)?.[0]
  return complaint === undefined ? 'is not one of the allowed forms' : describe(complaint, value)
}

const kinds: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text in quotes',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'a group of keys in { }',
  record: 'a group of keys in { }',
}

function kindOf(expected: string): string {
  return kinds[expected] ?? `of the kind ${expected}`
}

const units: Record<string, string> = { string: 'characters', array: 'entries' }

const isEmpty = 'may not be empty'

function bounded(origin: string, most: 'at least' | 'at most', bound: number | bigint): string {
  const unit = units[origin]
  if (unit === undefined) return `must be ${most} ${bound}`
  if (most === 'at least' && Number(bound) === 1) return isEmpty
  return `must have ${most} ${bound} ${unit}`
}

function shown(path: readonly PropertyKey[], value: unknown): string {
  if (value === undefined || (typeof value === 'object' && value !== null)) return ''
  // Entries of a list have no name of their own; that of the list says what they are.
  const key = path.findLast((step) => typeof step === 'string') ?? ''
  if (path.some((step) => isSecretPlace(String(step)))) return ''
  const text = JSON.stringify(maskConfigValue(String(key), value))
  return text.length > 60 ? '' : `, not ${text}`
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<PropertyKey, unknown>)[step]
  }
  return at
}

export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')
}

/** One sentence for one issue, else how many there are; the issues themselves stand beside it. */
export function tellIssues(issues: readonly Issue[]): string {
  const [first] = issues
  return first !== undefined && issues.length === 1
    ? tellIssue(first)
    : `${issues.length} values are not right.`
}

export function tellIssue(issue: Issue): string {
  const what = `${issue.field === '' ? 'the whole' : issue.field} ${issue.message}`
  return issue.nearest === undefined ? `${what}.` : `${what}; did you mean ${issue.nearest}?`
}
