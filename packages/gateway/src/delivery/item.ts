// A row of the outbox with what it carries.

import {
  type ConversationRef,
  type DeliveryId,
  type DeliveryReason,
  type DeliveryState,
  limits,
  placeName,
  settledStates,
} from '@heddle/contract'
import type { Swept } from './choose-next-look.ts'
import type { Delivery, IfRefused, RetryPolicy } from './delivery.ts'
import type { DeliveryRow } from './delivery-tables.ts'
import type { Button, Persona, RenderedPart } from './ports.ts'

export interface Item {
  row: DeliveryRow
  content: Content
  tracks: Tracks
}

export type Content =
  | ({ kind: 'message' } & Said)
  /** `target` is the row of what it changes; absent: it is not taken apart yet, and changes all that was said for a cause. */
  | ({ kind: 'edit'; target?: DeliveryId; targetCause?: string; ifRefused?: IfRefused } & Said)
  /** Without a target, the row itself names the message. */
  | { kind: 'delete'; target?: DeliveryId; why?: DeliveryReason }
  /** `rest` is what did not fit above it: said in it once it is there. Absent: it is not written the channel's way yet. */
  | {
      kind: 'open'
      title: string
      under: ConversationRef
      persona: Persona
      attachments?: readonly string[]
      rest?: readonly RenderedPart[]
    }
  | { kind: 'close' }

export interface Said {
  persona: Persona
  buttons: readonly Button[]
  attachments: readonly string[]
  mentions: readonly string[]
  isNotice: boolean
  /** Nobody reads it here. */
  isSecret?: true
  /** Absent: as often as its age allows. */
  retry?: RetryPolicy
  /** As it was written: nobody could write it the channel's way yet. */
  raw?: { footer?: string }
}

/** What has to be known about earlier requests. */
export interface Tracks {
  /** The lines that stood before the text in each request whose end is not known, and in the newest one. */
  labels?: readonly string[]
  /** The text that its requests had, where it has another by now and one of them may still be carried out. */
  askedAs?: string | undefined
  /** What was newest in the place before the first request, and when that was made. */
  after?: string | null
  begunAt?: number
  /** When somebody wanted it sent again: its age counts from then. */
  since?: number
  /** For how long it was looked for while others waited, and how often. */
  lookedMs?: number
  looks?: number
  /** Tries that came to nothing because the platform asked for patience. */
  spared?: number
  /** It must not be sent once more, and why. */
  unwanted?: DeliveryReason
  /** What its speaker is called from now on; written once nobody has to look for it under the old name. */
  renamed?: string | undefined
  /** Somebody let it be while nobody knew whether it was there, or nobody wanted it any more when it was not there yet. */
  letBe?: true
  /** It can be changed no more: this one was said anew, and is what others change from now on. */
  saidAnew?: DeliveryId
  /** For which this one was said: the first that had its part of a text. */
  insteadOf?: DeliveryId
  /** The last change of which it is certain that this shows it, and nothing from before: its event is that one's. */
  changedBy?: DeliveryId
  /** While one looks whether it is there twice, or late. */
  swept?: Swept | undefined
  /** Asked for without an answer: it may be opened, or be changed, all the same. */
  mayBeThere?: boolean
}

interface Extra {
  content: Content
  tracks: Tracks
}

export function itemOfRow(row: DeliveryRow): Item {
  // Written by this room alone, below.
  const { content, tracks } = JSON.parse(row.extra) as Extra
  return { row, content, tracks }
}

export function writeExtra(content: Content, tracks: Tracks): string {
  return JSON.stringify({ content, tracks } satisfies Extra)
}

export function placeOf({ row }: Item): ConversationRef | undefined {
  const { channel, account_id, conversation_id, parent_conversation_id } = row
  if (channel === null || account_id === null || conversation_id === null) return undefined
  return {
    channel,
    accountId: account_id,
    conversationId: conversation_id,
    ...(parent_conversation_id !== null && { parentConversationId: parent_conversation_id }),
  }
}

export function columnsOf(place: ConversationRef) {
  return {
    destination: placeName(place),
    channel: place.channel,
    account_id: place.accountId,
    conversation_id: place.conversationId,
    parent_conversation_id: place.parentConversationId ?? null,
  }
}

/** A message as its platform names it: in a place, or in the one above. */
export function namedIn(place: ConversationRef, platformId: string) {
  const { channel, accountId, conversationId, parentConversationId = conversationId } = place
  const above = placeName({ channel, accountId, conversationId: parentConversationId })
  return { channel, accountId, platformId, destination: placeName(place), above }
}

export function isHeld({ row }: Item): boolean {
  return row.state === 'waiting' && row.destination === ''
}

/** Nothing happens to these by itself, or nobody knows when: then people may say what does. */
const stuckStates: readonly DeliveryState[] = ['unknown', 'rejected', 'gave_up']

export function isStuck(item: Item): boolean {
  return isHeld(item) || stuckStates.includes(item.row.state)
}

/** Whoever waited for a place has been told that there is none; and what was redacted, or for one reader alone, is not kept. */
export function isResendable(item: Item): boolean {
  const { row, tracks } = item
  return isStuck(item) && row.kind !== 'open' && tracks.unwanted !== 'redacted' && !isSecret(item)
}

/** It was looked for as long as others could wait; now it is for people to say what becomes of it. */
export function isLeftUnknown({ row }: Item): boolean {
  return row.state === 'unknown' && row.reason === 'unreadable'
}

/** It came to nothing at last, but was sent more than once: an earlier request may have been carried out late. */
export function mayBeThereLate({ row }: Pick<Item, 'row'>): boolean {
  return (
    row.kind === 'message' && row.is_resent === 1 && (row.state === 'rejected' || row.state === 'gave_up')
  )
}

/** It was sent more than once, not long ago or so that one still looks: an earlier request may still be carried out. */
export function mayComeTwice({ row, tracks }: Pick<Item, 'row' | 'tracks'>, now: number): boolean {
  const isRecent = now - (row.sent_at ?? 0) < limits.deliverySweptForMs
  const isSought = isRecent || tracks.swept !== undefined
  return row.kind === 'message' && row.state === 'sent' && row.is_resent === 1 && isSought
}

/** It was let be, and may stand there all the same: whatever would change it takes it away, should it be found. */
export function mayStandLetBe({ row, tracks }: Pick<Item, 'row' | 'tracks'>): boolean {
  return row.kind === 'message' && row.state === 'withdrawn' && tracks.letBe === true
}

/** Let be after it was sent more than once: of what may stand there, one is to stay at the most (I6). */
export function mayStandTwice(item: Pick<Item, 'row' | 'tracks'>): boolean {
  return mayStandLetBe(item) && item.row.is_resent === 1
}

/** What it changes shows its text, or may. */
export function mayHaveChanged({ row, content, tracks }: Item): boolean {
  if (content.kind !== 'edit') return false
  return row.state === 'sent' || row.state === 'sending' || tracks.mayBeThere === true
}

/** What tells of something else from now on goes with that when it is redacted, and not with what it told of before. */
export function changedInto(
  change: Pick<DeliveryRow, 'id' | 'event_id'>,
  { row }: Item,
): Pick<DeliveryRow, 'event_id'> & { tracks: Tracks } {
  return { event_id: change.event_id ?? row.event_id, tracks: { changedBy: change.id } }
}

/** What it changed has been changed again since, and nothing of this one is read there any more. */
export function isSuperseded({ row }: Item, target: Item): boolean {
  const { changedBy } = target.tracks
  return settledStates.includes(row.state) && changedBy !== undefined && changedBy > row.id
}

/** How often it may still be tried. */
export function triesLeft({ row, content, tracks }: Item): number {
  const retry = retryOf({ content })
  return retry === undefined ? Infinity : retry.attemptsMax - (row.attempts - (tracks.spared ?? 0))
}

export function retryOf({ content }: Pick<Item, 'content'>): RetryPolicy | undefined {
  return 'retry' in content ? content.retry : undefined
}

export function isSecret({ content }: Pick<Item, 'content'>): boolean {
  return 'isSecret' in content && content.isSecret === true
}

export function deliveryOfItem(item: Item): Delivery {
  const { row, content, tracks } = item
  const isOpen = row.state === 'queued' || row.state === 'waiting' || row.state === 'unknown'
  return {
    id: row.id,
    kind: row.kind,
    cause: row.cause,
    sessionId: row.session_id,
    eventId: row.event_id,
    runId: row.run_id,
    place: placeOf(item) ?? null,
    part: row.part,
    parts: row.parts,
    // It is kept until it is known whether it has to be removed elsewhere, and shown to nobody.
    text: tracks.unwanted === 'redacted' || isSecret(item) ? '' : row.text,
    persona:
      'persona' in content
        ? { ...content.persona, ...(tracks.renamed !== undefined && { name: tracks.renamed }) }
        : null,
    attachments: ('attachments' in content && content.attachments) || [],
    isNotice: 'isNotice' in content && content.isNotice,
    state: row.state,
    reason: row.reason,
    detail: row.detail,
    attempts: row.attempts,
    spared: tracks.spared ?? 0,
    isResent: row.is_resent === 1,
    isResendable: isResendable(item),
    platformId: row.platform_id,
    link: row.link,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    nextAt: isOpen && !isHeld(item) ? row.next_at : null,
    sentAt: row.sent_at,
  }
}
