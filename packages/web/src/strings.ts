// Every word of the interface, in one catalogue. Short, calm, second person; verbs on buttons; counts and names rather
// than adjectives. The words of a page that few open come with that page, from a part of their own.

import type { Role } from '@heddle/contract'
import { demoStrings, homeStrings } from './first-run-strings.ts'
import { approvalStrings } from './approval-strings.ts'
import { budgetStrings } from './budget-strings.ts'
import { composerStrings } from './composer-strings.ts'
import { focusStrings } from './focus-strings.ts'
import { inboxStrings } from './inbox-strings.ts'
import { markdownStrings } from './markdown-strings.ts'
import { sessionListStrings, sessionStrings } from './session-strings.ts'
import { shellStrings } from './shell-strings.ts'
import { subagentStrings } from './subagent-strings.ts'
import { treeStrings } from './tree-strings.ts'

const roles: Record<Role, { title: string; about: string }> = {
  owner: { title: 'Owner', about: 'Everything, also who else is owner.' },
  admin: { title: 'Admin', about: 'Invites and removes people, changes settings, reads the audit log.' },
  member: { title: 'Member', about: 'Works with agents and takes part in sessions.' },
  viewer: { title: 'Viewer', about: 'Reads what the team can see.' },
}

export const strings = {
  app: {
    name: 'Heddle',
    opening: 'Opening',
    windowTitle: (page: string, team: string) => `${page} · ${team}`,
  },
  nav: {
    label: 'Main',
    skip: 'Skip to content',
    home: 'Home',
    sessions: 'Sessions',
    members: 'Members',
    settings: 'Settings',
  },
  person: {
    you: 'You',
    menu: (name: string) => `You are ${name}`,
    settings: 'Your settings',
    signOut: 'Sign out',
    signOutFailed: 'You are still signed in. Try again in a moment.',
  },
  connection: {
    lost: 'The server cannot be reached.',
    safe: 'What you see may be old. What you typed is kept. Trying again every few seconds.',
    back: 'Connected again.',
    outdated: 'This page is older than the server.',
    outdatedHint: 'Nothing new is shown until you reload this page. What you typed is kept.',
    reload: 'Reload',
  },
  form: {
    optional: 'optional',
    save: 'Save',
    saved: 'Saved',
    cancel: 'Cancel',
    done: 'Done',
    showPassword: 'Show password',
    /** The server says what is wrong as the end of a sentence: "is taken", "must be at most 720". */
    issue: (message: string, nearest: string | undefined) => {
      const begun = /^["“]/.test(message) ? message : `This ${message}`
      const sentence = /[.?!]$/.test(begun) ? begun : `${begun}.`
      return nearest === undefined ? sentence : `${sentence} Did you mean ${nearest}?`
    },
  },
  list: {
    loadMore: 'Load more',
    clearSearch: 'Clear search',
  },
  once: {
    copy: 'Copy',
    copied: 'Copied',
    copyByHand: 'This browser does not let the page copy. The text is selected: copy it yourself.',
    warning: 'Shown this once. Heddle keeps only a fingerprint of it.',
  },
  roles,
  errors: {
    partMissing: 'This part of the page could not be loaded. Check the connection and try again.',
    tryAgain: 'Try again',
    whenBack: 'This is shown as soon as the server is back.',
    requestId: 'Request',
    notOpened: 'This page could not be opened',
    refused: { title: 'This was not done' },
    tooMany: {
      title: 'Too many attempts',
      soon: 'Wait a moment, then try again.',
      after: (wait: string) => `Try again in ${wait}.`,
    },
    broken: {
      title: 'This page broke',
      text: 'Nothing on the server was changed by it. Loading the page again usually helps; if the server was upgraded meanwhile, it always does.',
      reload: 'Load the page again',
    },
    byCode: {
      unreachable: {
        title: 'The server cannot be reached',
        text: 'Nothing was changed. Check your connection, or wait until the server is back.',
      },
      not_understood: {
        title: 'The server answered in a way this page does not know',
        text: 'The page is probably older than the server. Load it again.',
      },
      wrong_credentials: {
        title: 'The handle or the password is wrong',
        text: 'Type both again. An admin can remove you and invite you anew if the password is lost.',
      },
      not_allowed: {
        title: 'You may not do this',
        text: 'Nothing was changed. Your role may have changed meanwhile; an admin can tell.',
      },
      not_found: {
        title: 'It is not there any more',
        text: 'Somebody removed it, or you may not see it. Load the page again to see what is there.',
      },
      last_owner: {
        title: 'This is the last owner',
        text: 'Nothing was changed. Make someone else owner first.',
      },
      changed_meanwhile: {
        title: 'Someone changed this meanwhile',
        text: 'Nothing was overwritten. The page has read it again; press once more to go through with yours.',
      },
      set_in_file: {
        title: 'This is set in heddle.json5',
        text: 'Nothing was changed. Change it in the file on the server.',
      },
      unknown_file: {
        title: 'A file cannot be attached',
        text: 'It is no longer on the server, or you may not attach it. Nothing was sent; take the message back and attach the file anew.',
      },
      session_archived: {
        title: 'This session is archived',
        text: 'Nothing was sent. It stays readable; begin a new session to go on.',
      },
      approval_expired: {
        title: 'Nobody decided in time',
        text: 'It was denied, and nothing was run. The agent goes on without it.',
      },
      call_changed: {
        title: 'This is not the call that was shown',
        text: 'Nothing was allowed. Load the page again and read the call anew.',
      },
      not_queued: {
        title: 'It no longer waits',
        text: 'A turn has taken the message, or it was cancelled. Nothing was changed.',
      },
      invite_invalid: {
        title: 'This link does not work any more',
        text: 'It was used, has expired or was withdrawn. Ask for a new one.',
      },
      busy: { title: 'The server is busy', text: 'Nothing was changed. Try again in a moment.' },
      shutting_down: { title: 'The server is stopping', text: 'Nothing was changed. Try again in a moment.' },
      disk_full: {
        title: 'The server’s disk is full',
        text: 'Nothing was saved. Someone has to free some space there.',
      },
      internal: {
        title: 'Something went wrong on the server',
        text: 'It is in the log under the number below. Try again; if it stays, show the number to whoever runs the server.',
      },
    },
  },
  home: homeStrings,
  demo: demoStrings,
  shell: shellStrings,
  sessions: sessionListStrings,
  session: sessionStrings,
  markdown: markdownStrings,
  composer: composerStrings,
  inbox: inboxStrings,
  approvals: approvalStrings,
  budgets: budgetStrings,
  subagents: subagentStrings,
  focus: focusStrings,
  tree: treeStrings,
  settings: {
    title: 'Settings',
    sections: {
      you: 'You',
      appearance: 'Appearance',
      notifications: 'Notifications',
      keyboard: 'Keyboard',
      'sign-ins': 'Sign-ins',
      tokens: 'API tokens',
      models: 'Models',
      agents: 'Agents',
      tools: 'Tools',
      mcp: 'MCP servers',
      channels: 'Channels',
      team: 'Team',
      audit: 'Audit log',
    },
    lookSaved: 'Saved.',
  },
  notFound: {
    title: 'There is nothing here',
    text: (path: string) => `Heddle has no page at ${path}. The link may be old or mistyped.`,
    home: 'Go to the first page',
  },
}
