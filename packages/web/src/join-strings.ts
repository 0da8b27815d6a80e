// The words of joining and signing in. A part of the catalogue that comes with its pages.

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

export const signInStrings = {
  title: 'Sign in',
  about: 'With your handle and your password.',
  handle: 'Handle',
  password: 'Password',
  submit: 'Sign in',
  handleMissing: 'Type your handle.',
  passwordMissing: 'Type your password.',
  tooMany: {
    title: 'Too many wrong attempts',
    text: (wait: string, clock: string) => `You can try again in ${wait}, at ${clock}.`,
  },
  needsOwner: {
    title: 'Nobody owns this place yet',
    text: 'Open the owner link that the server printed when it started. It works once.',
  },
}
