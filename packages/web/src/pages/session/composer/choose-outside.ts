// Where the answer to what is written on a session's own page is posted besides: of its places on other platforms the one
// where something happened last, as the server chooses it. Pure.

import type { BindingJson } from '@heddle/contract'
import { strings } from '../../../strings.ts'
import { talkStrings } from '../../../talk-strings.ts'

type Place = Pick<BindingJson, 'conversation' | 'placeKind' | 'label' | 'lastActivityAt' | 'metadata'>

/** In words; undefined where it is told on the page alone. */
export function chooseOutside(bindings: readonly Place[]): string | undefined {
  const [last] = bindings
    .filter(({ conversation }) => conversation.channel !== 'web')
    .toSorted((a, b) => Date.parse(b.lastActivityAt) - Date.parse(a.lastActivityAt))
  if (!last) return undefined
  const { label, placeKind, conversation, metadata } = last
  const words = talkStrings.outside
  const kind = strings.focus.place.kinds[placeKind]
  return metadata.opened && label !== null
    ? words.opened(label, kind, conversation.channel)
    : words.place(kind, conversation.channel)
}
