// A picture for whoever has none: a pattern in a colour of its own, the same for the same name for ever. Pure.

import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const cells = 5
const cellPx = 20
const marginPx = 14
const sidePx = cells * cellPx + 2 * marginPx

/** By which the picture of a name is asked for: an address that says nothing of the name. */
export function avatarSeed(name: string): string {
  return createHash('sha256').update(name.normalize('NFC')).digest('hex').slice(0, 32)
}

export function avatarPath(seed: string): string {
  return `/avatars/${seed}.png`
}

export function isAvatarSeed(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** As PNG, of two colours. */
export function drawAvatar(seed: string): Uint8Array<ArrayBuffer> {
  const bits = createHash('sha256').update(seed).digest()
  const hue = (bits.readUInt16BE(0) / 0x1_0000) * 360
  const palette = [...rgbOf(hue, 0.45, 0.92), ...rgbOf(hue, 0.55, 0.42)]
  const isInked = (column: number, row: number) => {
    // Mirrored, so that it looks like something that somebody made.
    const at = row * 3 + Math.min(column, cells - 1 - column)
    return ((bits[2 + (at >> 3)] ?? 0) >> (at & 7)) % 2 === 1
  }
  const lines = Array.from({ length: sidePx }, (_, y) => {
    const pixels = Array.from({ length: sidePx }, (_, x) => {
      const [column, row] = [cellOf(x), cellOf(y)]
      return column !== undefined && row !== undefined && isInked(column, row) ? 1 : 0
    })
    // Each line says first that its bytes are as they stand.
    return [0, ...pixels]
  })
  return encodePng(Uint8Array.from(lines.flat()), Uint8Array.from(palette))
}

function cellOf(px: number): number | undefined {
  const cell = Math.floor((px - marginPx) / cellPx)
  return cell >= 0 && cell < cells ? cell : undefined
}

function rgbOf(hue: number, saturation: number, lightness: number): number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const k = (offset + hue / 30) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  })
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const eightBitsIndexed = [8, 3, 0, 0, 0]

function encodePng(pixels: Uint8Array, palette: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(sidePx, 0)
  size.writeUInt32BE(sidePx, 4)
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(signature),
      chunk('IHDR', Buffer.concat([size, Buffer.from(eightBitsIndexed)])),
      chunk('PLTE', palette),
      chunk('IDAT', deflateSync(pixels)),
      chunk('IEND', new Uint8Array()),
    ]),
  )
}

function chunk(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'ascii'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
