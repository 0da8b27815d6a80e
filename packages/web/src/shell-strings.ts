// The words of the house: the list by need, the palette, shortcuts and toasts. A part of the catalogue in strings.ts.

import type { ListedSessionJson } from '@heddle/contract'
import type { GroupId } from './pages/sessions/choose-groups.ts'
import type { Reason } from './pages/sessions/choose-reason.ts'
import { treeStrings } from './tree-strings.ts'

const groups: Record<GroupId, string> = {
  needs: 'Needs you',
  fresh: 'Not begun',
  running: 'Running',
  finished: 'Finished',
  found: 'Found',
}

const reasons: Record<Reason, string> = {
  asks: 'waits for approval',
  'asks below': treeStrings.inList.asks,
  'runs below': treeStrings.inList.runs,
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

export const shellStrings = {
  side: { edge: 'Width of the panel' },
  nav: {
    agents: 'Agents',
    search: 'Search',
    usage: 'Usage',
    places: 'Places',
    deliveries: 'Deliveries',
    stuck: (written: string) => `${written} not delivered`,
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
    actions: {
      newSession: 'New session',
      newSessionAlso: 'begin start ask create',
      stop: 'Stop this session',
      stopAlso: 'cancel end halt',
      searchHere: 'Search in this session',
      searchHereAlso: 'find text message tool',
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
  toasts: {
    label: 'Messages',
    undo: 'Undo',
    dismiss: 'Dismiss',
  },
}
