// The words of the pages about places: which belongs to which session, and what was sent there. A part of the catalogue
// that comes with its pages.

import type {
  BindingEnd,
  BindingStatus,
  DeliveryJson,
  DeliveryKind,
  DeliveryReason,
  DeliveryState,
} from '@heddle/contract'
import { quote } from './quote.ts'
import { shownOf } from './shown-of.ts'

const statuses: Record<BindingStatus, string> = {
  active: 'in force',
  ending: 'its session is over, the next message goes on',
  ended: 'ended',
}

const states: Record<DeliveryState, string> = {
  queued: 'on its way',
  sending: 'being sent',
  waiting: 'waits',
  unknown: 'may or may not be there',
  sent: 'sent',
  rejected: 'refused',
  gave_up: 'given up',
  withdrawn: 'not sent',
}

const kinds: Record<DeliveryKind, string> = {
  message: 'Message',
  edit: 'Change to a message',
  delete: 'Removal of a message',
  open: 'A new conversation',
  close: 'Putting away a conversation',
}

const reasons: Record<DeliveryReason, string> = {
  held: 'There is no place where it could be told.',
  rate_limited: 'The platform wants things sent more slowly.',
  account_paused: 'Its account is paused until somebody sees to it.',
  platform_trouble: 'The platform has trouble, so it is tried again.',
  no_answer: 'The platform did not answer, so it is looked for there, and never sent twice blindly.',
  unreadable: 'The platform cannot be read, so nobody knows whether it is there.',
  too_old: 'It could not be sent for so long that it was given up.',
  place_refused: 'The place takes nothing more.',
  refused: 'The platform refused it.',
  too_many_tries: 'It was tried too often without success.',
  dismissed: 'Somebody did not want it sent.',
  told_elsewhere: 'It is told where it was asked for.',
  held_instead: 'It waits as an item of its own, to be sent or dismissed.',
  undone: 'It no longer holds.',
  redacted: 'Its content was redacted.',
}

/** Why a binding ended, where it is known who did it. */
const endedBy: Partial<Record<BindingEnd, (who: string) => string>> = {
  unfocus: (who) => `${who} left it`,
  replaced: (who) => `${who} focused something else here`,
  made_private: (who) => `${who} made the session private`,
}

const hidden: Record<NonNullable<DeliveryJson['hidden']>, string> = {
  not_yours: 'Its content is not yours to see.',
  told_there: 'What it says is for whoever reads it there, and shown nowhere else.',
  gone: 'Its content is gone.',
}

/** Places outside, as people there call them; by id where nobody here knows. */
const outside = {
  thread: (name: string, above: string, channel: string) =>
    `${quote(name)} in #${quote(above)} on ${channel}`,
  threadAlone: (name: string, channel: string) => `thread ${quote(name)} on ${channel}`,
  channel: (name: string, channel: string) => `#${quote(name)} on ${channel}`,
  group: (name: string, channel: string) => `group ${quote(name)} on ${channel}`,
  dm: (name: string, channel: string) => `direct message with ${quote(name)} on ${channel}`,
  unknown: (kind: string, id: string, channel: string) => `${kind} ${quote(id)} on ${channel}`,
  unknownUnder: (id: string, above: string, channel: string) =>
    `thread ${quote(id)} in #${quote(above)} on ${channel}`,
}

export const placeStrings = {
  outside,
  tabs: { label: 'Places', bindings: 'Bindings', deliveries: 'Deliveries' },
  ofSession: (title: string) => `Only “${quote(title)}”`,
  toSession: 'Open the session',
  ofAll: 'Show all',
  bindings: {
    title: 'Bindings',
    about: 'Which place belongs to which session: what is written there goes straight to it.',
    list: 'Bindings',
    loading: 'Reading the bindings',
    filter: { label: 'Which to show', in_force: 'In force', ended: 'Ended', all: 'All' },
    none: 'No place belongs to a session. In a chat, bind what you write to a sub-agent with',
    noneExample: '/focus worker-2',
    noneEnded: 'Nothing has ended. What ends is kept here for 90 days.',
    noneOf: 'No place belongs to this session.',
    shown: (count: number, written: string, hasMore: boolean) =>
      shownOf(count, written, hasMore, 'binding', 'bindings'),
    search: 'Find by session, place or person',
    noneFound: (text: string) => `Nothing here is called “${quote(text)}”.`,
    composer: (who: string, page: string) => `${who}’s message field ${page}`,
    myComposer: (page: string) => `Your message field ${page}`,
    somebody: 'Somebody',
    inChat: (title: string) => `in ${quote(title)}`,
    inSomeChat: 'in a chat',
    ownPage: 'Its own page',
    page: (title: string) => `The page of ${quote(title)}`,
    untitled: 'an untitled chat',
    statuses,
    endedFor: (why: string) => `ended: ${why}`,
    endedBy,
    you: 'you',
    by: (name: string) => `by ${name}`,
    byNobody: 'by an agent',
    opened: 'opened by Heddle',
    bound: 'bound',
    from: 'from',
    to: 'to',
    ends: 'ends',
    ifQuiet: 'if nobody writes',
    atLatest: 'at the latest',
    forEver: 'without an end',
    last: 'last used',
    end: 'End',
    endNamed: (name: string, place: string) => `End: ${quote(name)}, ${place}`,
    wasEnded: (name: string) => `${quote(name)} no longer hears it.`,
    back: (name: string) => `${quote(name)} hears it again.`,
    notBack: 'It could not be bound again.',
    ending: {
      title: 'End this binding?',
      which: (name: string, place: string) => `${place} → ${quote(name)}`,
      text: 'What is written there no longer goes to it.',
      goesOn: 'The session itself goes on.',
      isOver: 'Its session is over; the next message there would have gone on with it.',
      farewell: 'Heddle says so there.',
      farewellAndClose: 'Heddle says so there, and puts the conversation away.',
      submit: 'End it',
    },
  },
  deliveries: {
    title: 'Deliveries',
    about: 'What was to become visible on other platforms, and how far it has come.',
    trouble: 'Waits for somebody',
    troubleAbout: 'Nothing happens to these by itself: resend them, or let them be.',
    troubleOfOthers: 'Nothing happens to these by itself. Whoever takes part there can resend them.',
    rest: 'All others',
    listTrouble: 'Deliveries that wait for somebody',
    list: 'Deliveries',
    loading: 'Reading the deliveries',
    filter: { label: 'Which to show', all: 'All', open: 'On their way', sent: 'Sent' },
    noTrouble: 'Nothing is stuck.',
    none: 'Nothing was sent to another platform yet. What agents say in a place that belongs to a session stands here.',
    noneFits: 'Nothing fits this filter.',
    shown: (count: number, written: string, hasMore: boolean) =>
      shownOf(count, written, hasMore, 'delivery', 'deliveries'),
    states,
    held: 'held',
    kinds,
    reasons,
    hidden,
    heldHint: 'Resend looks for one again.',
    detail: 'Details',
    as: (name: string) => `as ${name}`,
    part: (part: number, parts: number) => `part ${part} of ${parts}`,
    attempts: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
    next: 'next try',
    sentAt: 'sent',
    madeAt: 'begun',
    nowhere: 'No place',
    onPlatform: (channel: string) => `See it on ${channel}`,
    toEvent: 'Where it was said',
    toRun: 'The run it tells of',
    resend: 'Resend',
    resendNamed: (text: string) => `Resend: ${quote(text)}`,
    resent: 'It is sent again.',
    toldOnPage: 'It is told on the page where it was asked for.',
    resentHeld: 'There is still no place for it.',
    dismiss: 'Dismiss',
    dismissNamed: (text: string) => `Dismiss: ${quote(text)}`,
    dismissing: {
      title: 'Let this be?',
      to: (place: string) => `To: ${place}`,
      text: 'It will not be sent, and cannot be sent later. What was said stays on its timeline.',
      unknown: 'It may be there already; that stays as it is.',
      submit: 'Do not send it',
      done: 'It will not be sent.',
    },
  },
}
