// The size of an image in pixels, from the first bytes of its file. Anyone may send any bytes, so each reader looks at a
// bounded number of places, however the bytes lead it on; what is not found by then is unmeasured. Pure.

export type MeasuredType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

export interface Measured {
  size: { width: number; height: number } | undefined
  /** At how many places it looked. */
  steps: number
}

/** More parts than any camera writes before the picture. */
export const measureStepsMax = 2_000

export function measureImage(type: MeasuredType, head: Uint8Array): Measured {
  const steps = countSteps()
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const size = steps.take() ? readers[type](view, steps) : undefined
  return { size: size && isSize(size.width) && isSize(size.height) ? size : undefined, steps: steps.taken() }
}

type Size = NonNullable<Measured['size']>

interface Steps {
  /** False when there are none left. */
  take(): boolean
  taken(): number
}

function countSteps(): Steps {
  let taken = 0
  return {
    take: () => taken < measureStepsMax && ++taken > 0,
    taken: () => taken,
  }
}

const pixelsMax = 1_000_000

function isSize(value: number): boolean {
  return value > 0 && value <= pixelsMax
}

const readers: Record<MeasuredType, (view: DataView, steps: Steps) => Size | undefined> = {
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/jpeg': readJpeg,
}

/** Its first chunk is the header. */
function readPng(view: DataView): Size | undefined {
  if (!hasText(view, 12, 'IHDR') || view.byteLength < 24) return undefined
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function readGif(view: DataView): Size | undefined {
  if (view.byteLength < 10) return undefined
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

/** One of three kinds, each with its size at the beginning of its first chunk. */
function readWebp(view: DataView): Size | undefined {
  if (view.byteLength < 30) return undefined
  if (hasText(view, 12, 'VP8X')) return { width: readUint24(view, 24) + 1, height: readUint24(view, 27) + 1 }
  if (hasText(view, 12, 'VP8L') && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (!hasText(view, 12, 'VP8 ') || !hasText(view, 23, '\x9d\x01\x2a')) return undefined
  // The two highest bits say how to enlarge it, which nobody does.
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

/** Segment by segment up to the frame, each of which says how long it is. */
function readJpeg(view: DataView, steps: Steps): Size | undefined {
  let isTurned = false
  for (let at = 2; at + 4 <= view.byteLength && steps.take(); ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      // Padding.
      at++
      continue
    }
    if (isBareMarker(marker)) {
      at += 2
      continue
    }
    // The picture itself, or the end: no frame came before it.
    if (marker === 0xda || marker === 0xd9) return undefined
    const length = view.getUint16(at + 2)
    if (length < 2) return undefined
    if (isFrame(marker)) return readFrame(view, at + 4, isTurned)
    if (marker === 0xe1)
      isTurned ||= readIsTurned(view, at + 4, Math.min(at + 2 + length, view.byteLength), steps)
    at += 2 + length
  }
  return undefined
}

/** Those that have no length. */
function isBareMarker(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

/** C4, C8 and CC are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function readFrame(view: DataView, at: number, isTurned: boolean): Size | undefined {
  if (at + 5 > view.byteLength) return undefined
  const height = view.getUint16(at + 1)
  const width = view.getUint16(at + 3)
  return isTurned ? { width: height, height: width } : { width, height }
}

const orientationTag = 0x0112
const shortType = 3
const entryBytes = 12

/** Whether the camera was held upright: then browsers turn the picture. As the first directory of its Exif notes says. */
function readIsTurned(view: DataView, at: number, end: number, steps: Steps): boolean {
  const start = at + 6
  if (!hasText(view, at, 'Exif\0\0') || start + 8 > end) return false
  const isLittle = view.getUint16(start) === 0x4949
  const first = start + view.getUint32(start + 4, isLittle)
  if (first + 2 > end) return false
  const count = view.getUint16(first, isLittle)
  for (let i = 0; i < count && steps.take(); i++) {
    const entry = first + 2 + i * entryBytes
    if (entry + entryBytes > end) return false
    if (view.getUint16(entry, isLittle) !== orientationTag) continue
    if (view.getUint16(entry + 2, isLittle) !== shortType) return false
    const orientation = view.getUint16(entry + 8, isLittle)
    return orientation >= 5 && orientation <= 8
  }
  return false
}

function readUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
}

/** False where the bytes end before. */
function hasText(view: DataView, at: number, text: string): boolean {
  if (at + text.length > view.byteLength) return false
  for (let i = 0; i < text.length; i++) if (view.getUint8(at + i) !== text.charCodeAt(i)) return false
  return true
}
