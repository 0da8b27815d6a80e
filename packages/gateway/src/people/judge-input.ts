// What people may be called and set, judged here for every door alike. Each answers with the clean value or throws a
// refusal that names the field.

import {
  badField,
  judgeHandle,
  limits,
  nearest,
  type Role,
  roles,
  type Scope,
  scopes,
} from '@heddle/contract'

export function cleanHandle(text: string, field = 'handle'): string {
  const verdict = judgeHandle(text)
  if (!verdict.ok) throw badField(field, verdict.reason)
  return verdict.handle
}

export function cleanName(text: string, field = 'name'): string {
  return cleanLine(text, field, 1, limits.nameCharsMax)
}

/** One line of visible text: no control characters, and nothing that turns the reading direction of what follows. */
export function cleanLine(text: string, field: string, charsMin: number, charsMax: number): string {
  const line = text.normalize('NFC').trim()
  if (line.length < charsMin) throw badField(field, 'is empty')
  if (line.length > charsMax) throw badField(field, `is longer than ${charsMax} characters`)
  if (invisible.test(line)) throw badField(field, 'has characters that cannot be seen')
  if (line !== '' && !visible.test(line)) throw badField(field, 'has nothing that can be seen')
  return line
}

/** For what others report and nobody can correct, such as a browser's name: cut and cleaned, never refused. */
export function cutLine(text: string, charsMax: number): string {
  return text.replace(invisibleAll, '').trim().slice(0, charsMax).replace(invisibleAll, '').trim()
}

// Control characters, halves of characters, line and paragraph separators, and the marks that reorder text.
const invisible = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
// Something of it must leave a mark: joiners and spaces alone would be a name that nobody can see.
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u
const invisibleAll = new RegExp(invisible, 'gu')

export function cleanRole(role: string, field = 'role'): Role {
  return oneOf(role, roles, field)
}

export function cleanScopes(wanted: readonly string[], field = 'scopes'): Scope[] {
  if (wanted.length === 0) throw badField(field, 'names no scope; leave it out for all you have')
  const known = wanted.map((scope) => oneOf(scope, scopes, field))
  return scopes.filter((scope) => known.includes(scope))
}

export function cleanWhole(value: number, field: string, min: number, max: number): number {
  if (!Number.isInteger(value)) throw badField(field, 'is not a whole number')
  if (value < min) throw badField(field, `is below ${min}`, String(min))
  if (value > max) throw badField(field, `is above ${max}`, String(max))
  return value
}

function oneOf<T extends string>(word: string, words: readonly T[], field: string): T {
  const known = words.find((candidate) => candidate === word)
  if (known !== undefined) return known
  throw badField(field, `is none of ${words.join(', ')}`, nearest(word, words))
}

/** A zone by its name, such as Europe/Berlin. A fixed offset is refused: it would be wrong for half the year. */
export function cleanTimeZone(text: string, field = 'timeZone'): string {
  const zone = /^[A-Za-z]/.test(text) ? knownZone(text) : undefined
  if (zone !== undefined) return zone
  throw badField(
    field,
    'is not the name of a time zone, such as Europe/Berlin',
    nearest(text, Intl.supportedValuesOf('timeZone')),
  )
}

function knownZone(text: string): string | undefined {
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    // Intl may answer with an older name of the same zone; then what was asked for stays.
    return zone.toLowerCase() === text.toLowerCase() ? zone : text
  } catch {
    return undefined
  }
}
