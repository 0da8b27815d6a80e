// The words of mentions. A part of the catalogue in strings.ts that comes when somebody writes.

export const mentionStrings = {
  list: 'Who to mention',
  option: {
    /** Holds what is shown, in the same order. */
    name: (name: string, handle: string, what: string, more: string | undefined) =>
      [name, `@${handle}`, ...(more === undefined ? [] : [more]), what].join(', '),
    what: { person: 'person', agent: 'agent' },
    outside: 'not in this session',
  },
  willNotify: 'will notify:',
  willHear: (name: string) => `hands it to ${name}`,
  willStart: (name: string) => `starts ${name}`,
  takeOut: (name: string) => `Do not mention ${name}`,
  takenOut: (name: string) => `${name} is not mentioned any more.`,
  rejected: {
    label: 'Not told',
    unknown: (handle: string) => `Nobody is called @${handle}.`,
    outside: (handle: string) => `@${handle} may not see this session.`,
    invite: 'Invite',
    inviteNamed: (handle: string) => `Invite @${handle}`,
    invited: (handle: string) => `@${handle} takes part now. Mention them again to tell them.`,
    dismiss: 'Dismiss',
  },
}
