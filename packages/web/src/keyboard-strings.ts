// The words of the shortcuts: what each does, the sheet of all of them, and the settings of the keyboard. A part of the
// catalogue that comes with these.

import type { ShortcutGroup, ShortcutId } from './shell/shortcuts.ts'
import { treeStrings } from './tree-strings.ts'

const shortcutNames: Record<ShortcutId, string> = {
  palette: 'Find a session, a page or an action',
  help: 'Show these shortcuts',
  'new-session': 'Begin a new session',
  search: 'To the field that searches',
  'next-region': 'Next part of the page',
  'previous-region': 'Previous part of the page',
  toasts: 'Go to the newest message that can be undone',
  composer: 'Write a message',
  approval: 'Go to what waits for your approval',
  'agents-panel': treeStrings.shortcut,
  discuss: 'Discuss the row that has the focus',
  'list-next': 'Next in the list',
  'list-previous': 'Previous in the list',
  'session-previous': 'Open the previous session',
  'session-next': 'Open the next session',
  'inbox-done': 'Done with a row of the inbox',
  'inbox-unread': 'Mark a row of the inbox as unread',
  'go-inbox': 'Go to the inbox',
  'go-sessions': 'Go to sessions',
  'go-search': 'Go to search',
  'go-agents': 'Go to agents',
  'go-approvals': 'Go to approvals',
  'go-places': 'Go to places',
  'go-usage': 'Go to usage',
  'go-members': 'Go to members',
  'go-settings': 'Go to settings',
  'go-home': 'Go home',
}

const shortcutGroups: Record<ShortcutGroup, string> = {
  everywhere: 'Everywhere',
  session: 'In a session',
  list: 'Lists',
  inbox: 'Inbox',
  go: 'Go to a page',
}

export const keyboardStrings = {
  shortcuts: {
    title: 'Keyboard shortcuts',
    names: shortcutNames,
    groups: shortcutGroups,
    sessionKeys: {
      send: 'Send, or queue while something runs',
      steer: 'Steer what runs',
      line: 'Begin a new line',
      next: 'Next in the timeline',
      previous: 'Previous in the timeline',
      leave: 'Out of the timeline, to the message field',
    },
    nextKey: 'then',
    areOff: 'Single keys are turned off.',
    change: 'Change the keys',
    close: 'Close',
  },
  keyboard: {
    title: 'Keyboard',
    about: 'In this browser. Single keys do nothing while you type.',
    areOn: 'Single-key shortcuts',
    on: 'On',
    off: 'Off',
    offHint: 'Off is best with speech input, which types letters by mistake.',
    hint: 'One key, or two with a space between.',
    reset: 'Back to the standard keys',
    saved: 'Saved.',
    malformed: 'Type one key, or two with a space between.',
    taken: (other: string) => `These keys are taken by: ${other}.`,
    hides: (other: string) => `These keys would get in the way of: ${other}.`,
  },
}
