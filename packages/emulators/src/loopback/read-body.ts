// Reads the body of a request, which anybody may have written: each value is looked at before it is believed.

export class BadBody extends Error {}

export interface BodyReader {
  text(key: string, options?: { mayBeEmpty?: boolean }): string
  maybeText(key: string): string | undefined
  texts(key: string): string[]
  /** A whole number that is not negative. */
  count(key: string, byDefault?: number): number
  maybeObject(key: string): BodyReader | undefined
  objects(key: string): BodyReader[]
  /** As it is, for whoever looks at it themselves. */
  raw(key: string): unknown
}

export function readBody(body: unknown): BodyReader {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new BadBody('the body must be an object')
  }
  const at = (key: string): unknown => (Object.hasOwn(body, key) ? Reflect.get(body, key) : undefined)

  function list(key: string): unknown[] {
    const value = at(key) ?? []
    if (!Array.isArray(value)) throw new BadBody(`${key} must be a list`)
    return value
  }

  return {
    text(key, options = {}) {
      const value = at(key)
      if (typeof value !== 'string') throw new BadBody(`${key} must be a text`)
      if (value === '' && options.mayBeEmpty !== true) throw new BadBody(`${key} may not be empty`)
      return value
    },
    maybeText(key) {
      const value = at(key)
      if (value === undefined || value === null) return undefined
      if (typeof value !== 'string') throw new BadBody(`${key} must be a text`)
      return value
    },
    texts: (key) =>
      list(key).map((value) => {
        if (typeof value !== 'string') throw new BadBody(`${key} must be a list of texts`)
        return value
      }),
    count(key, byDefault) {
      const value = at(key) ?? byDefault
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
      throw new BadBody(`${key} must be a whole number`)
    },
    maybeObject(key) {
      const value = at(key)
      return value === undefined || value === null ? undefined : readBody(value)
    },
    objects: (key) => list(key).map(readBody),
    raw: at,
  }
}
