// Who may do what, as one table: the weakest role, the scopes a token needs, and what else must hold between a person
// and the thing. Guests may only what a row says of them; Heddle itself is in no row.

import { type Action, atLeast, type Role, roles, type Scope, scopes } from '@heddle/contract'
import type { GuestActor, PersonActor } from './actor.ts'
import type { Resource } from './people-values.ts'

/** Undefined for a word that came in from outside and is no action. */
export function ruleOf(action: string): Rule | undefined {
  return Object.hasOwn(rules, action) ? rules[action as Action] : undefined
}

/** Whether someone of this role may let people in as that one. Their credential was judged when they did. */
export function mayLetIn(role: Role, as: Role): boolean {
  const { role: weakest } = rules['invite.create']
  return weakest !== 'nobody' && atLeast(role, weakest) && covers(role, as)
}

export interface Rule {
  /** The weakest role that may. */
  role: Role | 'nobody'
  /** What a token must carry, all of it. A sign-in carries everything. */
  scopes: readonly Scope[]
  /** Whoever reaches the data folder may do what needs no person. */
  operator: boolean
  anonymous?: true
  audited?: true
  on: readonly Resource['kind'][]
  /** What else must hold between a person and the resource. */
  also?: (actor: PersonActor, resource: Resource) => boolean
  /** What must hold for a guest; absent: none may. */
  guest?: (actor: GuestActor, resource: Resource) => boolean
}

const see = ['read'] as const
const act = ['write'] as const
const manage = ['admin'] as const
// Who comes in, or up, gets sign-ins with every scope; a token that lacks one would hand out more than it has.
const letIn = scopes

const rules: Readonly<Record<Action, Rule>> = {
  'public.read': { role: 'viewer', scopes: [], operator: true, anonymous: true, on: ['place'] },
  'sign_in.create': {
    role: 'viewer',
    scopes: [],
    operator: false,
    anonymous: true,
    audited: true,
    on: ['place'],
  },
  'join.accept': {
    role: 'viewer',
    scopes: [],
    operator: false,
    anonymous: true,
    audited: true,
    on: ['place'],
  },

  'self.read': {
    role: 'viewer',
    scopes: see,
    operator: false,
    on: ['person', 'preferences', 'sign_ins', 'links'],
    also: isOwn,
  },
  'self.change': {
    role: 'viewer',
    scopes: act,
    operator: false,
    audited: true,
    on: ['person', 'preferences', 'password'],
    also: (actor, resource) => isOwn(actor, resource) && (resource.kind !== 'password' || isSignedIn(actor)),
  },
  'sign_in.end': {
    role: 'viewer',
    scopes: act,
    operator: true,
    audited: true,
    on: ['sign_ins'],
    also: isOwn,
  },
  'token.read': { role: 'viewer', scopes: see, operator: true, on: ['tokens'], also: isOwn },
  'token.create': {
    role: 'viewer',
    scopes: act,
    operator: true,
    audited: true,
    on: ['new_token'],
    also: (actor, resource) => isOwn(actor, resource) && carries(actor, resource),
  },
  'token.revoke': { role: 'viewer', scopes: act, operator: true, audited: true, on: ['tokens'], also: isOwn },

  'member.read': { role: 'viewer', scopes: see, operator: true, on: ['place', 'person'] },
  'member.create': { role: 'nobody', scopes: letIn, operator: true, audited: true, on: ['new_person'] },
  'member.change': {
    role: 'admin',
    scopes: manage,
    operator: true,
    audited: true,
    on: ['person'],
    also: reaches,
  },
  'member.change_role': {
    role: 'admin',
    scopes: letIn,
    operator: true,
    audited: true,
    on: ['role_change'],
    also: mayMove,
  },
  'member.remove': {
    role: 'admin',
    scopes: manage,
    operator: true,
    audited: true,
    on: ['person'],
    also: reaches,
  },
  // Setting someone's password is becoming them.
  'member.set_password': { role: 'nobody', scopes: letIn, operator: true, audited: true, on: ['password'] },

  'invite.read': { role: 'admin', scopes: manage, operator: true, on: ['place'] },
  'invite.create': {
    role: 'admin',
    scopes: letIn,
    operator: true,
    audited: true,
    on: ['invite'],
    also: reaches,
  },
  'invite.revoke': {
    role: 'admin',
    scopes: manage,
    operator: true,
    audited: true,
    on: ['invite'],
    also: reaches,
  },

  'audit.read': { role: 'admin', scopes: manage, operator: true, on: ['place'] },
  'settings.read': { role: 'admin', scopes: manage, operator: true, on: ['place'] },
  'settings.change': { role: 'admin', scopes: manage, operator: true, audited: true, on: ['place'] },
  'metrics.read': { role: 'admin', scopes: manage, operator: true, on: ['place'] },
  'secret.read': { role: 'admin', scopes: manage, operator: true, on: ['place'] },
  'secret.change': { role: 'admin', scopes: manage, operator: true, audited: true, on: ['place'] },
  // A backup holds everybody's private sessions.
  'backup.create': { role: 'owner', scopes: manage, operator: true, audited: true, on: ['place'] },

  'tool.read': { role: 'viewer', scopes: see, operator: true, on: ['place'] },
  'agent.read': { role: 'viewer', scopes: see, operator: true, on: ['place'] },
  'usage.read': { role: 'viewer', scopes: see, operator: false, on: ['place'] },
  // Who used how much is about everyone here, as the audit log is.
  'usage.read_team': { role: 'admin', scopes: manage, operator: true, on: ['place'] },
  'file.create': { role: 'member', scopes: act, operator: false, on: ['place'] },
  // Which files, the room of sessions knows: one's own, and those of the sessions that one may read.
  'file.read': { role: 'viewer', scopes: see, operator: true, on: ['place'] },
  'live.connect': { role: 'viewer', scopes: see, operator: false, on: ['place'] },
  'model.complete': { role: 'member', scopes: act, operator: false, on: ['place'] },
  'session.list': { role: 'viewer', scopes: see, operator: true, on: ['place'] },
  'session.create': {
    role: 'member',
    scopes: act,
    operator: false,
    on: ['place'],
    // The first word in a place where they were let in, and nobody hears yet.
    guest: ({ admitted }) => admitted !== undefined && admitted.heardBy === undefined,
  },
  'session.read': { role: 'viewer', scopes: see, operator: true, on: ['session'], also: mayLookInto },
  'session.write': {
    role: 'member',
    scopes: act,
    operator: false,
    on: ['session'],
    also: (actor, resource) => mayLookInto(actor, resource) || isHeardBy(actor, resource),
    guest: hears,
  },
  'subagent.spawn': { role: 'member', scopes: act, operator: false, on: ['session'], also: mayLookInto },
  'subagent.kill': { role: 'member', scopes: act, operator: true, on: ['session'], also: mayLookInto },
  'session.stop': {
    role: 'member',
    scopes: act,
    operator: true,
    on: ['session'],
    also: (actor, resource) =>
      mayLookInto(actor, resource) || (isHeardBy(actor, resource) && isOwnTurn(resource)),
    guest: (actor, resource) => hears(actor, resource) && isOwnTurn(resource),
  },
  'session.change': { role: 'member', scopes: act, operator: true, on: ['session'], also: mayLookInto },
  // Who else may read it is decided by whoever made it: an admin who was let in may not let the team in.
  'session.disclose': {
    role: 'member',
    scopes: act,
    operator: true,
    audited: true,
    on: ['session'],
    also: (_, resource) => resource.kind === 'session' && resource.isMaker,
  },
  'session.archive': {
    role: 'member',
    scopes: act,
    operator: true,
    audited: true,
    on: ['session'],
    also: (actor, resource) =>
      mayLookInto(actor, resource) &&
      resource.kind === 'session' &&
      (resource.isMaker || atLeast(actor.role, 'admin')),
  },
  'session.redact': {
    role: 'member',
    scopes: act,
    operator: true,
    audited: true,
    on: ['session_part'],
    also: isAuthorOrAdmin,
  },
  'queue.edit': {
    role: 'member',
    scopes: act,
    operator: false,
    on: ['session_part'],
    also: (actor, resource) => mayLookInto(actor, resource) && isAuthor(resource),
  },
  'queue.cancel': {
    role: 'member',
    scopes: act,
    operator: true,
    on: ['session_part'],
    also: isAuthorOrAdmin,
  },
  'approval.read': { role: 'viewer', scopes: see, operator: true, on: ['approval'], also: mayLookInto },
  'approval.decide': {
    role: 'member',
    scopes: act,
    operator: false,
    audited: true,
    on: ['approval'],
    also: (actor, resource) => mayLookInto(actor, resource) && isDecider(actor, resource),
  },
  // Whose money it is, is decided by whoever runs the place.
  'budget.raise': {
    role: 'admin',
    scopes: manage,
    operator: true,
    audited: true,
    on: ['session'],
    also: mayLookInto,
  },
  'binding.read': { role: 'viewer', scopes: see, operator: true, on: ['place', 'session'], also: sees },
  'binding.make': {
    role: 'member',
    scopes: act,
    operator: false,
    audited: true,
    on: ['session'],
    also: mayLookInto,
  },
  // A whole channel is everybody's.
  'binding.make_here': {
    role: 'admin',
    scopes: act,
    operator: false,
    audited: true,
    on: ['session'],
    also: mayLookInto,
  },
  'binding.end': {
    role: 'member',
    scopes: act,
    operator: true,
    audited: true,
    on: ['binding'],
    also: mayEndBinding,
  },
  'delivery.read': { role: 'viewer', scopes: see, operator: true, on: ['place', 'session'], also: sees },
  'delivery.resend': {
    role: 'member',
    scopes: act,
    operator: true,
    audited: true,
    on: ['place', 'session'],
    also: settlesOutbox,
  },
  'delivery.dismiss': {
    role: 'member',
    scopes: act,
    operator: true,
    audited: true,
    on: ['place', 'session'],
    also: settlesOutbox,
  },
  'account.link': { role: 'viewer', scopes: act, operator: false, audited: true, on: ['links'], also: isOwn },
  'thread.read': { role: 'viewer', scopes: see, operator: true, on: ['session'], also: mayLookInto },
  'thread.open': { role: 'member', scopes: act, operator: false, on: ['session'], also: mayLookInto },
  'thread.change': { role: 'member', scopes: act, operator: false, on: ['session'], also: mayLookInto },
  'thread.hand_over': { role: 'member', scopes: act, operator: false, on: ['session'], also: mayLookInto },
  'reply.post': { role: 'member', scopes: act, operator: false, on: ['session'], also: mayLookInto },
  'reply.edit': {
    role: 'member',
    scopes: act,
    operator: false,
    on: ['session_part'],
    also: (actor, resource) => mayLookInto(actor, resource) && isAuthor(resource),
  },
  'reply.delete': {
    role: 'member',
    scopes: act,
    operator: false,
    audited: true,
    on: ['session_part'],
    also: isAuthorOrAdmin,
  },
  'notification.read': { role: 'viewer', scopes: see, operator: false, on: ['notifications'], also: isOwn },
  'notification.change': { role: 'viewer', scopes: act, operator: false, on: ['notifications'], also: isOwn },
  'notification.oversee': { role: 'admin', scopes: manage, operator: true, on: ['place'] },
  'search.read': { role: 'viewer', scopes: see, operator: false, on: ['place'] },
  'queue.reorder': {
    role: 'member',
    scopes: act,
    operator: false,
    on: ['session'],
    also: mayLookInto,
  },
}

/** A private session is for those listed in it, whatever their role. */
function mayLookInto(_: PersonActor, resource: Resource): boolean {
  if (resource.kind !== 'session' && resource.kind !== 'session_part' && resource.kind !== 'approval')
    return false
  return resource.visibility === 'team' || resource.isListed
}

/** Where someone was let in to speak, the session that hears them is for them to speak to, whoever is listed in it. */
function isHeardBy({ credential }: PersonActor, resource: Resource): boolean {
  return credential.kind === 'channel' && resource.kind === 'session' && resource.id === credential.heardBy
}

function hears({ admitted }: GuestActor, resource: Resource): boolean {
  return resource.kind === 'session' && resource.id === admitted?.heardBy
}

/** Nothing runs, or what runs was asked for by whoever asks now. */
function isOwnTurn(resource: Resource): boolean {
  return resource.kind === 'session' && resource.isOwnTurn === true
}

/** A list is for everyone, and shows what its reader may see; one of them is as its session is. */
function sees(actor: PersonActor, resource: Resource): boolean {
  return resource.kind === 'place' || mayLookInto(actor, resource)
}

/** What belongs to no session is the house's. */
function settlesOutbox(actor: PersonActor, resource: Resource): boolean {
  return resource.kind === 'place' ? atLeast(actor.role, 'admin') : mayLookInto(actor, resource)
}

/** By whoever made it or an admin; what nobody made, by all who take part. */
function mayEndBinding(actor: PersonActor, resource: Resource): boolean {
  if (resource.kind !== 'binding') return false
  if (resource.isBinder || atLeast(actor.role, 'admin')) return true
  return resource.isNobodys && (resource.visibility === 'team' || resource.isListed)
}

/** Whoever takes part, unless the place says that it is for the one who set it off, or for admins. */
function isDecider(actor: PersonActor, resource: Resource): boolean {
  if (resource.kind !== 'approval') return false
  if (resource.by === 'participants') return true
  return atLeast(actor.role, 'admin') || (resource.by === 'requester' && resource.isRequester)
}

function isAuthor(resource: Resource): boolean {
  return resource.kind === 'session_part' && resource.isAuthor
}

function isAuthorOrAdmin(actor: PersonActor, resource: Resource): boolean {
  return mayLookInto(actor, resource) && (isAuthor(resource) || atLeast(actor.role, 'admin'))
}

function isOwn(actor: PersonActor, resource: Resource): boolean {
  if (resource.kind === 'person') return resource.id === actor.personId
  return 'personId' in resource && resource.personId === actor.personId
}

function isSignedIn(actor: PersonActor): boolean {
  return actor.credential.kind === 'sign_in'
}

function carries(actor: PersonActor, resource: Resource): boolean {
  return resource.kind === 'new_token' && resource.scopes.every((scope) => actor.scopes.includes(scope))
}

/** Nobody touches a role above their own: admins manage up to admins, only owners have to do with owners. */
function reaches(actor: PersonActor, resource: Resource): boolean {
  return 'role' in resource && covers(actor.role, resource.role)
}

function mayMove(actor: PersonActor, resource: Resource): boolean {
  if (resource.kind !== 'role_change') return false
  // Nobody moves themselves, except an owner who steps down.
  if (resource.id === actor.personId) return actor.role === 'owner' && resource.from === 'owner'
  return covers(actor.role, resource.from) && covers(actor.role, resource.to)
}

/** A word that is no role ranks below the weakest, so it must not count as reached. */
function covers(own: Role, other: Role): boolean {
  return roles.includes(other) && atLeast(own, other)
}
