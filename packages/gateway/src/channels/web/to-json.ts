// What the rooms give, as the JSON that the contract promises: times as ISO 8601 in UTC, and field by field, so that
// nothing leaves that the contract does not name.

import type {
  AuditJson,
  CreatedInviteJson,
  CreatedTokenJson,
  InviteJson,
  MeJson,
  PageJson,
  PersonJson,
  SignInJson,
  TokenJson,
} from '@heddle/contract'
import type {
  AuditEntry,
  CreatedInvite,
  CreatedToken,
  Invite,
  Page,
  Person,
  PersonActor,
  SignIn,
  Token,
} from '../../people/people.ts'

export function meJson(person: Person, actor: PersonActor): MeJson {
  const { kind, id } = actor.credential
  if (kind === 'channel') throw new Error('an account elsewhere is no way in here')
  return { person: personJson(person), credential: { kind, id, scopes: [...actor.scopes] } }
}

export function personJson(person: Person): PersonJson {
  const { id, handle, name, role, state, timeZone, version } = person
  const times = { createdAt: iso(person.createdAt), updatedAt: iso(person.updatedAt) }
  return { id, handle, name, role, state, timeZone, ...times, version }
}

export function tokenJson(token: Token): TokenJson {
  const { id, name, scopes } = token
  return {
    id,
    name,
    scopes: [...scopes],
    createdAt: iso(token.createdAt),
    lastUsedAt: isoOrNull(token.lastUsedAt),
    expiresAt: isoOrNull(token.expiresAt),
  }
}

export function createdTokenJson(created: CreatedToken): CreatedTokenJson {
  return { ...tokenJson(created.token), token: created.secret }
}

export function signInJson(signIn: SignIn): SignInJson {
  const { id, current, device, address } = signIn
  return {
    id,
    current,
    device,
    address,
    createdAt: iso(signIn.createdAt),
    lastSeenAt: iso(signIn.lastSeenAt),
    expiresAt: iso(signIn.expiresAt),
  }
}

export function inviteJson(invite: Invite): InviteJson {
  const { id, role, note, state, createdBy, usedBy } = invite
  const times = { createdAt: iso(invite.createdAt), expiresAt: iso(invite.expiresAt) }
  return { id, role, note, state, createdBy, ...times, usedBy }
}

/** The code stands behind the "#", which browsers send to nobody. */
export function createdInviteJson(created: CreatedInvite, baseUrl: string): CreatedInviteJson {
  return {
    ...inviteJson(created.invite),
    code: created.code,
    url: `${baseUrl.replace(/\/+$/, '')}/join#${created.code}`,
  }
}

export function auditJson(entry: AuditEntry): AuditJson {
  const { id, actor, action, outcome, resource, detail } = entry
  return {
    id,
    at: iso(entry.at),
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    action,
    outcome,
    resource,
    detail,
  }
}

export function pageJson<From, To>(page: Page<From>, toJson: (item: From) => To): PageJson<To> {
  const items = page.items.map(toJson)
  return page.next === undefined ? { items } : { items, next: page.next }
}

export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}
