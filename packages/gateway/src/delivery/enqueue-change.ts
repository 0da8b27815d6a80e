// Changing and removing what was said for another cause. An edit is taken apart when it is put on record: what has not
// left yet carries the new text itself, what has left gets a request, and the number of parts follows the text.

import { type ConversationRef, type DeliveryId, settledStates } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { arrangeParts, type SaidPart } from './arrange-parts.ts'
import { callOffChanges } from './call-off-changes.ts'
import { changeItem } from './change-item.ts'
import { ensureDrain, type RoomDeps, wakeLane } from './deliver-deps.ts'
import type { NewDelivery } from './delivery.ts'
import { deleteDelivery, insertDelivery, selectOfCauseAt, setParts } from './delivery-store.ts'
import type { DeliveryRow } from './delivery-tables.ts'
import { aboutOf, partsToSend, rawOf, saidInPart, saidOf } from './enqueue-message.ts'
import {
  changedInto,
  columnsOf,
  type Item,
  itemOfRow,
  mayBeThereLate,
  mayStandLetBe,
  type Said,
  type Tracks,
} from './item.ts'
import { newRow } from './new-row.ts'
import type { RenderedPart } from './ports.ts'
import { copyQuotes, insertQuotes } from './quote-store.ts'
import { renderParts } from './render-parts.ts'
import { insteadOf, newestOf, noteSaidAnew } from './said-instead.ts'
import { seekLetBe } from './seek-let-be.ts'

type NewEdit = Extract<NewDelivery, { kind: 'edit' }>
type NewRemoval = Extract<NewDelivery, { kind: 'delete' }>

export async function enqueueEdit(deps: RoomDeps, t: Tx, edit: NewEdit): Promise<DeliveryId[]> {
  const { destination } = columnsOf(edit.place)
  const known = await t.all(selectOfCauseAt({ cause: edit.cause, destination }))
  if (known.length > 0) return known.map(({ id }) => id)
  const targets = await loadTargets(t, edit.target, destination)
  if (targets.length === 0) return []
  const said = saidOf(edit)
  const channel = deps.channels.find(edit.place.channel, edit.place.accountId)
  const parts =
    channel && !targets.every(isRaw)
      ? partsToSend(said, await renderParts(deps, t, channel.renderer, edit.place, edit))
      : undefined
  const rows: DeliveryRow[] = []
  const wanted = parts && wantedOf(targets, said, parts)
  if (!wanted) {
    rows.push(await editUnwritten(deps, t, edit, targets, said))
  } else {
    rows.push(...(await followParts(deps, t, edit, targets, wanted)))
  }
  for (const row of rows) await insertDelivery(t, row)
  if (edit.isNotice) await t.run(copyQuotes({ from: edit.target, to: edit.cause }))
  await insertQuotes(t, edit.cause, edit.quotes ?? [])
  if (wanted) await setParts(t, edit.target, destination, wanted.length)
  await wakeLane(deps, t, destination)
  return rows.map(({ id }) => id)
}

export async function enqueueRemoval(deps: RoomDeps, t: Tx, removal: NewRemoval): Promise<DeliveryId[]> {
  const { destination } = columnsOf(removal.place)
  const known = await t.all(selectOfCauseAt({ cause: removal.cause, destination }))
  if (known.length > 0) return known.map(({ id }) => id)
  const rows: DeliveryRow[] = []
  for (const target of await loadTargets(t, removal.target, destination)) {
    rows.push(await removePart(deps, t, removal, target))
  }
  const [opened] = await t.all(selectOfCauseAt({ cause: removal.target, destination }))
  if (opened?.kind === 'open' && opened.platform_id !== null) {
    await removeByPlatformId(deps, t, { ...removal, platformId: opened.platform_id, of: opened })
  }
  for (const row of rows) await insertDelivery(t, row)
  if (rows.length > 0) await wakeLane(deps, t, destination)
  return rows.map(({ id }) => id)
}

/** What is known by its id alone: a second copy, or what was opened too late. */
export async function removeByPlatformId(
  deps: RoomDeps,
  t: Tx,
  removal: { cause: string; place: ConversationRef; platformId: string; of: DeliveryRow },
): Promise<void> {
  const about = { ...aboutOf(removal.of), cause: removal.cause, place: removal.place }
  const row = newRow(deps, t, { ...about, content: { kind: 'delete' } }, { platform_id: removal.platformId })
  if (await insertDelivery(t, row)) await ensureDrain(deps, t, row.destination)
}

/** Each part as it stands there now: what could be changed no more was said anew, for another cause. */
async function loadTargets(t: Tx, cause: string, destination: string): Promise<Item[]> {
  const rows = await t.all(selectOfCauseAt({ cause, destination }))
  const said = rows.filter(({ kind }) => kind === 'message').map(itemOfRow)
  return Promise.all(said.map((item) => newestOf(t, item)))
}

function isRaw({ content, row }: Item): boolean {
  return content.kind === 'message' && content.raw !== undefined && !settledStates.includes(row.state)
}

/** Nobody can say yet how many parts it has. */
async function editUnwritten(
  deps: RoomDeps,
  t: Tx,
  edit: NewEdit,
  targets: readonly Item[],
  said: Said,
): Promise<DeliveryRow> {
  const raw = rawOf(edit)
  const [first] = targets
  if (first && targets.every(isRaw)) {
    const content = { kind: 'message', ...said, raw } as const
    const row = merged(deps, t, edit, { text: edit.text, said }, first)
    await changeItem(deps, t, first, { text: edit.text, content, ...changedInto(row, first) })
    return row
  }
  const content = { kind: 'edit', targetCause: edit.target, ...ifRefusedOf(edit), ...said, raw } as const
  return newRow(
    deps,
    t,
    { ...edit, content, text: edit.text },
    { state: 'waiting', reason: 'account_paused' },
  )
}

interface WantedPart {
  text: string
  said: Said
}

/** Place by place, as far as it is wanted that something stands there. */
function wantedOf(
  targets: readonly Item[],
  said: Said,
  parts: readonly RenderedPart[],
): (WantedPart | undefined)[] {
  const wanted = parts.map(({ text }, i) => ({ text, said: saidInPart(said, parts, i) }))
  if (said.attachments.length === 0) return wanted
  const last = targets.at(-1)?.row.part ?? 0
  const before = Array.from({ length: last }, (_, i) =>
    saidPart(targets.find(({ row }) => row.part === i + 1)),
  )
  const arranged = arrangeParts(
    before,
    wanted.map(({ text, said: { attachments: files } }) => ({ text, files })),
  )
  const bare = { ...said, buttons: [], mentions: [] }
  return arranged.map((part) => {
    if (part === undefined) return undefined
    const of = part.from === undefined ? undefined : wanted[part.from]?.said
    return { text: part.text, said: { ...(of ?? bare), attachments: part.files } }
  })
}

function saidPart(target: Item | undefined): SaidPart {
  if (target?.content.kind !== 'message') return { text: '', files: [], hasLeft: false }
  const hasLeft = !isRemoved(target) && (mayBeSeen(target) || target.row.is_resent === 1)
  return { text: target.row.text, files: target.content.attachments, hasLeft }
}

function mayBeSeen({ row: { state } }: Item): boolean {
  return state === 'sent' || state === 'sending' || state === 'unknown'
}

async function followParts(
  deps: RoomDeps,
  t: Tx,
  edit: NewEdit,
  targets: readonly Item[],
  wanted: readonly (WantedPart | undefined)[],
): Promise<DeliveryRow[]> {
  const rows: DeliveryRow[] = []
  let leadId: DeliveryId | undefined
  for (let part = 1; part <= Math.max(wanted.length, targets.at(-1)?.row.part ?? 0); part++) {
    const target = targets.find(({ row }) => row.part === part)
    const want = wanted[part - 1]
    if (want && target && !isRemoved(target)) {
      rows.push(await editPart(deps, t, edit, target, want))
    } else if (want && target && target.row.cause !== edit.target) {
      rows.push(await sayInstead(deps, t, edit, target, want))
    } else if (want) {
      if (target) await deleteDelivery(t, target.row.id)
      const about = { ...edit, cause: edit.target, content: { kind: 'message', ...want.said } as const }
      const row = newRow(deps, t, { ...about, text: want.text, part })
      leadId ??= row.id
      rows.push({ ...row, lead_id: leadId })
    } else if (target && !isRemoved(target)) {
      rows.push(await removePart(deps, t, edit, target))
    }
  }
  return rows
}

/** It was there and has been taken away again, because the text had become shorter. */
function isRemoved({ row }: Item): boolean {
  return row.state === 'withdrawn' && row.reason === 'undone'
}

async function editPart(
  deps: RoomDeps,
  t: Tx,
  edit: NewEdit,
  target: Item,
  want: WantedPart,
): Promise<DeliveryRow> {
  const { row } = target
  if (mayStandLetBe(target)) await seekLetBe(deps, t, target, 'undone')
  if (row.state === 'withdrawn') return merged(deps, t, edit, want, target)
  // Sent once more after nobody knew: a late first copy is only recognised while the text stays.
  if (!mayBeSeen(target) && row.is_resent === 0) {
    const carried = merged(deps, t, edit, want, target)
    const content = { kind: 'message', ...want.said } as const
    await changeItem(deps, t, target, { text: want.text, content, ...changedInto(carried, target) })
    return carried
  }
  const { isUnderWay, removal } = await callOffChanges(deps, t, target)
  if (removal === 'undone' || (removal === 'redacted' && isAnothers(edit, target)))
    return sayInstead(deps, t, edit, target, want)
  if (row.state === 'sent' && !isUnderWay && isSame(target, want)) return merged(deps, t, edit, want, target)
  const content = { kind: 'edit', target: row.id, ...ifRefusedOf(edit), ...want.said } as const
  return newRow(deps, t, { ...edit, content, text: want.text, part: row.part })
}

/** Somebody waits for it, and it is nothing of what is redacted there. */
function isAnothers({ ifRefused, eventId }: NewEdit, { row }: Item): boolean {
  return ifRefused === 'say_anew' && eventId !== undefined && eventId !== row.event_id
}

/** What has the name of its part stays on record. */
async function sayInstead(
  deps: RoomDeps,
  t: Tx,
  edit: NewEdit,
  target: Item,
  want: WantedPart,
): Promise<DeliveryRow> {
  const content = { kind: 'message', ...want.said } as const
  const about = { ...edit, content, text: want.text, part: target.row.part, tracks: insteadOf(target) }
  const row = newRow(deps, t, about)
  await noteSaidAnew(deps, t, target, row.id)
  return row
}

function ifRefusedOf({ ifRefused }: NewEdit): Pick<NewEdit, 'ifRefused'> {
  return ifRefused === undefined ? {} : { ifRefused }
}

function isSame({ row, content }: Item, { text, said }: WantedPart): boolean {
  if (content.kind !== 'message' || row.text !== text) return false
  return JSON.stringify(content.buttons) === JSON.stringify(said.buttons)
}

/** On record all the same: who asks for the same edit again is told that it was made. */
function merged(
  deps: RoomDeps,
  t: Tx,
  edit: NewEdit,
  want: WantedPart,
  { row: { id: target, part } }: Item,
): DeliveryRow {
  const content = { kind: 'edit', target, ...want.said } as const
  return newRow(
    deps,
    t,
    { ...edit, content, text: want.text, part, tracks: { mayBeThere: true } },
    { state: 'withdrawn', reason: 'undone', detail: 'What it changes carries it already.' },
  )
}

async function removePart(
  deps: RoomDeps,
  t: Tx,
  change: NewEdit | NewRemoval,
  target: Item,
): Promise<DeliveryRow> {
  const { row } = target
  await callOffChanges(deps, t, target)
  const { cause, place, sessionId, eventId, runId } = change
  const about = { cause, place, sessionId, eventId, runId, part: row.part }
  const removal = { ...about, content: { kind: 'delete', target: row.id } as const }
  const isLate = mayBeThereLate(target)
  if (!isLate && (mayBeSeen(target) || row.is_resent === 1)) return newRow(deps, t, removal)
  const tracks: Tracks = isLate ? { letBe: true } : {}
  const withdrawn = { state: 'withdrawn', reason: 'undone', tracks } as const
  const gone = row.state === 'withdrawn' ? target : await changeItem(deps, t, target, withdrawn)
  if (mayStandLetBe(gone)) await seekLetBe(deps, t, gone, 'undone')
  return newRow(deps, t, removal, { state: 'withdrawn', reason: 'undone', detail: 'It had not been said.' })
}
