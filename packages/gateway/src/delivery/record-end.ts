// Puts on record what came of a request.

import { limits } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { unreachable } from '../foundation/states.ts'
import { noteAccountNews, wakeLanes } from './accounts.ts'
import { changeItem, emptied, type RowChange, withoutRest } from './change-item.ts'
import { type RoomDeps, scheduleSweep, wakeLane } from './deliver-deps.ts'
import { selectDelivery, selectOpenInLane } from './delivery-store.ts'
import { hasNotLeft } from './delivery-states.ts'
import { enqueueRest } from './enqueue-message.ts'
import { openedColumns, undoOpening } from './enqueue-place.ts'
import { changedInto, type Item, itemOfRow, mayComeTwice, retryOf } from './item.ts'
import { lookAfterOpening } from './look-after-opening.ts'
import { judgeOutcome, type Verdict } from './judge-outcome.ts'
import { noteLastSent } from './lane-store.ts'
import type { Ended, Opened } from './make-request.ts'
import { newsOf } from './outages.ts'
import { seekLetBe } from './seek-let-be.ts'
import { settleRefusedEdit } from './settle-refused-edit.ts'
import { removeSaid } from './withdraw.ts'

const rejectedAtOnce = 500

export async function recordEnd(
  deps: RoomDeps,
  t: Tx,
  end: { id: Item['row']['id']; ended: Ended; chance: number },
): Promise<void> {
  // Read anew: meanwhile somebody may have said that it is not wanted any more.
  const item = await loadItem(t, end.id)
  await noteOutage(deps, t, item, end.ended)
  if (end.ended.kind === 'opened') return recordOpened(deps, t, item, end.ended.opened)
  const { row, tracks } = item
  const { verdict, account } = judgeOutcome({
    kind: row.kind,
    outcome: end.ended.outcome,
    now: t.now,
    startedAt: row.started_at ?? t.now,
    attempts: row.attempts,
    spared: tracks.spared,
    retry: retryOf(item),
    chance: end.chance,
    unwanted: tracks.unwanted,
    ...deps.times,
  })
  if (end.ended.outcome.kind === 'not_sent') deps.count(t, row.channel, 'not_sent')
  if (account && row.channel !== null && row.account_id !== null) {
    const whose = { channel: row.channel, accountId: row.account_id }
    const isPaused = await noteAccountNews(t, whose, account, row.started_at ?? t.now)
    const why = account.pause?.why
    if (isPaused) t.afterCommit(() => deps.log.warn('an account is paused', { ...whose, why }))
  }
  const mayBeThere = mayBeDone(item, end.ended, verdict)
  const known = mayBeThere ? await changeItem(deps, t, item, { tracks: { mayBeThere } }) : item
  await carryOut(deps, t, known, verdict)
}

/** Nobody else knows of what stands there, should it never be opened; nor of what a change without an answer has done. */
function mayBeDone({ row }: Item, ended: Exclude<Ended, { kind: 'opened' }>, verdict: Verdict): boolean {
  if (row.kind === 'open') return ended.isBegun === true || verdict.kind === 'doubt'
  return row.kind === 'edit' && ended.outcome.kind === 'unknown'
}

/** The first that gets through says that the others may. */
async function noteOutage(deps: RoomDeps, t: Tx, { row }: Item, ended: Ended): Promise<void> {
  const { channel, account_id: accountId } = row
  const news = newsOf(ended.kind === 'opened' ? ended : ended.outcome)
  if (news === undefined || channel === null || accountId === null) return
  const account = { channel, accountId }
  if (deps.outages.note(t, account, news)) await wakeLanes(deps, t, account)
}

async function carryOut(deps: RoomDeps, t: Tx, item: Item, verdict: Verdict): Promise<void> {
  switch (verdict.kind) {
    case 'sent':
      return recordSent(deps, t, item, verdict)
    case 'wait': {
      const { reason, detail, until } = verdict
      const tracks = reason === 'rate_limited' ? { spared: (item.tracks.spared ?? 0) + 1 } : {}
      await changeItem(deps, t, item, { state: 'waiting', reason, detail, next_at: until, tracks })
      return
    }
    case 'doubt': {
      const { detail, lookAt } = verdict
      await changeItem(deps, t, item, { state: 'unknown', reason: 'no_answer', detail, next_at: lookAt })
      return
    }
    case 'reject': {
      const { reason, detail } = verdict
      if (await settleRefusedEdit(deps, t, item, detail)) return
      await changeItem(deps, t, item, { state: 'rejected', reason, detail, ...forgotten(item) })
      await lookAfterOpening(deps, t, item)
      // A place that takes no edit, or opens nothing, may still be written to.
      if (reason === 'place_refused' && item.row.kind === 'message') await rejectLane(deps, t, item, detail)
      return
    }
    case 'withdraw': {
      const { reason, detail } = verdict
      await changeItem(deps, t, item, { state: 'withdrawn', reason, detail, ...forgotten(item) })
      return lookAfterOpening(deps, t, item)
    }
    default:
      return unreachable(verdict)
  }
}

export async function recordSent(
  deps: RoomDeps,
  t: Tx,
  item: Item,
  /** `isOvertaken`: it has stood there all the time, and others have been said since. */
  sent: { platformId: string; link: string | null; isOvertaken?: boolean },
): Promise<void> {
  const { row, content } = item
  const settled = { state: 'sent', reason: null, detail: null, sent_at: t.now } as const
  if (content.kind !== 'message') {
    await changeItem(deps, t, item, { ...settled, ...forgotten(item) })
    return followChange(deps, t, item)
  }
  const { platformId, link } = sent
  await changeItem(deps, t, item, { ...settled, platform_id: platformId, link, ...forgotten(item) })
  if (!sent.isOvertaken) await noteLastSent(t, row.destination, platformId)
  if (row.is_resent === 1) await scheduleFirstSweep(deps, t, row)
  if (item.tracks.unwanted !== 'redacted') return
  await removeSaid(deps, t, item)
  await wakeLane(deps, t, row.destination)
}

async function scheduleFirstSweep(deps: RoomDeps, t: Tx, { id, destination }: Item['row']): Promise<void> {
  await scheduleSweep(deps, t, { destination, id, at: t.now + limits.deliverySweepsMs[0] })
}

export async function recordOpened(deps: RoomDeps, t: Tx, item: Item, opened: Opened): Promise<void> {
  const { row } = item
  await noteLastSent(t, row.destination, opened.anchorId)
  const isLate = row.expires_at !== null && t.now > row.expires_at
  if (isLate || item.tracks.unwanted !== undefined) {
    const detail = 'It was opened too late, and is put away again.'
    await changeItem(deps, t, item, { state: 'gave_up', reason: 'too_old', detail, ...forgotten(item) })
    return undoOpening(deps, t, item, opened)
  }
  await changeItem(deps, t, item, {
    state: 'sent',
    reason: null,
    detail: null,
    sent_at: t.now,
    platform_id: opened.anchorId,
    link: opened.link ?? null,
    ...openedColumns(opened.conversation),
    ...withoutRest(item),
  })
  await enqueueRest(deps, t, item, opened.conversation)
  if (row.is_resent === 1) await scheduleFirstSweep(deps, t, row)
}

/**
 * What was changed is on record as it is now; what was removed is no longer there. What it changed into a text that is
 * redacted is removed behind it, and has none here.
 */
async function followChange(deps: RoomDeps, t: Tx, { row, content, tracks }: Item): Promise<void> {
  if ((content.kind !== 'edit' && content.kind !== 'delete') || content.target === undefined) return
  const target = await loadItem(t, content.target)
  if (target.row.state !== 'sent') return
  const isTwofold = mayComeTwice(target, t.now)
  if (content.kind === 'delete') {
    const why = content.why ?? 'undone'
    const change = { state: 'withdrawn', reason: why } as const
    if (!isTwofold) return void (await changeItem(deps, t, target, change))
    await seekLetBe(deps, t, await changeItem(deps, t, target, { ...change, tracks: { letBe: true } }), why)
  } else if (target.content.kind === 'message' && tracks.unwanted !== 'redacted') {
    const { persona, buttons, mentions } = content
    await changeItem(deps, t, target, {
      text: row.text,
      content: { ...target.content, persona, buttons, mentions },
      // A copy that comes late has the old text: it goes with what that told of.
      ...(isTwofold
        ? { tracks: { askedAs: target.tracks.askedAs ?? target.row.text } }
        : changedInto(row, target)),
    })
  }
}

/** Nothing that waits behind it would be taken there either. */
async function rejectLane(deps: RoomDeps, t: Tx, { row }: Item, detail: string): Promise<void> {
  for (const other of await selectOpenInLane(t, row.destination, ['message'], rejectedAtOnce)) {
    if (!hasNotLeft(other.state)) continue
    await changeItem(deps, t, itemOfRow(other), { state: 'rejected', reason: 'place_refused', detail })
  }
}

/** A text that was to be forgotten was kept only until it was known what became of it. */
export function forgotten(item: Item): Pick<RowChange, 'text' | 'content'> {
  return item.tracks.unwanted === 'redacted' ? emptied(item) : {}
}

export async function loadItem(t: Tx, id: Item['row']['id']): Promise<Item> {
  const row = await t.one(selectDelivery({ id }))
  if (!row) throw new Error(`there is no delivery ${id}`)
  return itemOfRow(row)
}
