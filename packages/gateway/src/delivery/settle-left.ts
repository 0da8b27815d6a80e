// What nobody could read for as long as others could wait is looked for on. Once its place can be read it is settled as it
// would have been then: found, it is adopted; proven absent, it is sent again (DLV3). What was to change or remove it was
// shown as rejected meanwhile, and follows.

import { limits } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { changeItem } from './change-item.ts'
import { type RoomDeps, wakeLane } from './deliver-deps.ts'
import { selectRejectedChanges } from './delivery-store.ts'
import { type Item, itemOfRow } from './item.ts'
import type { Sought } from './make-request.ts'
import { recordSent } from './record-end.ts'
import { recordAbsent, removeCopies, unclaimed, withdrawAbsent } from './record-look.ts'
import { wasOvertaken } from './was-overtaken.ts'

/** When to look again, if at all. */
export async function settleLeft(
  deps: RoomDeps,
  t: Tx,
  item: Item,
  sought: Sought,
): Promise<number | undefined> {
  if (sought.kind === 'unreadable') return whenAgain(deps, t, item, sought)
  const [first, ...others] = sought.kind === 'found' ? await unclaimed(t, item, sought.copies) : []
  const { edits, removals } = await changesOf(t, item)
  const [removal] = removals
  // Of several only the newest counts, and what is to be removed need not be changed.
  const [newest, ...older] = removal ? [removal, ...edits] : edits
  for (const one of older) await drop(deps, t, one)
  if (first) {
    const isOvertaken = await wasOvertaken(t, item)
    await recordSent(deps, t, item, { platformId: first.platformId, link: first.link ?? null, isOvertaken })
    await removeCopies(deps, t, item, others)
  } else if (removal && item.tracks.unwanted === undefined) {
    await withdrawAbsent(deps, t, item, 'undone')
  } else {
    await recordAbsent(deps, t, item)
  }
  if (newest) await follow(deps, t, newest, { isThere: first !== undefined, item })
  await wakeLane(deps, t, item.row.destination)
  return undefined
}

/** The longer nobody knows, the more rarely: half as long again each time. */
function whenAgain(
  deps: RoomDeps,
  t: Tx,
  { row, tracks }: Item,
  { detail, retryAfterMs = 0 }: Extract<Sought, { kind: 'unreadable' }>,
): number | undefined {
  if (t.now - (tracks.since ?? row.created_at) >= limits.deliveryOldMs) {
    deps.log.warn('it could not be read whether something is there', { delivery: row.id, detail })
    return undefined
  }
  const half = (t.now - row.updated_at) / 2
  const waitMs = Math.min(limits.deliveryUnknownLookMsMax, Math.max(limits.deliverySweepAgainMs, half))
  return t.now + Math.ceil(Math.max(waitMs, retryAfterMs))
}

/** The newest first. */
async function changesOf(t: Tx, { row }: Item): Promise<{ edits: Item[]; removals: Item[] }> {
  const changes = (await t.all(selectRejectedChanges({ target: row.id }))).map(itemOfRow)
  return {
    edits: changes.filter(({ content }) => content.kind === 'edit'),
    removals: changes.filter(({ content }) => content.kind === 'delete'),
  }
}

async function follow(
  deps: RoomDeps,
  t: Tx,
  change: Item,
  { isThere, item }: { isThere: boolean; item: Item },
): Promise<void> {
  const isRemoval = change.content.kind === 'delete'
  // What is not wanted any more is taken away by itself, and what was redacted of it has no text left.
  const isVain = item.tracks.unwanted !== undefined || (isRemoval ? !isThere : change.row.text === '')
  if (isVain) return drop(deps, t, change)
  await changeItem(deps, t, change, { state: 'queued', reason: null, detail: null, next_at: t.now })
}

async function drop(deps: RoomDeps, t: Tx, change: Item): Promise<void> {
  await changeItem(deps, t, change, { state: 'withdrawn', reason: 'undone' })
}
