// The words of what one is told: why, aloud when it comes, and on the page of the inbox. A part of the catalogue that comes with its pages.

import type { NotificationChannel, NotificationReason, Suppression } from '@heddle/contract'
import { shownOf } from './shown-of.ts'

const what: Record<NotificationReason, (who: string) => string> = {
  mention: (who) => `${who} mentioned you`,
  approval: (who) => `${who} waits for your word`,
  reply_to_you: (who) => `${who} replied to you`,
  reply_in_thread: (who) => `${who} replied`,
  failure: (who) => `${who} failed`,
  completion: (who) => `${who} finished`,
  delivery_gave_up: () => 'A message could not be posted',
}

const channels: Record<NotificationChannel, string> = {
  in_app: 'Here',
  discord: 'Discord',
  slack: 'Slack',
  loopback: 'Loopback',
}

const because: Record<Suppression, string> = {
  read: 'because you had read it',
  present: 'because you were looking at it',
  no_longer_a_member: 'because you no longer take part',
  may_not_see: 'because you may no longer see it',
  not_linked: 'because no account there is linked to you',
  turned_off: 'because you turned it off',
  source_deleted: 'because it was deleted',
  no_longer_mentioned: 'because you are no longer mentioned',
  dismissed: 'because somebody who looks after deliveries did not want it',
}

export const inboxPageStrings = {
  what,
  said: {
    one: (sentence: string, session: string) => `${sentence} in ${session}.`,
    andMore: (sentence: string, count: number) => `${sentence} ${count} more in your inbox.`,
  },
  about: 'What needs you, from all sessions.',
  loading: 'Reading your inbox',
  list: 'Inbox',
  filter: { label: 'Which to show', unread: 'Unread', all: 'All' },
  none: 'Nothing needs you.',
  noneAbout: 'When somebody mentions you or replies to you, or an agent needs you, it stands here.',
  noneAtAll: 'Nobody has told you anything yet.',
  shown: (count: number, written: string, hasMore: boolean) =>
    shownOf(count, written, hasMore, 'row', 'rows'),
  unread: 'Unread',
  in: 'in',
  gone: 'What it says is gone.',
  problem: (why: string) => `Why: ${why}`,
  isUnread: (count: number) => (count === 0 ? '' : count === 1 ? 'Unread. ' : `${count} unread. `),
  earlier: (count: number) => `${count} earlier`,
  done: 'Done',
  doneNamed: (what: string) => `Done: ${what}`,
  again: 'Mark as unread',
  againNamed: (what: string) => `Mark as unread: ${what}`,
  doneAll: 'Mark all as read',
  wasDone: 'Marked as read.',
  wasAgain: 'Marked as unread.',
  wasDoneAll: 'All marked as read.',
  failed: 'It could not be marked. Try again in a moment.',
  delivery: {
    channels,
    line: (channel: string, words: string) => `${channel}: ${words}`,
    pending: 'on its way',
    held: (clock: string) => `waits until ${clock}, in case you read it here`,
    heldOpen: 'waits, in case you read it here',
    delivered: 'sent',
    open: (channel: string) => `Open it on ${channel}`,
    retrying: (clock: string) => `retrying ${clock}`,
    retryingSoon: 'retrying',
    retryingFor: (words: string, why: string) => `${words}: ${why}`,
    failed: 'not sent',
    failedFor: (why: string) => `not sent: ${why}`,
    suppressed: (why: Suppression | undefined) =>
      why === undefined ? 'not sent' : `not sent, ${because[why]}`,
    unknown: 'may or may not be there',
  },
  notices: {
    ask: 'Be told while Heddle is out of sight?',
    askAbout:
      'This browser can show a notice when something new needs you and no tab of Heddle is in front of you. It says who and where, never what was said.',
    turnOn: 'Show notices',
    notNow: 'Not now',
    on: 'This browser shows notices now.',
    refused: 'The browser did not allow notices.',
  },
}
