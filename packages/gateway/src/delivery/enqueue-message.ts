// Puts what is to be said on record: a row for each part, written the way its channel writes.

import { type ConversationRef, type DeliveryId, limits } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { ensureDrain, type RoomDeps } from './deliver-deps.ts'
import type { NewMessage } from './delivery.ts'
import { deleteDelivery, insertDelivery, selectOfCause, selectOfCauseAt, setParts } from './delivery-store.ts'
import type { DeliveryRow } from './delivery-tables.ts'
import { columnsOf, type Item, itemOfRow, placeOf, type Said, writeExtra } from './item.ts'
import { newRow } from './new-row.ts'
import type { MessageRenderer, RenderedPart } from './ports.ts'
import { insertQuotes } from './quote-store.ts'
import { renderParts } from './render-parts.ts'

export async function enqueueMessage(deps: RoomDeps, t: Tx, message: NewMessage): Promise<DeliveryId[]> {
  const { destination } = columnsOf(message.place)
  const known = await t.all(selectOfCauseAt({ cause: message.cause, destination }))
  if (known.length > 0) return known.map(({ id }) => id)
  const channel = deps.channels.find(message.place.channel, message.place.accountId)
  const said = saidOf(message)
  const until = { expires_at: message.expiresAt ?? null, attempts: message.triesBefore ?? 0 }
  const write = (renderer: MessageRenderer) => renderParts(deps, t, renderer, message.place, message)
  const rows = channel
    ? partRows(deps, t, message, said, await write(channel.renderer), until)
    : [{ ...rawRow(deps, t, message, said), ...until }]
  for (const row of rows) await insertDelivery(t, row)
  await insertQuotes(t, message.cause, message.quotes ?? [])
  // Where nobody is connected there is nothing to do yet but to look again.
  const lookAt = channel ? t.now : t.now + limits.deliveryPausedLookMs
  if (rows.length > 0) await ensureDrain(deps, t, destination, lookAt)
  return rows.map(({ id }) => id)
}

/** Once for its cause, wherever it is. */
export async function holdMessage(
  deps: RoomDeps,
  t: Tx,
  message: Omit<NewMessage, 'place'>,
  detail: string | null = null,
): Promise<DeliveryId> {
  const [known] = await t.all(selectOfCause({ cause: message.cause }))
  if (known) return known.id
  const content = { kind: 'message', ...saidOf(message), raw: rawOf(message) } as const
  const about = { ...message, content, text: message.text }
  const row = newRow(deps, t, about, { state: 'waiting', reason: 'held', detail })
  await insertDelivery(t, row)
  const sessionId = message.sessionId ?? null
  await deps.facts.tell(t, 'destination_held', { deliveryId: row.id, sessionId })
  return row.id
}

/** What did not fit above a conversation that was opened: said in it, first of all. */
export async function enqueueRest(
  deps: RoomDeps,
  t: Tx,
  { row, content }: Item,
  place: ConversationRef,
): Promise<void> {
  if (content.kind !== 'open' || content.rest === undefined || content.rest.length === 0) return
  const said = saidOf({ persona: content.persona })
  const rows = partRows(deps, t, { ...aboutOf(row), place }, said, content.rest)
  for (const fresh of rows) await insertDelivery(t, fresh)
  await ensureDrain(deps, t, columnsOf(place).destination)
}

/** Its channel is there now, or it has a place now: it becomes what its platform takes. */
export async function renderRaw(deps: RoomDeps, t: Tx, item: Item): Promise<boolean> {
  const { row, content } = item
  const place = placeOf(item)
  if (content.kind !== 'message' || !content.raw || !place) return false
  const channel = deps.channels.find(place.channel, place.accountId)
  if (!channel) return false
  const { raw, ...said } = content
  const about = { ...aboutOf(row), place }
  const { attachments } = content
  const written = { ...about, text: row.text, footer: raw.footer, attachments }
  const parts = await renderParts(deps, t, channel.renderer, place, written)
  const { created_at, expires_at, attempts } = row
  // What follows it stays behind all of it, however many parts it becomes.
  const lead_id = row.part === 1 ? row.lead_id : row.id
  const kept = { lead_id, created_at, expires_at, attempts }
  const rows = partRows(deps, t, about, said, parts, { ...kept, reason: row.reason, next_at: row.next_at })
  const { cause, destination } = row
  const others = (await t.all(selectOfCauseAt({ cause, destination }))).filter(({ id }) => id !== row.id)
  const numbers = numberParts(row.part, rows.length, new Set(others.map(({ part }) => part)))
  await deleteDelivery(t, row.id)
  for (const [i, fresh] of rows.entries()) {
    // The first keeps its name: others may have noted it, and what is to change it names it.
    const id = i === 0 ? row.id : fresh.id
    const extra = writeExtra(itemOfRow(fresh).content, item.tracks)
    if (!(await insertDelivery(t, { ...fresh, id, part: numbers[i] ?? 0, extra })))
      throw new Error(`part ${numbers[i]} of ${cause} is there already in ${destination}`)
  }
  // One part of a text that is sent alone is still that part.
  if (rows.length > 0)
    await setParts(t, cause, destination, Math.max(row.parts, ...numbers, ...others.map(({ part }) => part)))
  return true
}

/** From its own number on, around those of others. */
function numberParts(first: number, count: number, taken: ReadonlySet<number>): number[] {
  const numbers: number[] = []
  for (let part = first; numbers.length < count; part++) if (!taken.has(part)) numbers.push(part)
  return numbers
}

export function aboutOf(row: DeliveryRow) {
  return { cause: row.cause, sessionId: row.session_id, eventId: row.event_id, runId: row.run_id }
}

export function saidOf(
  message: Pick<NewMessage, 'persona' | 'buttons' | 'attachments' | 'isNotice' | 'isSecret' | 'retry'>,
): Said {
  return {
    persona: message.persona,
    buttons: message.buttons ?? [],
    attachments: message.attachments ?? [],
    mentions: [],
    isNotice: message.isNotice ?? false,
    ...(message.isSecret && { isSecret: true }),
    ...(message.retry && { retry: message.retry }),
  }
}

export function rawOf({ footer }: Pick<NewMessage, 'footer'>): NonNullable<Said['raw']> {
  return footer === undefined ? {} : { footer }
}

/** Buttons stand under the last part, and so do files where the channel says nothing else. */
export function saidInPart(said: Said, parts: readonly RenderedPart[], i: number): Said {
  const isLast = i === parts.length - 1
  const arePlaced = parts.some(({ files }) => files !== undefined)
  return {
    ...said,
    attachments: arePlaced ? (parts[i]?.files ?? []) : isLast ? said.attachments : [],
    buttons: isLast ? said.buttons : [],
    mentions: parts[i]?.mentions ?? [],
  }
}

/** A text of nothing, with nothing attached, is nothing to send. */
export function partsToSend(said: Said, parts: readonly RenderedPart[]): readonly RenderedPart[] {
  if (parts.length > 0) return parts
  return said.attachments.length > 0 ? [{ text: '', mentions: [] }] : []
}

function partRows(
  deps: RoomDeps,
  t: Tx,
  about: (ReturnType<typeof aboutOf> & { place: ConversationRef }) | NewMessage,
  said: Said,
  rendered: readonly RenderedPart[],
  more: Partial<DeliveryRow> = {},
): DeliveryRow[] {
  const parts = partsToSend(said, rendered)
  let leadId = more.lead_id
  return parts.map(({ text }, i) => {
    const content = { kind: 'message', ...saidInPart(said, parts, i) } as const
    const row = newRow(deps, t, { ...about, content, text, part: i + 1, parts: parts.length }, more)
    leadId ??= row.id
    return { ...row, lead_id: leadId }
  })
}

function rawRow(deps: RoomDeps, t: Tx, message: NewMessage, said: Said): DeliveryRow {
  const content = { kind: 'message', ...said, raw: rawOf(message) } as const
  const { channel, accountId } = message.place
  return newRow(
    deps,
    t,
    { ...message, content },
    {
      state: 'waiting',
      reason: 'account_paused',
      detail: `The account ${accountId} of ${channel} is not connected.`,
    },
  )
}
