// The people room as others see it: who are you, and may you?
//
// A verb that writes takes the caller's transaction first and awaits nothing but the database; a verb that reads takes
// a reader. What is slow (a password's hash) is a `prepare…` of its own, awaited before the transaction; its result is
// handed to the verb. Every "no" is a thrown Refusal.

import type {
  Action,
  GuestId,
  InviteId,
  PersonId,
  PreferencesInput,
  Role,
  Scope,
  SignInId,
  TokenId,
} from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor, PersonActor } from './actor.ts'
import type {
  AuditEntry,
  CreatedInvite,
  CreatedToken,
  Guest,
  Invite,
  JoinPreview,
  Link,
  OfferedLink,
  Page,
  PageInput,
  Person,
  Preferences,
  Resource,
  SignedIn,
  SignIn,
  Token,
  Verdict,
} from './people-values.ts'
import type {
  PreparedChange,
  PreparedJoin,
  PreparedLink,
  PreparedMember,
  PreparedPassword,
  PreparedSignIn,
} from './prepared.ts'

export type { Actor, GuestActor, PersonActor } from './actor.ts'
export type * from './people-values.ts'
export type * from './prepared.ts'

export interface People
  extends Gate,
    Recognition,
    Joining,
    SigningIn,
    Oneself,
    Tokens,
    Members,
    Invites,
    AuditTrail,
    Guests,
    Links,
    Sweeps {}

export interface Gate {
  /** The one decision. Pure; unknown means no. */
  authorize(actor: Actor, action: Action, resource: Resource): Verdict
  /** Whether the actor could do this to anything at all: what a door asks before it reads a body. */
  mayTry(actor: Actor, action: Action): Verdict
  /** authorize, or throw. For what only reads. */
  demand(actor: Actor, action: Action, resource: Resource): void
  /** Reads the actor's rights anew, then authorize or throw, then the audit row if the action has one. */
  permit(
    t: Tx,
    actor: Actor,
    action: Action,
    resource: Resource,
    detail?: Record<string, unknown>,
  ): Promise<void>
  /** For the door, after a `not_allowed`, in a transaction of its own. Writes nothing for whoever is not recognised. */
  recordRefusal(t: Tx, actor: Actor, action: Action, resource: string | null): Promise<void>
  /** The audit row of what Heddle does by itself: an end that nobody decided. */
  recordDeed(t: Tx, deed: string, resource: string, detail: Record<string, unknown>): Promise<void>
}

export interface Presented {
  bearer?: string | undefined
  cookie?: string | undefined
}

export interface Recognised {
  actor: PersonActor
  /** Its last use was noted a while ago: run touchCredential, in a transaction of its own. */
  touchDue: boolean
}

export interface Recognition {
  /** The bearer token wins over the cookie. Resolved anew for each request, so that a revocation acts on the next. */
  recognise(r: Reader, presented: Presented, now: number): Promise<Recognised | undefined>
  /**
   * For the door, when `recognise` found nobody behind what was presented. Throws `too_many_guesses` when the address
   * has shown too many different wrong ones; the same one again is no new guess.
   */
  countWrongSecret(address: string, secret: string): void
  /** Notes the use and slides a sign-in's end, which is returned for the cookie; undefined if nothing was due. */
  touchCredential(t: Tx, actor: PersonActor): Promise<{ expiresAt: number } | undefined>
}

export interface Joining {
  /** The code of a new owner link; earlier ones stop working. Undefined once there is an owner. */
  openOwnerLink(t: Tx): Promise<CreatedInvite | undefined>
  needsOwner(r: Reader): Promise<boolean>
  previewJoin(r: Reader, input: { code: string; address: string }, now: number): Promise<JoinPreview>
  prepareJoin(input: JoinInput): Promise<PreparedJoin>
  join(t: Tx, prepared: PreparedJoin): Promise<SignedIn>
}

export interface JoinInput {
  code: string
  handle: string
  name: string
  password: string
  address: string
  device: string
}

export interface SigningIn {
  prepareSignIn(input: SignInInput): Promise<PreparedSignIn>
  signIn(t: Tx, prepared: PreparedSignIn): Promise<SignedIn>
  /** Ends the sign-in that asks. */
  signOut(t: Tx, actor: Actor): Promise<void>
  listSignIns(r: Reader, actor: Actor, page: PageInput): Promise<Page<SignIn>>
  /** The one named by `id`, or all but the one that asks; of oneself, or for the operator of `personId`. */
  endSignIns(t: Tx, actor: Actor, which: { id?: SignInId; personId?: PersonId }): Promise<void>
}

export interface SignInInput {
  handle: string
  password: string
  address: string
  device: string
}

export interface Oneself {
  readMe(r: Reader, actor: Actor): Promise<Person>
  prepareChangeMe(actor: Actor, input: ChangeMeInput): Promise<PreparedChange>
  changeMe(t: Tx, actor: Actor, prepared: PreparedChange, ifVersion?: number): Promise<Person>
  readPreferences(r: Reader, actor: Actor): Promise<Preferences>
  /** Of what is not said about notifications, everything stays. */
  writePreferences(t: Tx, actor: Actor, preferences: PreferencesInput): Promise<Preferences>
  /** Behind an id that another room keeps; no right is asked for. */
  preferencesOf(r: Reader, id: PersonId): Promise<Preferences>
  /** Of all these at once; of whom nobody knows, there are none. */
  preferencesOfAll(r: Reader, ids: readonly PersonId[]): Promise<ReadonlyMap<PersonId, Preferences>>
}

export interface ChangeMeInput {
  handle?: string | undefined
  name?: string | undefined
  timeZone?: string | null | undefined
  password?: { current: string; next: string } | undefined
  /** Wrong current passwords count as guesses from here. */
  address: string
}

export interface Tokens {
  listTokens(r: Reader, actor: Actor, page: PageInput, personId?: PersonId): Promise<Page<Token>>
  createToken(t: Tx, actor: Actor, input: CreateTokenInput): Promise<CreatedToken>
  /** The one named by `id` or all, with whatever was made by them; of oneself, or for the operator of `personId`. */
  revokeTokens(t: Tx, actor: Actor, which: { id?: TokenId; personId?: PersonId }): Promise<void>
}

export interface CreateTokenInput {
  /** Whose it is: oneself if absent; the operator names someone. */
  personId?: PersonId | undefined
  name: string
  /** Absent: all that the maker's credential has. */
  scopes?: readonly Scope[] | undefined
  /** Absent: as long as the maker's token, or for ever. */
  expiresInDays?: number | undefined
}

export interface Members {
  /** Active members by handle; `text` finds a part of handle or name. */
  listMembers(
    r: Reader,
    actor: Actor,
    input: PageInput & { text?: string | undefined },
  ): Promise<Page<Person>>
  /** A removed one too: old texts still show their author. */
  readMember(r: Reader, actor: Actor, id: PersonId): Promise<Person>
  findMember(r: Reader, actor: Actor, handle: string): Promise<Person>
  /** Behind an id that another room keeps; no right is asked for. */
  readPerson(r: Reader, id: PersonId): Promise<Person | undefined>
  /** Those who run the place, active ones only. */
  listOverseers(r: Reader): Promise<Person[]>
  /** The same of several. */
  readPeople(r: Reader, ids: readonly PersonId[]): Promise<ReadonlyMap<PersonId, Person>>
  /** Whose handles these are or were, in the form in which they are kept; also of those who were removed. */
  findByHandles(r: Reader, handles: readonly string[]): Promise<ReadonlyMap<string, Person>>
  prepareMember(input: CreateMemberInput): Promise<PreparedMember>
  /** Operator only; everyone else is invited. */
  createMember(t: Tx, actor: Actor, prepared: PreparedMember): Promise<Person>
  changeMember(
    t: Tx,
    actor: Actor,
    id: PersonId,
    input: ChangeMemberInput,
    ifVersion?: number,
  ): Promise<Person>
  removeMember(t: Tx, actor: Actor, id: PersonId): Promise<void>
  prepareMemberPassword(id: PersonId, password: string): Promise<PreparedPassword>
  /** Operator only; ends all their sign-ins. */
  setMemberPassword(t: Tx, actor: Actor, prepared: PreparedPassword): Promise<void>
}

export interface CreateMemberInput {
  handle: string
  /** Absent: the handle. */
  name?: string | undefined
  role: Role
  /** Absent: nobody can sign in as them until one is set; API tokens work. */
  password?: string | undefined
}

export interface ChangeMemberInput {
  name?: string | undefined
  role?: Role | undefined
  /** Operator only. */
  handle?: string | undefined
}

export interface Invites {
  /** Newest first. */
  listInvites(r: Reader, actor: Actor, page: PageInput, now: number): Promise<Page<Invite>>
  createInvite(t: Tx, actor: Actor, input: CreateInviteInput): Promise<CreatedInvite>
  revokeInvite(t: Tx, actor: Actor, id: InviteId): Promise<void>
}

export interface CreateInviteInput {
  role: Role
  note?: string | undefined
  /** Absent: as the setting says. */
  expiresInHours?: number | undefined
}

export interface AuditTrail {
  /** Newest first. */
  listAudit(r: Reader, actor: Actor, page: PageInput): Promise<Page<AuditEntry>>
}

export interface Guests {
  /** Found again by its immutable platform id, whatever it calls itself now. */
  rememberGuest(t: Tx, input: RememberGuestInput): Promise<Guest>
  /** The member who linked this account, with their rights of now; undefined where nobody did, or they are gone. */
  recogniseAccount(r: Reader, account: PlatformAccount): Promise<PersonActor | undefined>
}

export interface Linked {
  link: Link
  person: Person
}

export interface RememberGuestInput extends PlatformAccount {
  name: string
}

/** Somebody as a platform knows them, by what never changes. */
export interface PlatformAccount {
  channel: string
  accountId: string
  platformId: string
}

export interface Links {
  /**
   * A code of whoever asks, to be said on the other side: by a member as `/link <code>` on a channel, by an account
   * elsewhere to whoever is signed in here. An earlier one stops working.
   */
  offerLink(t: Tx, actor: Actor): Promise<OfferedLink>
  /** Looks at a code that was entered over HTTP, and counts a wrong one as a guess. */
  prepareLink(actor: Actor, input: { code: string; address: string }): Promise<PreparedLink>
  link(t: Tx, actor: Actor, prepared: PreparedLink): Promise<Link>
  /** For a code that was said as a command, on either side. Undefined, and nothing happened, where it is no such code. */
  useCode(t: Tx, actor: Actor, code: string): Promise<Linked | undefined>
  /** Of what was said so: too many wrong ones, and whoever says them has to wait. Not inside a transaction. */
  countWrongCode(actor: Actor): void
  /** Newest first. */
  listLinks(r: Reader, actor: Actor, page: PageInput): Promise<Page<Link>>
  /** The accounts that somebody linked, newest first; no right is asked for. */
  linksOf(r: Reader, personId: PersonId): Promise<Link[]>
  /** Of all these at once; whoever linked none is not in it. */
  linksOfAll(r: Reader, people: readonly PersonId[]): Promise<ReadonlyMap<PersonId, Link[]>>
  /** The one named by `id`, or all. What was said under it stays whose it is. */
  removeLinks(t: Tx, actor: Actor, which: { id?: GuestId }): Promise<void>
  /** The accounts of these members on a channel, by handle: whom a mention there calls. */
  accountsOf(
    r: Reader,
    place: { channel: string; accountId: string },
    handles: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
}

export interface Sweeps {
  /** The reaction to a removal: deletes what could let the person in. Safe to run again. */
  sweepAccess(t: Tx, personId: PersonId): Promise<void>
  /** Deletes some of what has expired; true if more remains. */
  expireSweep(t: Tx): Promise<boolean>
}

/** The settings this room asks for, each time it needs one. */
export interface PeopleSettings {
  inviteExpireHours(): number
  signInExpireDays(): number
}
