// Which handles a text could call. More than it does: whether a mention stands in code or at the end of a sentence is the
// renderer's to say, who cannot wait for the database. Pure.

import { limits, normalizeHandle } from '@heddle/contract'

const written = /@([\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*)/gu
const isAscii = /^[\x20-\x7e]*$/
const calledMax = 500

export function chooseCalled(markdown: string): string[] {
  const handles = new Set<string>()
  for (const { 1: name = '' } of markdown.matchAll(written)) {
    for (const handle of readings(normalizeHandle(name.slice(0, limits.handleCharsMax * 4)))) {
      if (handles.size === calledMax) return [...handles]
      if (handle.length <= limits.handleCharsMax) handles.add(handle)
    }
  }
  return [...handles]
}

/** "@kim." may mean kim; where words are written without spaces, any beginning may be a name. */
function readings(name: string): string[] {
  if (!isAscii.test(name)) return Array.from(name).map((_, i, chars) => chars.slice(0, i + 1).join(''))
  const bare = name.replace(/[._-]+$/, '')
  return Array.from({ length: name.length - bare.length + 1 }, (_, i) => name.slice(0, bare.length + i))
}
