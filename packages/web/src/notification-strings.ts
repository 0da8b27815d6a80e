// The words of the settings of notifications. A part of the catalogue that comes with its page.

import type { NotificationKind } from '@heddle/contract'
import type { NoticeState } from './inbox/notices.ts'
import type { SettableChannel } from './pages/settings/notifications/choose-told.ts'

const kinds: Record<NotificationKind, { title: string; about: string }> = {
  mention: { title: 'Mentions', about: 'Somebody writes your handle.' },
  reply: { title: 'Replies', about: 'Somebody replies to you, or in a discussion that you are in.' },
  approval: { title: 'Approvals', about: 'An agent waits for your word.' },
  completion: { title: 'Finished', about: 'What you asked for is done, and it took a while.' },
  failure: { title: 'Failed', about: 'What you asked for went wrong.' },
  delivery: { title: 'Not posted', about: 'Something could not be posted on another platform.' },
}

const channels: Record<SettableChannel, string> = { in_app: 'Inbox', discord: 'Discord', slack: 'Slack' }

const notices: Record<NoticeState, string> = {
  on: 'On in this browser.',
  off: 'Off in this browser.',
  unasked: 'Off in this browser.',
  refused:
    'This browser does not allow Heddle to show notices. Allow them for this address in the browser’s own settings, then load the page again.',
  impossible: 'This browser cannot show notices, or not at an address without https.',
}

export const notificationStrings = {
  about: 'What you are told of, and where. For you, on every device.',
  loading: 'Reading your preferences',
  table: 'What you are told of, and where',
  kind: 'What',
  kinds,
  channels,
  cell: (kind: string, channel: string) => `${kind}: ${channel}`,
  always: 'Always in the inbox: whoever writes your handle means you.',
  mute: 'Only what needs me',
  muteAbout: 'Replies and what is finished are told nowhere. Mentions, approvals and failures are.',
  saved: 'Saved.',
  notLinked: 'Link an account on Discord or Slack to be told there, too.',
  link: 'Link an account',
  grace:
    'Elsewhere you are told a little later, and only if you have not read it here by then. It says who and where, never what was said.',
  notices: {
    title: 'Notices of this browser',
    about:
      'A notice when something new needs you and no tab of Heddle is in front of you. It says who and where, never what was said.',
    states: notices,
    turnOn: 'Show notices',
    turnOff: 'Show none',
  },
}
