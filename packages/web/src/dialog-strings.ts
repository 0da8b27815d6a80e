// The words of a session's dialogs. A part of the catalogue in strings.ts that comes with them.

import { quote } from './quote.ts'

export const dialogStrings = {
  rename: {
    title: 'Rename this session',
    label: 'Title',
    missing: 'Type a title.',
    submit: 'Rename',
    done: (title: string) => `Renamed to ${quote(title)}.`,
  },
  people: {
    close: 'Close',
    title: 'Who takes part',
    private: 'Private: only these people see it.',
    teamAbout: 'Everyone in the team sees this session, and every member takes part.',
    everyone: 'Everyone in the team',
    seen: 'Here so far',
    wrote: 'has written',
    looksOn: 'looks on',
    you: 'You',
    add: 'Add someone',
    addHint: 'They see everything that was said so far.',
    find: 'Name or handle',
    found: 'Members',
    matches: (count: number) => (count === 1 ? '1 match.' : `${count} matches.`),
    nobody: (text: string) => `Nobody here matches “${quote(text)}”.`,
    notFound: 'The members could not be read. Type a handle and press Enter.',
    option: (name: string, handle: string) => `${name}, @${handle}`,
    addMissing: 'Choose somebody.',
    added: (handle: string) => `@${handle} takes part now.`,
    already: (handle: string) => `@${handle} takes part already.`,
    disclose: 'Show it to the team',
    disclosing: {
      title: 'Show this session to the team?',
      text: 'Everyone here will see all of it, also what was said before, and every member can write in it. You can make it private again; what was read stays read.',
      submit: 'Show it to the team',
      done: 'The team sees this session now.',
    },
  },
  redacting: {
    title: 'Redact this?',
    text: 'Its content is gone for everyone, at once and for good; its place in the timeline stays. Backups made before keep theirs. What agents wrote about it in their own words stays.',
    quoted: (text: string) => `“${quote(text)}”`,
    submit: 'Redact',
    done: 'It was redacted.',
  },
  resending: {
    title: 'Edit and resend',
    text: 'This begins a new session with everything up to this message. The session you are in stays as it is.',
    label: 'Message',
    submit: 'Send in a new session',
    done: 'You are in the fork now.',
  },
}
