// The words of the house: the list by need, the palette, shortcuts and toasts. A part of the catalogue in strings.ts.

import type { ListedSessionJson } from '@heddle/contract'
import type { GroupId } from './pages/sessions/choose-groups.ts'
import type { Reason } from './pages/sessions/choose-reason.ts'
import type { ShortcutGroup, ShortcutId } from './shell/shortcuts.ts'

const groups: Record<GroupId, string> = {
  needs: 'Needs you',
  fresh: 'Not begun',
  running: 'Running',
  finished: 'Finished',
  found: 'Found',
}

const reasons: Record<Reason, string> = {
  failed: 'failed',
  finished: 'finished',
  stopped: 'stopped',
  running: 'running',
  'new messages': 'new messages',
  forked: 'forked',
  empty: 'nothing said',
  'no turn': 'no turn yet',
  over: 'over',
  archived: 'archived',
}

const states: Record<ListedSessionJson['state'], string> = {
  running: 'Running',
  idle: 'Idle',
  over: 'Over',
  archived: 'Archived',
}

const shortcutNames: Record<ShortcutId, string> = {
  palette: 'Find a session, a page or an action',
  help: 'Show these shortcuts',
  'new-session': 'Begin a new session',
  search: 'Search the sessions',
  'next-region': 'Next part of the page',
  'previous-region': 'Previous part of the page',
  toasts: 'Go to the newest message that can be undone',
  composer: 'Write a message',
  'list-next': 'Next in the list',
  'list-previous': 'Previous in the list',
  'session-previous': 'Open the previous session',
  'session-next': 'Open the next session',
  'go-sessions': 'Go to sessions',
  'go-agents': 'Go to agents',
  'go-usage': 'Go to usage',
  'go-members': 'Go to members',
  'go-settings': 'Go to settings',
  'go-home': 'Go home',
}

const shortcutGroups: Record<ShortcutGroup, string> = {
  everywhere: 'Everywhere',
  session: 'In a session',
  list: 'Sessions',
  go: 'Go to a page',
}

export const shellStrings = {
  nav: {
    agents: 'Agents',
    search: 'Search',
    usage: 'Usage',
    unread: (written: string) => `${written} unread`,
    atLeast: (written: string) => `${written}+`,
    titleWith: (written: string, title: string) => `(${written}) ${title}`,
  },
  list: {
    region: 'Sessions',
    label: 'Sessions by need',
    groups,
    reasons,
    waits: (written: string) => `${written} wait`,
    draft: 'draft',
    fork: 'Fork',
    unread: 'Unread',
    none: 'Nobody is working yet. Ask for something, or try',
    example: 'research three things in parallel',
    noneChosen: 'Choose a session from the list, or begin a new one.',
    noneChosenByViewer: 'Choose a session from the list to read along.',
    noneFits: 'No session fits these filters.',
    noneFound: (text: string) => `No title has “${text}”.`,
    clearSearch: 'Clear the search',
    clearFilters: 'Clear the filters',
    more: 'Reading more sessions',
    filter: {
      button: 'Filter',
      agent: 'Agent',
      state: 'State',
      whose: 'Whose',
      mine: 'Begun by me',
      states,
      clear: 'Clear',
      remove: (name: string) => `Remove the filter ${name}`,
    },
  },
  palette: {
    title: 'Find or do something',
    label: 'Find a session, a page or an action',
    results: 'Results',
    close: 'Close',
    none: (text: string) => `Nothing fits “${text}”.`,
    searching: 'Looking for sessions',
    failed: 'Sessions could not be searched. Pages and actions are below.',
    matches: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
    groups: { session: 'This session', actions: 'Actions', sessions: 'Sessions', pages: 'Pages' },
    actions: {
      newSession: 'New session',
      newSessionAlso: 'begin start ask create',
      stop: 'Stop this session',
      stopAlso: 'cancel end halt',
      copyLink: 'Copy the link to this session',
      copyLinkAlso: 'share address url',
      rename: 'Rename this session',
      renameAlso: 'title',
      theme: { system: 'Theme as the system', light: 'Light theme', dark: 'Dark theme' },
      themeAlso: 'appearance colour mode',
      density: { comfortable: 'Comfortable density', compact: 'Compact density' },
      densityAlso: 'appearance rows',
      shortcuts: 'Keyboard shortcuts',
      shortcutsAlso: 'keys help',
      signOut: 'Sign out',
      signOutAlso: 'log out leave',
      settings: (section: string) => `Settings: ${section}`,
    },
  },
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
  toasts: {
    label: 'Messages',
    undo: 'Undo',
    dismiss: 'Dismiss',
  },
}
