// The smallest images that tests need, written out.

/** One pixel, black. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The head of a PNG of that size; nothing that could be decoded follows. */
export function pngHead(width: number, height: number): Buffer {
  const head = Buffer.from(onePixelPng.subarray(0, 33))
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

export const onePixelGif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
