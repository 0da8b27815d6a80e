// The kinds of id in Heddle. An id is opaque: a prefix for the reader's eye, then 26 time-ordered characters.
// Nobody parses one; the brand keeps a person's id from being handed over where a token's is wanted.

declare const brand: unique symbol
export type Id<Kind extends string> = string & { readonly [brand]: Kind }

export const idPrefixes = {
  person: 'per',
  guest: 'gst',
  signIn: 'sgn',
  token: 'tok',
  invite: 'inv',
  fact: 'fct',
  audit: 'aud',
  request: 'req',
  session: 'ses',
  event: 'evt',
  turn: 'trn',
  run: 'run',
  file: 'fil',
  approval: 'apr',
  binding: 'bnd',
  delivery: 'dlv',
  connection: 'con',
  thread: 'thr',
  reply: 'rpl',
  notification: 'ntf',
} as const

export type IdKind = keyof typeof idPrefixes
export type PersonId = Id<'person'>
export type GuestId = Id<'guest'>
export type SignInId = Id<'signIn'>
export type TokenId = Id<'token'>
export type InviteId = Id<'invite'>
export type FactId = Id<'fact'>
export type AuditId = Id<'audit'>
export type RequestId = Id<'request'>
export type SessionId = Id<'session'>
export type EventId = Id<'event'>
export type TurnId = Id<'turn'>
export type RunId = Id<'run'>
export type FileId = Id<'file'>
export type ApprovalId = Id<'approval'>
export type BindingId = Id<'binding'>
export type DeliveryId = Id<'delivery'>
export type ConnectionId = Id<'connection'>
export type ThreadId = Id<'thread'>
export type ReplyId = Id<'reply'>
export type NotificationId = Id<'notification'>
