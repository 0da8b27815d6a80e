// Keeps secrets out of whatever is written down: fields by their name, and our own credentials by their shape wherever
// they stand in a text.

const hidden = '[redacted]'
const secretName =
  /pass(word|phrase)?|secret|token|authorization|cookie|api[-_]?key|credential|^code$|private[-_]?key/i
// Names that only talk about a secret: its id, its kind, how many there are.
const harmlessName = /(id|ids|kind|count|name|names|at|hash_algorithm|tokens_(in|out|total))$/i
const ourCredential = /\bhd[a-z]_[A-Za-z0-9_-]{16,}/g
const bearer = /\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi
/** Keys of those whose services agents use most, by the shape that their makers gave them. */
const foreignCredential =
  /\b(?:sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|xox[abeprs]-[A-Za-z0-9-]{10,}|AKIA[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{30,})/g
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g
const urlPassword = /\b([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s/@]+@/gi

const depthMax = 8
const itemsMax = 100
const textCharsMax = 8_192

export function redactText(text: string): string {
  return hideCredentials(text.length > textCharsMax ? `${text.slice(0, textCharsMax)}…` : text)
}

/** The same of a text that is told whole. */
export function hideCredentials(text: string): string {
  return text
    .replace(privateKey, hidden)
    .replace(ourCredential, hidden)
    .replace(foreignCredential, hidden)
    .replace(bearer, `$1 ${hidden}`)
    .replace(urlPassword, `$1:${hidden}@`)
}

/** A copy that may be written to a log: bounded, without secrets, errors as plain data. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value
  if (depth >= depthMax) return '[too deep]'
  if (value instanceof Error) return redactError(value, depth)
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => redact(item, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value).slice(0, itemsMax)) {
    copy[name] = isSecretField(name, field) ? hidden : redact(field, depth + 1)
  }
  return copy
}

function isSecretField(name: string, field: unknown): boolean {
  if (field === null || field === undefined || typeof field === 'boolean' || typeof field === 'number')
    return false
  return secretName.test(name) && !harmlessName.test(name)
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const copy: Record<string, unknown> = { name: error.name, message: redactText(error.message) }
  if (error.stack) copy.stack = redactText(error.stack)
  if ('code' in error) copy.code = redact(error.code, depth + 1)
  if (error.cause !== undefined) copy.cause = redact(error.cause, depth + 1)
  return copy
}
