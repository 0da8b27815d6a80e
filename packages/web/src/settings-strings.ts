// The words of sign-ins, tokens, the team and the audit log in the settings. A part of the catalogue that comes with its
// page.

import type { Scope, SettingJson } from '@heddle/contract'
import { plural, shownOf } from './shown-of.ts'

const scopes: Record<Scope, { title: string; about: string }> = {
  read: { title: 'Read', about: 'Sees what you can see.' },
  write: { title: 'Write', about: 'Acts in your name.' },
  admin: { title: 'Admin', about: 'Manages people and settings.' },
}

const settingLabels: Partial<Record<string, string>> = {
  'team.name': 'Name of this place',
  'server.publicUrl': 'Public address',
  'invites.expireHours': 'Invites expire after, in hours',
  'signIn.expireDays': 'Sign-ins end after, in days',
  'agents.defaults.model': 'Model of agents that name none',
}

const settingSources: Record<SettingJson['source'], string> = {
  default: 'Default',
  web: 'Set here',
  file: 'Set in heddle.json5',
}

const auditActions: Partial<Record<string, string>> = {
  'sign_in.create': 'signed in',
  'sign_in.end': 'ended a sign-in',
  'join.accept': 'joined',
  'self.change': 'changed their account',
  'token.create': 'made an API token',
  'token.revoke': 'revoked an API token',
  'member.create': 'added a member',
  'member.change': 'changed a member',
  'member.change_role': 'changed a role',
  'member.remove': 'removed a member',
  'member.set_password': 'set a password',
  'invite.create': 'made an invite',
  'approval.decide': 'decided about a tool call',
  'budget.raise': 'raised a budget',
  'invite.revoke': 'withdrew an invite',
  'settings.change': 'changed settings',
  'session.disclose': 'showed a session to the team',
  'session.archive': 'archived a session',
  'session.redact': 'redacted an event',
  'secret.change': 'changed a secret',
  'backup.create': 'made a backup',
}

export const settingStrings = {
  signIns: {
    about: 'Browsers in which you are signed in.',
    loading: 'Reading your sign-ins',
    unknownDevice: 'Unknown browser',
    current: 'This one',
    lastSeen: 'used',
    since: 'since',
    end: 'End',
    endNamed: (device: string) => `End: ${device}`,
    endOthers: (count: number) => `End ${count} ${plural(count, 'other', 'others')}`,
    endAllOthers: 'End all others',
    ended: 'Ended.',
    shown: (written: string) => `${written} shown, there are more`,
  },
  tokens: {
    about: 'What programs sign in with, in your name.',
    loading: 'Reading your tokens',
    none: 'No tokens yet. A script that reads the audit log every night would need one, with “Admin” only.',
    make: 'Make a token',
    name: 'Name',
    nameHint: 'What it is for.',
    nameMissing: 'Give the token a name.',
    scopesLabel: 'What it may do',
    scopesMissing: 'Choose at least one.',
    scopes,
    expiry: 'It works for',
    never: 'Until you revoke it',
    submit: 'Make the token',
    expired: 'Expired',
    neverUsed: 'never used',
    lastUsed: 'used',
    neverExpires: 'until revoked',
    endsAt: 'until',
    endedAt: 'ended',
    revoke: 'Revoke',
    revokeNamed: (name: string) => `Revoke ${name}`,
    shown: (written: string) => `${written} shown, there are more`,
    made: {
      title: (name: string) => `Token “${name}”`,
      label: 'API token',
    },
    revoking: {
      title: (name: string) => `Revoke “${name}”?`,
      text: 'Whatever uses it is refused from now on. This cannot be taken back.',
      submit: 'Revoke',
      done: (name: string) => `“${name}” was revoked.`,
    },
  },
  team: {
    about: 'How this place works, for everyone.',
    formLabel: 'Team settings',
    loading: 'Reading the settings',
    saved: 'The settings were saved.',
    saveCount: (count: number) => `Save ${count} ${plural(count, 'change', 'changes')}`,
    labels: settingLabels,
    sources: settingSources,
    reset: 'Back to default',
    resetNamed: (label: string) => `Back to default: ${label}`,
  },
  audit: {
    about: 'Decisions of consequence, newest first. Nobody can change them.',
    loading: 'Reading the audit log',
    none: 'Nothing has been decided yet.',
    shown: (count: number, written: string, hasMore: boolean) =>
      shownOf(count, written, hasMore, 'entry', 'entries'),
    actions: auditActions,
    unknownAction: 'did this',
    refused: 'Refused',
    detail: 'Details',
  },
}
