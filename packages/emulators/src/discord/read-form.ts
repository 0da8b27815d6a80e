// Reads a body that anybody may have written, and gathers what is wrong with it by its place, as Discord tells it:
// `errors.components[0].…._errors`. What is not known is not looked at, as at Discord.

import { DiscordError } from './discord-error.ts'
import { isSnowflake } from './snowflakes.ts'

export interface Form {
  /** It is there, be it null. */
  has(key: string): boolean
  raw(key: string): unknown
  /** Undefined: absent or null. What is wrong is undefined too, and told by `finish`. */
  text(key: string, limits?: { min?: number; max?: number }): string | undefined
  requiredText(key: string, limits?: { min?: number; max?: number }): string
  flag(key: string): boolean | undefined
  integer(key: string, limits?: { min?: number; max?: number }): number | undefined
  oneOf<T extends string | number>(key: string, values: readonly T[]): T | undefined
  snowflake(key: string): string | undefined
  snowflakes(key: string, max: number): string[] | undefined
  form(key: string): Form | undefined
  forms(key: string, max: number): Form[] | undefined
  fail(key: string, code: string, message: string): void
  /** Throws 50035 if anything was wrong, here or in a form within or around it. */
  finish(): void
}

interface Fault {
  path: readonly string[]
  code: string
  message: string
}

export function readForm(body: unknown): Form {
  return formAt(body ?? {}, [], [])
}

/** A body that is a list; faults are told by the place in it. */
export function readFormList(body: unknown, max: number): { forms: Form[]; finish(): void } {
  const faults: Fault[] = []
  const list = Array.isArray(body) ? body : []
  if (!Array.isArray(body)) {
    faults.push({ path: [], code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' })
  }
  if (list.length > max) {
    faults.push({ path: [], code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${max} or fewer in length.` })
  }
  return {
    forms: list.map((one: unknown, i) => formAt(one, [String(i)], faults)),
    finish: () => tellFaults(faults),
  }
}

function formAt(value: unknown, path: readonly string[], faults: Fault[]): Form {
  function fail(key: string, code: string, message: string): undefined {
    faults.push({ path: [...path, key], code, message })
  }
  // Anything that is no object has no fields.
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) {
    faults.push({ path, code: 'MODEL_TYPE_CONVERT', message: 'Only dictionaries may be used in a ModelType' })
  }
  const has = (key: string) => isObject && Object.hasOwn(value, key)
  const raw = (key: string): unknown => (isObject && has(key) ? Reflect.get(value, key) : undefined)
  const isAbsent = (key: string) => raw(key) === undefined || raw(key) === null

  function text(key: string, limits: { min?: number; max?: number } = {}): string | undefined {
    if (isAbsent(key)) return undefined
    const given = raw(key)
    if (typeof given !== 'string')
      return fail(key, 'STRING_TYPE_CONVERT', 'Could not interpret value as string.')
    const wrong = wrongLength(given.length, limits)
    if (wrong) return fail(key, `BASE_TYPE_${wrong.code}`, wrong.message)
    return given
  }

  function list(key: string, max: number): unknown[] | undefined {
    if (isAbsent(key)) return undefined
    const given = raw(key)
    if (!Array.isArray(given))
      return fail(key, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
    if (given.length > max) {
      return fail(key, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`)
    }
    return given
  }

  return {
    has,
    raw,
    text,
    requiredText(key, limits) {
      if (isAbsent(key)) fail(key, 'BASE_TYPE_REQUIRED', 'This field is required')
      return text(key, limits) ?? ''
    },
    flag(key) {
      if (isAbsent(key)) return undefined
      const given = raw(key)
      if (typeof given === 'boolean') return given
      return fail(key, 'BOOLEAN_TYPE_CONVERT', 'Must be either true or false.')
    },
    integer(key, { min = -Infinity, max = Infinity } = {}) {
      if (isAbsent(key)) return undefined
      const given = raw(key)
      if (typeof given !== 'number' || !Number.isInteger(given)) {
        return fail(key, 'NUMBER_TYPE_COERCE', `Value "${String(given)}" is not int.`)
      }
      if (given < min)
        return fail(key, 'NUMBER_TYPE_MIN', `int value should be greater than or equal to ${min}.`)
      if (given > max)
        return fail(key, 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${max}.`)
      return given
    },
    oneOf(key, values) {
      if (isAbsent(key)) return undefined
      const known = values.find((one) => one === raw(key))
      if (known !== undefined) return known
      return fail(key, 'BASE_TYPE_CHOICES', `Value must be one of {${values.join(', ')}}.`)
    },
    snowflake(key) {
      if (isAbsent(key)) return undefined
      const given = raw(key)
      if (isSnowflake(given)) return given
      return fail(key, 'NUMBER_TYPE_COERCE', `Value "${String(given)}" is not snowflake.`)
    },
    snowflakes(key, max) {
      const given = list(key, max)
      const ids = given?.filter(isSnowflake)
      if (ids?.length !== given?.length) fail(key, 'NUMBER_TYPE_COERCE', 'A value is not snowflake.')
      return ids
    },
    form: (key) => (isAbsent(key) ? undefined : formAt(raw(key), [...path, key], faults)),
    forms: (key, max) => list(key, max)?.map((one, i) => formAt(one, [...path, key, String(i)], faults)),
    fail,
    finish: () => tellFaults(faults),
  }
}

function tellFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new DiscordError(50_035, { errors: nestFaults(faults) })
}

function wrongLength(length: number, { min, max }: { min?: number; max?: number }) {
  const isBad = (min !== undefined && length < min) || (max !== undefined && length > max)
  if (!isBad) return undefined
  if (min !== undefined && max !== undefined) {
    return { code: 'BAD_LENGTH', message: `Must be between ${min} and ${max} in length.` }
  }
  return max === undefined
    ? { code: 'MIN_LENGTH', message: `Must be ${min} or more in length.` }
    : { code: 'MAX_LENGTH', message: `Must be ${max} or fewer in length.` }
}

interface Nest {
  [key: string]: Nest | { code: string; message: string }[]
}

function nestFaults(faults: readonly Fault[]): Nest {
  const root: Nest = {}
  for (const { path, code, message } of faults) {
    let at = root
    for (const key of path) {
      const within = at[key]
      at = within && !Array.isArray(within) ? within : (at[key] = {})
    }
    const said = at['_errors']
    at['_errors'] = [...(Array.isArray(said) ? said : []), { code, message }]
  }
  return root
}
