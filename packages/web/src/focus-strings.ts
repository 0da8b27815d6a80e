// The words of talking to another session from one's own page, and of the places that belong to sessions. A part of the
// catalogue in strings.ts.

import { bindingEndWords, type PlaceKind } from '@heddle/contract'
import { quote } from './quote.ts'

const kinds: Record<PlaceKind, string> = {
  web: 'web',
  dm: 'direct message',
  group: 'group',
  channel: 'channel',
  thread: 'thread',
}

export const focusStrings = {
  talking: 'Talking to',
  unfocus: 'Unfocus',
  unfocusNamed: (name: string) => `Unfocus: ${quote(name)}`,
  unfocusAlso: 'back chat leave talk',
  goesOn: 'goes on in a new session that knows what was said',
  goesOnThere: 'goes on in the session that continues it',
  talk: 'Talk here',
  talkNamed: (name: string) => `Talk here: ${quote(name)}`,
  talks: (name: string) => `What you write here goes to ${quote(name)} now.`,
  failed: 'Nothing was changed.',
  turned: (next: string) => `Not sent yet: this goes to ${quote(next)}. Send it again if that is meant.`,
  open: (name: string) => `Open ${quote(name)}`,
  ends: bindingEndWords,
  place: {
    kinds,
    outside: (id: string, kind: string, channel: string) => `${kind} ${quote(id)} on ${channel}`,
    /** Which one is for those who talk there. */
    somewhere: (kind: string, channel: string) => `${kind} on ${channel}`,
    chat: 'a chat',
    here: 'here',
  },
  row: {
    composer: (who: string, name: string) => `${who} talks to ${quote(name)}`,
    /** Where it is not known from where, there is nothing between the two. */
    from: 'from',
    composerEnded: (name: string) => `The talk with ${quote(name)}`,
    hasEnded: (why: string) => `has ended: ${why}.`,
    page: (name: string) => `${quote(name)} can be talked to on its own page.`,
    pageEnded: (name: string, why: string) => `${quote(name)} no longer has its own page: ${why}.`,
    outside: (name: string, place: string) => `${quote(name)} hears what is written in the ${place}.`,
    outsideEnded: (name: string, place: string, why: string) =>
      `${quote(name)} no longer hears the ${place}: ${why}.`,
    all: 'All of its places',
    what: 'place',
  },
  sent: {
    label: (state: string, place: string) => `${state}: ${place}`,
    more: (label: string, count: number) => `${label}, and ${count} more`,
  },
}
