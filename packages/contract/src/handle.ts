// What a handle may look like, for people and agents alike. The same function runs in the browser as a hint and on
// the server as the rule.

import { limits } from './limits.ts'

/** Words for everybody: nobody's handle, and no mention. */
export const reservedHandles: ReadonlySet<string> = new Set(['here', 'channel', 'everyone', 'all'])
// Letters and marks by their class that leave no mark of their own: fillers, joiners, variation selectors. With one of
// them a handle would be the invisible twin of another.
const unseen = /\p{Default_Ignorable_Code_Point}/u
const grammar = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u

/** NFC and lower case: two handles are the same if this form is. Look-alike letters are not folded. */
export function normalizeHandle(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC')
}

export type HandleVerdict = { ok: true; handle: string } | { ok: false; reason: string }

export function judgeHandle(text: string): HandleVerdict {
  const handle = normalizeHandle(text)
  if (handle.length === 0) return no('is empty')
  if (handle.length > limits.handleCharsMax) return no(`is longer than ${limits.handleCharsMax} characters`)
  if (!grammar.test(handle)) {
    return no('starts with a letter or digit and goes on with letters, digits, ".", "_" and "-"')
  }
  if (unseen.test(handle)) return no('has letters that cannot be seen')
  // A sentence may end right after a mention; a handle that ends in the same sign would catch "@kim." from kim.
  if (/[._-]$/.test(handle)) return no('may not end with ".", "_" or "-"')
  if (reservedHandles.has(handle)) return no(`"${handle}" is a reserved word`)
  return { ok: true, handle }
}

function no(reason: string): HandleVerdict {
  return { ok: false, reason }
}
