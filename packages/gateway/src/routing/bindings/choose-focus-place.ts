// Where a focus takes effect: in the conversation itself, or in a platform thread that is opened under it (CMD2). Pure.

import type { PlaceKind } from '@heddle/contract'

export type FocusPlace =
  | { kind: 'here'; action: 'binding.make' | 'binding.make_here' }
  | { kind: 'open'; action: 'binding.make' }

/** Where everybody else would be bound along with whoever asks. */
const wholePlaces: readonly PlaceKind[] = ['channel', 'group']

/** `isHere`: the conversation itself is wanted, whatever it is. */
export function chooseFocusPlace(kind: PlaceKind, isHere: boolean): FocusPlace {
  if (!wholePlaces.includes(kind)) return { kind: 'here', action: 'binding.make' }
  return isHere ? { kind: 'here', action: 'binding.make_here' } : { kind: 'open', action: 'binding.make' }
}

/** Whether others read there than those who may see the session (CNV5). */
export function isReadByOthers(kind: PlaceKind): boolean {
  return kind === 'thread' || wholePlaces.includes(kind)
}
