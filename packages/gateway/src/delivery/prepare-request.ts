// Makes the first of a lane ready for its request, and puts on record that it is about to leave. What turns out to need
// no request, or to be something else by now, is written as such instead.

import type { ConversationRef } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { changeItem } from './change-item.ts'
import type { RoomDeps } from './deliver-deps.ts'
import { deleteDelivery, selectDelivery, selectOfCauseAt } from './delivery-store.ts'
import { enqueueEdit } from './enqueue-change.ts'
import { renderRaw } from './enqueue-message.ts'
import { type Item, itemOfRow, mayStandLetBe, placeOf } from './item.ts'
import { lastSentIn } from './lane-store.ts'
import { wasOvertaken } from './was-overtaken.ts'
import type { OutboundChannel } from './ports.ts'
import { renderParts } from './render-parts.ts'
import { isBelowItsRest } from './said-instead.ts'
import { seekLetBe } from './seek-let-be.ts'
import { settleRefusedEdit } from './settle-refused-edit.ts'
import { withLabel, writeLabel } from './write-label.ts'

export interface Prepared {
  item: Item
  channel: OutboundChannel
  place: ConversationRef
  /** As it leaves. */
  text: string
  /** What is changed or removed. */
  target?: { item: Item | undefined; platformId: string }
}

/** Undefined: the lane looks again. */
export async function prepareRequest(
  deps: RoomDeps,
  t: Tx,
  item: Item,
  channel: OutboundChannel,
): Promise<Prepared | undefined> {
  const { content } = item
  const place = placeOf(item)
  if (!place) throw new Error(`the delivery ${item.row.id} has no place`)
  const lack = lackOf(item, channel)
  if (lack !== undefined)
    return (await settleRefusedEdit(deps, t, item, lack)) ? undefined : reject(deps, t, item, lack)
  if (content.kind === 'message') {
    if (content.raw) return void (await renderRaw(deps, t, item))
    const label = await labelOf(t, item)
    const text = withLabel(label, item.row.text)
    return { item: await markSending(deps, t, item, label), channel, place, text }
  }
  if (content.kind === 'edit' && content.targetCause !== undefined) {
    await takeApart(deps, t, item, place, content.targetCause)
    return undefined
  }
  if (content.kind === 'edit' || content.kind === 'delete') {
    const target = await targetOf(t, item)
    if (!target) return dropChange(deps, t, item)
    const label = target.item?.tracks.labels?.at(-1) ?? ''
    const text = withLabel(label, item.row.text)
    return { item: await markSending(deps, t, item), channel, place, text, target }
  }
  const written = content.kind === 'open' ? await writeAnchor(deps, t, item, channel) : item
  return { item: await markSending(deps, t, written), channel, place, text: written.row.text }
}

/** What is said above a conversation is one message without files: what is longer, and those, go on inside (DLV5). */
async function writeAnchor(deps: RoomDeps, t: Tx, item: Item, { renderer }: OutboundChannel): Promise<Item> {
  const { content, row } = item
  if (content.kind !== 'open' || content.rest !== undefined) return item
  const { attachments } = content
  const { session_id: sessionId, event_id: eventId } = row
  const written = { text: row.text, attachments, sessionId, eventId }
  const [first, ...others] = await renderParts(deps, t, renderer, content.under, written)
  const rest = first?.files?.length ? [{ text: '', mentions: [], files: first.files }, ...others] : others
  return changeItem(deps, t, item, { text: first?.text || row.text, content: { ...content, rest } })
}

function lackOf({ content }: Item, { sender, opener }: OutboundChannel): string | undefined {
  if (content.kind === 'edit' && !sender.edit) return 'This channel cannot change what was said.'
  if (content.kind === 'delete' && !sender.remove) return 'This channel cannot remove what was said.'
  if (content.kind === 'open' && !opener) return 'There can be no conversations of their own in this channel.'
  if (content.kind === 'close' && !opener) return 'This channel cannot put conversations away.'
  return undefined
}

async function reject(deps: RoomDeps, t: Tx, item: Item, detail: string): Promise<undefined> {
  await changeItem(deps, t, item, { state: 'rejected', reason: 'refused', detail })
}

/** What nobody knows to be there keeps its text; the new one is not lost with it, and somebody sees that. */
async function dropChange(deps: RoomDeps, t: Tx, item: Item): Promise<undefined> {
  const { content } = item
  const id = 'target' in content ? content.target : undefined
  const target = id && (await t.one(selectDelivery({ id })))
  if (target && target.state === 'unknown') {
    return reject(deps, t, item, 'It is not known whether what it changes is there.')
  }
  const detail = 'What it is about is not there.'
  const isWanted = content.kind === 'edit' && item.tracks.since !== undefined
  // Where its place took nothing, that is what this one has to hear too: somebody waits for it, and is told elsewhere then.
  // What was let be has no say in what somebody wants sent after that.
  if (target && (target.state === 'rejected' || target.state === 'gave_up' || isWanted)) {
    if (mayStandLetBe(itemOfRow(target))) await seekLetBe(deps, t, itemOfRow(target), 'undone')
    if (await settleRefusedEdit(deps, t, item, detail)) return undefined
  }
  if (isWanted) return reject(deps, t, item, detail)
  await changeItem(deps, t, item, { state: 'withdrawn', reason: 'undone', detail })
}

async function markSending(deps: RoomDeps, t: Tx, item: Item, label?: string): Promise<Item> {
  const { row, tracks } = item
  const isFirst = tracks.begunAt === undefined
  // The lines of earlier requests count only if such a request may have been carried out.
  const earlier = row.is_resent === 1 ? (tracks.labels ?? []) : []
  return changeItem(deps, t, item, {
    state: 'sending',
    reason: null,
    attempts: row.attempts + 1,
    started_at: t.now,
    tracks: {
      // Nobody was there to read what came of the one before.
      ...(row.kind === 'edit' && row.state === 'sending' && { mayBeThere: true }),
      ...(isFirst && { begunAt: t.now, after: await lastSentIn(t, row.destination) }),
      ...(label !== undefined && { labels: [...earlier.filter((line) => line !== label), label] }),
    },
  })
}

async function labelOf(t: Tx, item: Item): Promise<string> {
  const { row } = item
  const { cause, destination, part } = row
  const parts = part === 1 ? [] : await t.all(selectOfCauseAt({ cause, destination }))
  const partsBefore = parts
    .filter((other) => other.part < part)
    .map(({ state, reason, created_at, sent_at }) => ({
      state,
      reason,
      createdAt: created_at,
      sentAt: sent_at,
    }))
  const isOvertaken = (await isBelowItsRest(t, item)) || (await wasOvertaken(t, item))
  return writeLabel({ now: t.now, createdAt: row.created_at, partsBefore, isOvertaken })
}

/** The channel is there now, so one can say which parts it changes. */
async function takeApart(
  deps: RoomDeps,
  t: Tx,
  item: Item,
  place: ConversationRef,
  targetCause: string,
): Promise<void> {
  const { row, content } = item
  if (content.kind !== 'edit') return
  await deleteDelivery(t, row.id)
  await enqueueEdit(deps, t, {
    kind: 'edit',
    cause: row.cause,
    sessionId: row.session_id ?? undefined,
    eventId: row.event_id ?? undefined,
    runId: row.run_id ?? undefined,
    place,
    target: targetCause,
    text: row.text,
    footer: content.raw?.footer,
    persona: content.persona,
    buttons: content.buttons,
    attachments: content.attachments,
    isNotice: content.isNotice,
    ifRefused: content.ifRefused,
  })
}

/** Undefined: it was never said, or nobody knows under which name. */
async function targetOf(t: Tx, { row, content }: Item): Promise<Prepared['target']> {
  if (content.kind === 'delete' && content.target === undefined) {
    return row.platform_id === null ? undefined : { item: undefined, platformId: row.platform_id }
  }
  const id = 'target' in content ? content.target : undefined
  const target = id && (await t.one(selectDelivery({ id })))
  if (!target || target.state !== 'sent' || target.platform_id === null) return undefined
  return { item: itemOfRow(target), platformId: target.platform_id }
}
