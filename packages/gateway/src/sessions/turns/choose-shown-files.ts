// How each file of a message is shown to a model: as an image, as text, or only by name, as far as there is room. Whoever
// asks begins with the newest message and hands on what is left. Pure.

import { type AttachmentJson, limits } from '@heddle/contract'

export type Showing = { kind: 'image' } | { kind: 'text' } | { kind: 'note'; why: string }

export interface ShownFile {
  file: AttachmentJson
  showing: Showing
}

/** What is left for files in one request. */
export interface FileRoom {
  images: number
  imageBytes: number
  /** Of the model's window, for texts and images alike. */
  chars: number
}

/** What an image takes of a model's window, whatever its size: about the most that providers count for one. */
export const imageChars = 4_800

/** A fence and a label around a text; its name stands in the message already, and is counted there. */
const wrappingChars = 256

/** What was said needs the rest of the window. */
export function wholeFileRoom(charsMax: number): FileRoom {
  return {
    images: limits.imagesPerRequestMax,
    imageBytes: limits.imageBytesPerRequestMax,
    chars: Math.floor(charsMax / 2),
  }
}

/** Files in their order, of which the last gets room first. */
export function chooseShownFiles(
  files: readonly AttachmentJson[],
  sees: boolean,
  room: FileRoom,
): { shown: ShownFile[]; left: FileRoom } {
  const left = { ...room }
  const shown = files
    .toReversed()
    .map((file) => ({ file, showing: choose(file) }))
    .toReversed()
  return { shown, left }

  function choose(file: AttachmentJson): Showing {
    if (isModelImage(file)) return sees ? chooseImage(file) : note('this model cannot see images')
    if (!isText(file)) return note(whyNoContent(file))
    if (file.bytes > limits.attachedTextBytesMax) return note('it is too long to be given here')
    // Never more characters than bytes.
    const chars = file.bytes + wrappingChars
    if (chars > left.chars) return note('there is no room left for its content')
    left.chars -= chars
    return { kind: 'text' }
  }

  function chooseImage(file: AttachmentJson): Showing {
    if (file.bytes > limits.imageBytesPerRequestMax) return note('it is too large to be shown')
    if (left.images === 0 || file.bytes > left.imageBytes || imageChars > left.chars) {
      return note('there is no room left to show it')
    }
    left.images--
    left.imageBytes -= file.bytes
    left.chars -= imageChars
    return { kind: 'image' }
  }
}

/** All of them only by name. */
export function noteFiles(files: readonly AttachmentJson[], why: string): ShownFile[] {
  return files.map((file) => ({ file, showing: note(why) }))
}

/** What the images among them need in memory. */
export function countImageBytes(shown: readonly ShownFile[]): number {
  return shown.reduce((sum, { file, showing }) => sum + (showing.kind === 'image' ? file.bytes : 0), 0)
}

export function describeFile({ name, mediaType, bytes }: AttachmentJson, why: string): string {
  return `${name} (${mediaType}, ${tellSize(bytes)}) is attached; ${why}.`
}

function note(why: string): Showing {
  return { kind: 'note', why }
}

/** Those that every model that sees is able to see. */
const modelImages: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

function isModelImage({ mediaType }: AttachmentJson): boolean {
  return modelImages.has(mediaType)
}

function whyNoContent({ mediaType }: AttachmentJson): string {
  return mediaType.startsWith('image/')
    ? 'images of this kind cannot be shown'
    : 'its content is not given here'
}

const textTypes =
  /^(?:text\/.+|application\/(?:json|json5|jsonl|x-ndjson|ld\+json|xml|yaml|x-yaml|toml|sql|javascript|typescript|x-sh|x-httpd-php|graphql)|.+\+(?:json|xml|yaml))$/
// Browsers know few of these by type: a .ts file is a video to some.
const textNames =
  /\.(?:txt|md|markdown|rst|csv|tsv|log|json|jsonl|json5|ya?ml|toml|ini|conf|env|xml|html?|css|scss|less|js|mjs|cjs|jsx|ts|mts|cts|tsx|py|rb|rs|go|java|kt|kts|swift|c|h|cc|cpp|hpp|cs|php|pl|lua|r|sh|bash|zsh|fish|ps1|sql|graphql|proto|dockerfile|makefile|diff|patch|vue|svelte|tex)$/i

function isText({ name, mediaType }: AttachmentJson): boolean {
  if (mediaType.startsWith('image/') && mediaType !== 'image/svg+xml') return false
  return textTypes.test(mediaType) || textNames.test(name)
}

function tellSize(bytes: number): string {
  if (bytes < 1_024) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < 1_048_576) return `${Math.round(bytes / 1_024)} KB`
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}
