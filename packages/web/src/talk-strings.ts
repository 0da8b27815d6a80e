// The words of what comes to a session's page later: the head of what is focused there, what was lost, whom one may mean,
// where an answer goes besides. Apart from the catalogue in strings.ts, which the page waits for.

import { quote } from './quote.ts'

export const talkStrings = {
  head: {
    label: 'Whom you talk to',
    /** What stands before the name, and behind it: a long name gives way, and the rest stays. */
    child: ['This is ', '. What you write goes there.'],
    chat: ['You talk to ', ', not to this chat.'],
    toChat: 'Back to the chat',
    /** On the page of the one that ended. */
    after: ['This goes on where ', ' ended. What you write goes there.'],
    before: ['This is ', ' until it ended. What you write goes on after it.'],
    toBefore: 'Show what came before',
    toChild: (name: string) => `Show ${quote(name)}`,
    toAfter: 'Show what goes on',
  },
  lost: (name: string, why: string | undefined, next: string) =>
    `You no longer talk to ${quote(name)}${why === undefined ? '' : `: ${why}`}. What you write goes to ${next} now.`,
  dismiss: 'Dismiss',
  again: (name: string) => `Talk to ${quote(name)} again`,
  same: {
    label: 'Which one is meant',
    talk: (name: string, about: string) => `Talk here: ${quote(name)}, ${about}`,
  },
  continues: 'Continues',
  wentOn: 'Went on in',
  argument: 'Sub-agents, sessions or models',
  outside: {
    told: (place: string) => `What it answers is also posted in ${place}.`,
    /** A conversation that Heddle opened is named after what one talks to there. */
    opened: (label: string, kind: string, channel: string) => `the ${kind} ${quote(label)} on ${channel}`,
    place: (kind: string, channel: string) => `a ${kind} on ${channel}`,
    all: 'Its places',
  },
}
