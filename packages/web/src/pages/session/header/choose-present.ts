// Who was seen in a session, as far as its rows go back: whoever wrote, and whoever looks on just now. Each once.

import type { EventJson } from '@heddle/contract'

export interface Present {
  id: string
  name: string
  /** What is known of them; who looks on may have written, too. */
  doing: 'wrote' | 'looksOn'
}

export function choosePresent(
  rows: readonly EventJson[],
  onlookers: readonly { id: string; name: string }[],
): Present[] {
  const seen = new Map<string, Present>()
  for (const { id, name } of onlookers) seen.set(id, { id, name, doing: 'looksOn' })
  for (const { kind, actor } of rows) {
    if (kind !== 'message.user' || actor.kind !== 'person' || actor.id === null || seen.has(actor.id))
      continue
    seen.set(actor.id, { id: actor.id, name: actor.name, doing: 'wrote' })
  }
  return [...seen.values()]
}
