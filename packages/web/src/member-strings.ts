// The words of members and invites. A part of the catalogue that comes with its page.

import type { InviteJson } from '@heddle/contract'
import { shownOf } from './shown-of.ts'

const inviteStates: Record<InviteJson['state'], string> = {
  open: 'Open',
  used: 'Used',
  expired: 'Expired',
  revoked: 'Withdrawn',
}

export const memberStrings = {
  title: 'Members',
  parts: 'Parts of this page',
  people: 'People',
  invites: 'Invites',
  invite: 'Invite people',
  search: 'Find by name or handle',
  loading: 'Reading the list',
  you: 'You',
  joined: 'Joined',
  nobodyFound: (text: string) => (text === '' ? 'Nobody is here.' : `Nobody here matches “${text}”.`),
  shown: (count: number, written: string, hasMore: boolean) =>
    shownOf(count, written, hasMore, 'person', 'people'),
  actionsFor: (name: string) => `Actions for ${name}`,
  actions: { role: 'Change role', rename: 'Rename', remove: 'Remove' },
  role: {
    title: (name: string) => `Role of ${name}`,
    label: 'Role',
    submit: (role: string) => `Make ${role.toLowerCase()}`,
    done: (name: string, role: string) => `${name} is ${role.toLowerCase()} now.`,
  },
  rename: {
    title: (name: string) => `Rename ${name}`,
    label: 'Name',
    missing: 'Type a name.',
    submit: 'Rename',
    done: (name: string) => `Renamed to ${name}.`,
  },
  remove: {
    title: (name: string) => `Remove ${name}?`,
    text: (handle: string) =>
      `@${handle} is signed out everywhere at once; their API tokens and open invites stop working. What they wrote stays. Only a new invite brings them back.`,
    submit: (name: string) => `Remove ${name}`,
    done: (name: string) => `${name} was removed.`,
  },
}

export const inviteStrings = {
  loading: 'Reading the invites',
  none: 'No invites yet. Each link lets in one person and then stops working.',
  noNote: 'Invite without a note',
  ownerLink: 'Owner link',
  states: inviteStates,
  when: { open: 'expires', used: 'made', expired: 'made', revoked: 'made' } satisfies Record<
    InviteJson['state'],
    string
  >,
  withdraw: 'Withdraw',
  withdrawNamed: (title: string) => `Withdraw: ${title}`,
  shown: (count: number, written: string, hasMore: boolean) =>
    shownOf(count, written, hasMore, 'invite', 'invites'),
  create: {
    title: 'Invite someone',
    role: 'Role',
    note: 'Note',
    noteHint: 'For whom it is. Only admins see it.',
    expiry: 'The link works for',
    teamExpiry: (time: string) => `${time} (as agreed for this place)`,
    submit: 'Make the link',
  },
  made: {
    title: 'Here is the link',
    text: (role: string, at: string) =>
      `It lets in one person as ${role.toLowerCase()}, until ${at}. Send it to them in a way that only they can read.`,
    label: 'Invite link',
  },
  withdrawing: {
    title: 'Withdraw this invite?',
    text: (note: string) =>
      note === ''
        ? 'Its link stops working at once. You can make a new one at any time.'
        : `The link for “${note}” stops working at once. You can make a new one at any time.`,
    submit: 'Withdraw',
    done: 'The invite was withdrawn.',
  },
}
