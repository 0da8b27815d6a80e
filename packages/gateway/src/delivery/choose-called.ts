// Which handles a text could call, so that they can be looked up at once: the renderer, which says who is meant, cannot
// wait for the database. Pure; the grammar is the contract's.

import type { ScannedMentions } from '@heddle/contract/mentions'

const calledMax = 500

/** Every handle that may be meant, the longest reading of each mention first. */
export function chooseCalled(text: ScannedMentions): string[] {
  const handles = new Set<string>()
  text.parse((handle) => {
    if (handles.size < calledMax) handles.add(handle)
    return false
  })
  return [...handles]
}
