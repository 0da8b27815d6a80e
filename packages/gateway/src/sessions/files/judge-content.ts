// What a file is. The sender says so, and for images that a browser would show the content decides: they are looked at,
// never decoded. Pure.

import { measureImage } from './measure-image.ts'

export interface Judged {
  mediaType: string
  width: number | null
  height: number | null
}

const unknownType = 'application/octet-stream'

export function judgeContent(declared: string | undefined, head: Uint8Array): Judged {
  const said = essenceOf(declared)
  const seen = recogniseImage(head)
  if (seen !== undefined && (said === unknownType || said.startsWith('image/'))) {
    return { mediaType: seen, ...measure(seen, head) }
  }
  const isLie = seen === undefined && shown.some(({ type }) => type === said)
  return { mediaType: isLie ? unknownType : said, width: null, height: null }
}

const token = "[a-z0-9!#$&^_.+'-]+"
const essenceForm = new RegExp(`^(${token}/${token})\\s*(;|$)`)
const typeCharsMax = 100

/** Without parameters; what is no type, and what forms are sent as by tools that were not told, is unknown. */
function essenceOf(declared: string | undefined): string {
  const essence = essenceForm.exec((declared ?? '').trim().toLowerCase())?.[1] ?? unknownType
  if (essence.length > typeCharsMax || essence === 'application/x-www-form-urlencoded') return unknownType
  return essence
}

/** How each begins; `at` is where. */
const shown = [
  { type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/gif', at: 0, bytes: 'GIF87a' },
  { type: 'image/gif', at: 0, bytes: 'GIF89a' },
  { type: 'image/webp', at: 8, bytes: 'WEBP' },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
  { type: 'image/avif', at: 4, bytes: 'ftypavis' },
] as const

type ShownType = (typeof shown)[number]['type']

function recogniseImage(head: Uint8Array): ShownType | undefined {
  const start = Buffer.from(head.subarray(0, 32)).toString('latin1')
  const found = shown.find(({ at, bytes }) => start.startsWith(bytes, at))
  return found?.type === 'image/webp' && !start.startsWith('RIFF') ? undefined : found?.type
}

/** An image whose size cannot be found is one all the same; that of an AVIF lies too deep to be looked for. */
function measure(type: ShownType, head: Uint8Array): Pick<Judged, 'width' | 'height'> {
  const size = type === 'image/avif' ? undefined : measureImage(type, head).size
  return size ?? { width: null, height: null }
}
