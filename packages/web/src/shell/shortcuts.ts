// Every shortcut in one table, and how a press is read. Pure: which element was pressed in, the platform and the
// reader's own keys are handed in.

export const shortcutIds = [
  'palette',
  'help',
  'new-session',
  'search',
  'next-region',
  'previous-region',
  'toasts',
  'composer',
  'approval',
  'agents-panel',
  'discuss',
  'list-next',
  'list-previous',
  'session-previous',
  'session-next',
  'inbox-done',
  'inbox-unread',
  'go-inbox',
  'go-sessions',
  'go-search',
  'go-agents',
  'go-approvals',
  'go-places',
  'go-usage',
  'go-members',
  'go-settings',
  'go-home',
] as const

export type ShortcutId = (typeof shortcutIds)[number]
export type ShortcutGroup = 'everywhere' | 'session' | 'list' | 'inbox' | 'go'

export interface Shortcut {
  id: ShortcutId
  group: ShortcutGroup
  /** One or two presses: `mod+k`, `F6`, `?`, `g s`. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: string
  /** A letter or sign alone, which one may turn off or change. */
  isSingle: boolean
}

const row = (id: ShortcutId, group: ShortcutGroup, keys: string, isSingle = true): Shortcut => ({
  id,
  group,
  keys,
  isSingle,
})

export const shortcuts: readonly Shortcut[] = [
  row('palette', 'everywhere', 'mod+k', false),
  row('next-region', 'everywhere', 'F6', false),
  row('previous-region', 'everywhere', 'shift+F6', false),
  row('toasts', 'everywhere', 'F8', false),
  row('help', 'everywhere', '?'),
  row('new-session', 'everywhere', 'c'),
  row('approval', 'everywhere', 'a'),
  row('composer', 'session', 'r'),
  row('agents-panel', 'session', 't'),
  row('discuss', 'session', 'd'),
  row('search', 'list', '/'),
  row('list-next', 'list', 'j'),
  row('list-previous', 'list', 'k'),
  row('session-previous', 'list', '['),
  row('session-next', 'list', ']'),
  row('inbox-done', 'inbox', 'e'),
  row('inbox-unread', 'inbox', 'u'),
  row('go-home', 'go', 'g h'),
  row('go-inbox', 'go', 'g i'),
  row('go-sessions', 'go', 'g s'),
  row('go-agents', 'go', 'g a'),
  row('go-approvals', 'go', 'g p'),
  row('go-search', 'go', 'g f'),
  row('go-places', 'go', 'g l'),
  row('go-usage', 'go', 'g u'),
  row('go-members', 'go', 'g m'),
  row('go-settings', 'go', 'g ,'),
]

export interface KeyChoice {
  /** Whether single keys do anything. */
  areOn: boolean
  /** Only what differs from the table. */
  keys: Partial<Record<ShortcutId, string>>
}

export interface Press {
  key: string
  ctrl: boolean
  meta: boolean
  alt: boolean
  shift: boolean
  isComposing: boolean
  /** Where one types, or in a dialog, menu or list of choices that has its own keys. */
  isTaken: boolean
}

/** Waits for the second press of a pair. */
export interface Begun {
  key: string
  at: number
}

export type Reading =
  | { kind: 'nothing' }
  | { kind: 'begun'; begun: Begun }
  | { kind: 'shortcut'; id: ShortcutId }

const pairWithinMs = 1_200

export function readPress(
  press: Press,
  begun: Begun | undefined,
  choice: KeyChoice,
  now: number,
  isMac: boolean,
): Reading {
  if (press.isComposing) return { kind: 'nothing' }
  const chord = chordOf(press, isMac)
  const fixed = shortcuts.find((shortcut) => !shortcut.isSingle && shortcut.keys === chord)
  if (fixed) return { kind: 'shortcut', id: fixed.id }
  if (!choice.areOn || press.isTaken || press.ctrl || press.meta || press.alt) return { kind: 'nothing' }
  const single = shortcuts.filter((shortcut) => shortcut.isSingle)
  const isPair = begun !== undefined && now - begun.at <= pairWithinMs
  const wanted = isPair ? `${begun.key} ${press.key}` : press.key
  const found = single.find((shortcut) => keysOf(shortcut, choice) === wanted)
  if (found) return { kind: 'shortcut', id: found.id }
  if (isPair) return { kind: 'nothing' }
  const begins = single.some((shortcut) => keysOf(shortcut, choice).startsWith(`${press.key} `))
  return begins ? { kind: 'begun', begun: { key: press.key, at: now } } : { kind: 'nothing' }
}

export function keysOf(shortcut: Shortcut, choice: KeyChoice): string {
  return (shortcut.isSingle ? choice.keys[shortcut.id] : undefined) ?? shortcut.keys
}

function chordOf({ key, ctrl, meta, alt, shift }: Press, isMac: boolean): string {
  const isMod = isMac ? meta && !ctrl : ctrl && !meta
  const name = key.length === 1 ? key.toLowerCase() : key
  if (alt) return ''
  if (isMod) return shift ? '' : `mod+${name}`
  return ctrl || meta ? '' : shift ? `shift+${name}` : name
}

export type KeyProblem =
  | { kind: 'malformed' }
  | { kind: 'taken'; by: ShortcutId }
  /** One would never come to the second press. */
  | { kind: 'hides'; by: ShortcutId }

/** Whether one may have these keys for this shortcut: a sign, or two with a space between. */
export function judgeKeys(id: ShortcutId, keys: string, choice: KeyChoice): KeyProblem | undefined {
  if (!/^\S(?: \S)?$/u.test(keys)) return { kind: 'malformed' }
  for (const other of shortcuts) {
    if (other.id === id || !other.isSingle) continue
    const theirs = keysOf(other, choice)
    if (theirs === keys) return { kind: 'taken', by: other.id }
    if (theirs.startsWith(`${keys} `) || keys.startsWith(`${theirs} `)) return { kind: 'hides', by: other.id }
  }
  return undefined
}
