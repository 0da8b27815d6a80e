// The outline of a piece of JSON: which fields there are and of what kind, but not how long or how large. The build
// makes outlines from the contract's schemas (build/work-out-shapes.ts), so that the page brings no validator along.

export type Outline =
  | 'any'
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'null'
  | { values: readonly unknown[] }
  | { list: Outline }
  /** An object whose keys are not known beforehand. */
  | { each: Outline }
  /** Whatever else there is does no harm: the server may be newer than the page. */
  | { fields: Readonly<Record<string, Outline>>; optional?: readonly string[] }
  | { oneOf: readonly Outline[] }

/** What a schema and an outline have in common. */
export interface Shape<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; data?: undefined }
}

export function createShape<T>(outline: Outline): Shape<T> {
  return {
    // The edge: the outline vouches for the type.
    safeParse: (value) => (fits(value, outline) ? { success: true, data: value as T } : { success: false }),
  }
}

export function fits(value: unknown, outline: Outline): boolean {
  if (typeof outline === 'string') return isOfKind(value, outline)
  if ('values' in outline) return outline.values.includes(value)
  if ('oneOf' in outline) return outline.oneOf.some((one) => fits(value, one))
  if ('list' in outline) return Array.isArray(value) && value.every((item) => fits(item, outline.list))
  if (!isObject(value)) return false
  if ('each' in outline) return Object.values(value).every((item) => fits(item, outline.each))
  const { fields, optional } = outline
  for (const name in fields) {
    const field = value[name]
    if (field === undefined && optional?.includes(name)) continue
    if (!fits(field, fields[name]!)) return false
  }
  return true
}

function isOfKind(value: unknown, kind: Extract<Outline, string>): boolean {
  if (kind === 'any') return true
  if (kind === 'null') return value === null
  return kind === 'integer' ? Number.isSafeInteger(value) : typeof value === kind
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
