// Draws a small picture of an image that was chosen, before the server has it. As a data: address and not a blob: one,
// which the content security policy would have to allow; and so that a large photograph is not held in memory.

import { isShownImage } from '@heddle/contract'
import type { UploadDeps } from './uploads.ts'

const sidePixels = 144

export const drawThumbnail: UploadDeps['draw'] = async ({ content, mediaType }) => {
  if (!isShownImage(mediaType)) return undefined
  try {
    const image = await createImageBitmap(content)
    const scale = Math.min(1, sidePixels / Math.min(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.min(sidePixels, Math.max(1, Math.round(image.width * scale)))
    canvas.height = Math.min(sidePixels, Math.max(1, Math.round(image.height * scale)))
    // The middle of it, as the square in which it is shown cuts it.
    const [width, height] = [canvas.width / scale, canvas.height / scale]
    const left = (image.width - width) / 2
    const top = (image.height - height) / 2
    canvas.getContext('2d')?.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height)
    image.close()
    return canvas.toDataURL('image/png')
  } catch {
    // Broken, or of a kind that this browser cannot show: its name has to do.
    return undefined
  }
}
