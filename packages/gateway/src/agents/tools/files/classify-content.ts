// What kind of file it is, by its first bytes; names lie.

export type ContentKind =
  | { kind: 'text' }
  | { kind: 'image'; type: string }
  | { kind: 'binary'; type?: string }

const imageSigns: readonly [type: string, sign: RegExp][] = [
  ['PNG', /^\x89PNG\r\n\x1a\n/],
  ['JPEG', /^\xff\xd8\xff/],
  ['GIF', /^GIF8[79]a/],
  ['WebP', /^RIFF[^]{4}WEBP/],
  ['AVIF', /^[^]{4}ftypavi[fs]/],
]

const binarySigns: readonly [type: string, sign: RegExp][] = [
  ['PDF', /^%PDF-/],
  ['UTF-16 text', /^(\xff\xfe|\xfe\xff)/],
]

export const signBytes = 8_192

/** `head` is the beginning of the file, `signBytes` or all of it. */
export function classifyContent(head: Uint8Array): ContentKind {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 16)).toString('latin1')
  const image = imageSigns.find(([, sign]) => sign.test(start))
  if (image) return { kind: 'image', type: image[0] }
  const binary = binarySigns.find(([, sign]) => sign.test(start))
  if (binary) return { kind: 'binary', type: binary[0] }
  return isText(head.subarray(0, signBytes)) ? { kind: 'text' } : { kind: 'binary' }
}

/** Text has no NUL, and is UTF-8; where the file goes on, the last character may be cut. */
function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length >= signBytes })
    return true
  } catch {
    return false
  }
}
