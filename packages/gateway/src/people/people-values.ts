// What the verbs of this room take and give. Times are integer milliseconds; a door turns them into what it speaks.

import type {
  AuditId,
  GuestId,
  InviteId,
  PersonId,
  PreferencesJson,
  RefusalCode,
  Role,
  Scope,
  SessionId,
  SignInId,
  TokenId,
} from '@heddle/contract'
import type { PersonActor } from './actor.ts'

/** What an action is done to. An action that needs another kind than the one given is refused. */
export type Resource =
  /** This installation, or a named thing of it: a setting, a secret. */
  | { kind: 'place'; name?: string }
  | { kind: 'person'; id: PersonId; role: Role }
  | { kind: 'role_change'; id: PersonId; from: Role; to: Role }
  /** Someone's password, preferences, tokens or sign-ins; `id` names the one of several. */
  | {
      kind: 'password' | 'preferences' | 'tokens' | 'sign_ins' | 'links' | 'notifications'
      personId: PersonId
      id?: string
    }
  | { kind: 'new_token'; personId: PersonId; scopes: readonly Scope[] }
  /** A role that is given to someone who is not here yet. */
  | { kind: 'invite'; id: string; role: Role }
  | { kind: 'new_person'; handle: string; role: Role }
  /** A session as its room knows it: who may see it and what the actor is to it. */
  | {
      kind: 'session'
      id: SessionId
      visibility: 'private' | 'team'
      isListed: boolean
      isMaker: boolean
      /** Nobody else set off what runs in it; said where it is asked for. */
      isOwnTurn?: boolean
    }
  /** Something in a session that somebody wrote. */
  | {
      kind: 'session_part'
      id: string
      visibility: 'private' | 'team'
      isListed: boolean
      isAuthor: boolean
    }
  /** A tool call that waits for somebody's word, in a session. */
  | {
      kind: 'approval'
      id: string
      visibility: 'private' | 'team'
      isListed: boolean
      /** Set off the turn that asks. */
      isRequester: boolean
      by: 'participants' | 'requester' | 'admins'
    }
  /** Which session hears what is written somewhere. */
  | {
      kind: 'binding'
      id: string
      visibility: 'private' | 'team'
      isListed: boolean
      isBinder: boolean
      isNobodys: boolean
    }

export type Verdict = { ok: true } | { ok: false; code: RefusalCode; reason: string }

export interface Person {
  id: PersonId
  handle: string
  name: string
  role: Role
  state: 'active' | 'removed'
  timeZone: string | null
  version: number
  createdAt: number
  updatedAt: number
}

export type Preferences = PreferencesJson

export interface Token {
  id: TokenId
  personId: PersonId
  name: string
  scopes: Scope[]
  createdAt: number
  lastUsedAt: number | null
  expiresAt: number | null
}

export interface CreatedToken {
  token: Token
  /** Shown this once; only its hash is kept. */
  secret: string
}

export interface SignIn {
  id: SignInId
  personId: PersonId
  /** Whether it is the one that asked. */
  current: boolean
  device: string
  address: string
  createdAt: number
  lastSeenAt: number
  expiresAt: number
}

/** Somebody who just came in: `secret` is what the cookie carries. */
export interface SignedIn {
  person: Person
  actor: PersonActor
  secret: string
  expiresAt: number
}

export interface Invite {
  id: InviteId
  role: Role
  note: string
  state: 'open' | 'used' | 'expired' | 'revoked'
  /** Null for what the command line made, the owner link included. */
  createdBy: PersonId | null
  createdAt: number
  expiresAt: number
  usedBy: PersonId | null
}

export interface CreatedInvite {
  invite: Invite
  /** Shown this once; only its hash is kept. */
  code: string
}

export interface JoinPreview {
  role: Role
  expiresAt: number
}

export interface AuditEntry {
  id: AuditId
  at: number
  actor: { kind: string; id: string | null; name: string }
  action: string
  outcome: 'allowed' | 'refused'
  resource: string | null
  detail: Record<string, unknown>
}

export interface Guest {
  id: GuestId
  channel: string
  accountId: string
  platformId: string
  name: string
  /** The member it turned out to be, once linked. */
  personId: PersonId | null
}

/** An account on a platform that is a member's. */
export interface Link {
  id: GuestId
  channel: string
  accountId: string
  platformId: string
  /** As they call themselves there. */
  name: string
  linkedAt: number
}

export interface OfferedLink {
  /** Shown this once; only its hash is kept. */
  code: string
  expiresAt: number
}

export interface PageInput {
  limit: number
  cursor?: string | undefined
}

export interface Page<T> {
  items: T[]
  /** Absent on the last page. */
  next?: string
}
