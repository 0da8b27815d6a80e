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
  talk: 'Talk here',
  talkNamed: (name: string) => `Talk here: ${quote(name)}`,
  talks: (name: string) => `What you write here goes to ${quote(name)} now.`,
  failed: 'Nothing was changed.',
  head: {
    label: 'Whom you talk to',
    child: (name: string) => `This is ${quote(name)}. What you write goes there.`,
    chat: (name: string) => `You talk to ${quote(name)}, not to this chat.`,
    toChat: 'Back to the chat',
    toChild: (name: string) => `Show ${quote(name)}`,
  },
  lost: (name: string, why: string | undefined, next: string) =>
    `You no longer talk to ${quote(name)}${why === undefined ? '' : `: ${why}`}. What you write goes to ${next} now.`,
  turned: (next: string) => `Not sent yet: this goes to ${quote(next)}. Send it again if that is meant.`,
  dismiss: 'Dismiss',
  continues: 'Continues',
  ends: bindingEndWords,
  place: {
    kinds,
    outside: (id: string, kind: string, channel: string) => `${kind} ${quote(id)} on ${channel}`,
    /** Which one is for those who talk there. */
    somewhere: (kind: string, channel: string) => `${kind} on ${channel}`,
    chat: 'a chat',
  },
  row: {
    composer: (who: string, name: string) => `${who} talks to ${quote(name)} from`,
    composerEnded: (name: string, why: string) => `Nobody talks to ${quote(name)} any more (${why}) from`,
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
