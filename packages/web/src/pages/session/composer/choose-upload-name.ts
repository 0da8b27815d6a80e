// The name that a file gets. A picture from the clipboard has none of its own ("image.png"), so it is named by when it
// was pasted; two of the same minute are told apart.

import { limits } from '@heddle/contract'

export interface NamedFile {
  name: string
  type: string
}

export function chooseUploadName(
  file: NamedFile,
  /** "14-02", where the reader is; undefined when it was not pasted. */
  pastedAt: string | undefined,
  taken: readonly string[],
): string {
  const isNameless = file.name.trim() === '' || (pastedAt !== undefined && /^image\.\w+$/i.test(file.name))
  const name = isNameless ? inventName(file, pastedAt) : file.name
  return chooseFree(cutName(name), taken)
}

function inventName({ name, type }: NamedFile, pastedAt: string | undefined): string {
  const kind = type.startsWith('image/') ? 'image' : 'file'
  const ending = splitName(name).ending || endingOf(type)
  return pastedAt === undefined ? `${kind}${ending}` : `pasted-${kind}-${pastedAt}${ending}`
}

function endingOf(type: string): string {
  const subtype = /^image\/([a-z0-9]+)/i.exec(type)?.[1]
  return subtype === undefined ? '' : `.${subtype === 'jpeg' ? 'jpg' : subtype}`
}

function chooseFree(name: string, taken: readonly string[]): string {
  const { front, ending } = splitName(name)
  for (let count = 1; count <= taken.length; count += 1) {
    const candidate = count === 1 ? name : `${front}-${count}${ending}`
    if (!taken.includes(candidate)) return candidate
  }
  return taken.length === 0 ? name : `${front}-${taken.length + 1}${ending}`
}

/** Too long a name loses from its front, not its ending: that says what it is. */
function cutName(name: string): string {
  const { front, ending } = splitName(name)
  const room = limits.fileNameCharsMax - ending.length - 4
  if (front.length <= room) return name
  // Never through the middle of a character.
  return front.slice(0, room).replace(/[\uD800-\uDBFF]$/, '') + ending
}

function splitName(name: string): { front: string; ending: string } {
  const ending = /.(\.\w{1,12})$/s.exec(name)?.[1] ?? ''
  return { front: name.slice(0, name.length - ending.length), ending }
}
