// Which shortcuts are shown, and how their keys are written. Pure.

import { type Shortcut, type ShortcutId, shortcuts } from './shortcuts.ts'

/** What has no use without an inbox. */
const ofInbox: ReadonlySet<ShortcutId> = new Set(['inbox-done', 'inbox-unread', 'go-inbox'])

export function chooseShortcuts(hasInbox: boolean): readonly Shortcut[] {
  return hasInbox ? shortcuts : shortcuts.filter(({ id }) => !ofInbox.has(id))
}

/** What the page of a session does with keys of its own, where the feed or the field has the focus; to be read only. */
export const sessionKeys = [
  { id: 'send', keys: 'Enter' },
  { id: 'steer', keys: 'mod+Enter' },
  { id: 'line', keys: 'shift+Enter' },
  { id: 'next', keys: 'PageDown' },
  { id: 'previous', keys: 'PageUp' },
  { id: 'leave', keys: 'mod+End' },
] as const

/** As one would read it on a keyboard: ["⌘", "K"], ["Shift", "F6"], ["G", "S"]. */
export function wordsOfKeys(keys: string, isMac: boolean): string[] {
  const names: Partial<Record<string, string>> = {
    mod: isMac ? '⌘' : 'Ctrl',
    shift: isMac ? '⇧' : 'Shift',
    PageDown: 'Page Down',
    PageUp: 'Page Up',
  }
  return keys
    .split(keys.includes('+') && keys.length > 1 ? '+' : ' ')
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
}
