// What came: a page, text, or something that is neither; and its text. Pure.

export type Content =
  | { kind: 'html'; text: string; type: string }
  | { kind: 'text'; text: string; type: string }
  | { kind: 'binary'; type: string }

export function chooseContent(contentType: string | null, bytes: Uint8Array): Content {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase())
  const named = kindOfType(type)
  const kind = named === 'unknown' ? sniff(bytes) : named
  if (kind === 'binary') return { kind, type: type || 'unknown' }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice(8)
  return {
    kind,
    type: type || `text/${kind === 'html' ? 'html' : 'plain'}`,
    text: decode(bytes, kind, charset),
  }
}

/** From the header alone, so that something large that nobody can read need not be loaded. */
export function isSurelyBinary(contentType: string | null): boolean {
  return kindOfType((contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '') === 'binary'
}

function kindOfType(type: string): 'html' | 'text' | 'binary' | 'unknown' {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (type === '' || type === 'application/octet-stream' || type === 'binary/octet-stream') return 'unknown'
  return /^text\/|^(?:application|image)\/(?:.*\+)?(?:json|xml|yaml)$/.test(type) || textTypes.has(type)
    ? 'text'
    : 'binary'
}

const textTypes = new Set([
  'application/javascript',
  'application/ecmascript',
  'application/x-javascript',
  'application/x-yaml',
  'application/toml',
  'application/sql',
  'application/graphql',
  'application/x-sh',
  'application/x-ndjson',
  'application/jsonl',
  'application/json5',
  'application/rtf',
  'application/x-tex',
  'message/rfc822',
])

const sniffedBytes = 2_048

function sniff(bytes: Uint8Array): 'html' | 'text' | 'binary' {
  const head = bytes.subarray(0, sniffedBytes)
  if (head.includes(0)) return 'binary'
  try {
    // What the cut may have split at the end is not held against it.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return /^\s*(?:<!doctype html|<html|<head|<body)/i.test(text) ? 'html' : 'text'
  } catch {
    return 'binary'
  }
}

function decode(bytes: Uint8Array, kind: 'html' | 'text', charset: string | undefined): string {
  const named = charset ?? (kind === 'html' ? charsetInHead(bytes) : undefined)
  return decoderFor(bytes, named?.replaceAll(/["']/g, '')).decode(bytes)
}

function decoderFor(bytes: Uint8Array, charset: string | undefined): InstanceType<typeof TextDecoder> {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  try {
    return new TextDecoder(charset ?? 'utf-8')
  } catch {
    // A name that nobody knows.
    return new TextDecoder('utf-8')
  }
}

function charsetInHead(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, sniffedBytes)).toString('latin1')
  return /<meta[^>]{0,200}charset=["']?([a-z0-9_-]{1,40})/i.exec(head)?.[1]
}
