// The words of coming in: joining by a link, the first prompt, what is left to set up, and the demo model's line. A part
// of the catalogue in strings.ts.

import type { Role } from '@heddle/contract'

export const joinStrings = {
  opening: 'Join',
  looking: 'Looking at your link',
  failed: 'This link could not be checked',
  title: {
    owner: 'Make this place yours',
    admin: 'You are invited as admin',
    member: 'You are invited',
    viewer: 'You are invited to look on',
  } satisfies Record<Role, string>,
  /** What this is, in three lines; the last says what is yours to do. */
  lines: {
    owner: [
      'Talk to agents, in sessions that others can step into.',
      'What is said and answered is kept, also when the server restarts.',
      'Nobody else is here yet: you invite your team later.',
    ],
    admin: [
      'Talk to agents, in sessions that others can step into.',
      'What is said and answered is kept, also when the server restarts.',
      'You invite people and change settings.',
    ],
    member: [
      'Talk to agents, in sessions that others can step into.',
      'What is said and answered is kept, also when the server restarts.',
      'You work with the team and its agents.',
    ],
    viewer: [
      'People talk to agents here, in sessions of their own.',
      'What is said and answered is kept, also when the server restarts.',
      'You read what the team can see.',
    ],
  } satisfies Record<Role, readonly string[]>,
  linesLabel: 'What this is',
  expires: (at: string) => `This link works once, until ${at}.`,
  name: 'Name',
  nameMissing: 'Type your name.',
  handle: 'Handle',
  password: 'Password',
  submit: 'Join',
  toSignIn: 'Go to sign-in',
  noCode: {
    title: 'This link is not complete',
    text: 'An invite ends in # and a code. Open it again from where you got it, or copy all of it.',
  },
  invalid: {
    title: 'This link does not work any more',
    text: 'It was used, has expired or was withdrawn. Nothing is lost: whoever gave it to you can make a new one. If you joined with it before, sign in.',
  },
  alreadyHere: {
    title: (name: string) => `You are signed in as ${name}`,
    text: 'This link makes a new account. Keep it for whoever it is meant for, or sign out to use it yourself.',
    stay: 'Stay signed in',
    leave: 'Sign out and use the link',
  },
}

export const homeStrings = {
  opening: 'Opening your first session',
  notBegun: 'Your first session could not be opened',
  toSessions: 'Go to the sessions',
  first: {
    sentence: 'Nobody is working yet. Ask for something, or try',
    label: 'Things to ask for',
    /** The first stands in the sentence. The demo model knows all of them; a real one does, too. */
    prompts: [
      'research three things in parallel',
      'show me markdown',
      'think first, then answer',
      'what can you do',
    ],
  },
  started: {
    label: 'Getting started',
    title: 'Getting started',
    about: 'Three things make this place your team’s. None is needed to begin.',
    done: 'Done',
    dismiss: 'Dismiss',
    steps: {
      'name-place': {
        title: 'Name this place',
        about: 'The name stands on every page and on invites.',
      },
      invite: {
        title: 'Invite people',
        about: 'Each gets a link of their own. It works once.',
      },
      'add-key': {
        title: 'Add a key',
        about: 'A real model answers then, instead of the demo model.',
      },
    },
  },
}

export const demoStrings = {
  label: 'About the model',
  text: 'The demo model answers. It is built in and knows nothing.',
  addKey: 'Add a key',
  askAdmin: 'An admin can connect a real one.',
  dismiss: 'Dismiss this line',
}
