// Accounts that pause: because the platform says for how long, because it refused too often, or until somebody sees to
// it. On record, so that a restart does not begin to ask again (I30, I31).

import { limits } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { type DeliverDeps, wakeLane } from './deliver-deps.ts'
import { selectHead, selectNextLane, updateDelivery } from './delivery-store.ts'
import type { AccountRow, DeliveryRow } from './delivery-tables.ts'
import { type AccountNews, forGood } from './judge-outcome.ts'
import { selectAccount, writeAccount } from './lane-store.ts'

interface AccountRef {
  channel: string
  accountId: string
}

const lanesWokenMax = 1_000

export async function readPause(
  r: Reader,
  account: AccountRef,
): Promise<Pick<AccountRow, 'paused_until' | 'paused_why'>> {
  return (await r.one(selectAccount(account))) ?? { paused_until: null, paused_why: null }
}

/** `askedAt`: when the request began of which this is the end. Says whether it pauses from now on until somebody sees to it. */
export async function noteAccountNews(
  t: Tx,
  account: AccountRef,
  { wasRefused, pause }: AccountNews,
  askedAt: number,
): Promise<boolean> {
  if (!wasRefused && !pause) return false
  const before = (await t.one(selectAccount(account))) ?? unpaused(account, t.now)
  // It went out with what was not valid then, and somebody has seen to that since.
  const isOld = pause?.until === forGood && askedAt <= before.resumed_at
  const after = judgeAccount(before, { wasRefused, ...(pause && !isOld && { pause }) }, t.now)
  await writeAccount(t, after)
  return after.paused_until === forGood && before.paused_until !== forGood
}

/** Pure. */
export function judgeAccount(before: AccountRow, news: AccountNews, now: number): AccountRow {
  const isOver = now - before.window_at >= limits.refusedRequestsWindowMs
  const window = isOver ? { window_at: now, refused: 0 } : before
  const refused = window.refused + (news.wasRefused ? 1 : 0)
  const after = { ...before, window_at: window.window_at, refused }
  const isTooOften = news.wasRefused && refused >= limits.refusedRequestsMax
  const pauses = [
    ...(news.pause ? [news.pause] : []),
    ...(isTooOften
      ? [
          {
            until: window.window_at + limits.refusedRequestsWindowMs,
            why: 'The platform refused too many requests.',
          },
        ]
      : []),
  ]
  for (const { until, why } of pauses) {
    if (until <= (after.paused_until ?? 0)) continue
    after.paused_until = until
    after.paused_why = why
  }
  return after
}

/**
 * It was reached again: ends the pause that somebody had to see to, and waits of our own. One that the platform asked for
 * lasts as long as it said (I30).
 */
export async function resumeAccount(deps: DeliverDeps, t: Tx, account: AccountRef): Promise<void> {
  const row = (await t.one(selectAccount(account))) ?? unpaused(account, t.now)
  const isForGood = row.paused_until === forGood
  const pause = isForGood ? { paused_until: null, paused_why: null } : {}
  await writeAccount(t, { ...row, ...pause, resumed_at: t.now })
  if (isForGood) t.afterCommit(() => deps.log.info('an account goes on', { ...account }))
  await wakeLanes(deps, t, account)
}

/** After an outage nobody need wait for what was only guessed to be long enough. */
export async function wakeLanes(deps: DeliverDeps, t: Tx, account: AccountRef): Promise<void> {
  // Lanes beyond these look by themselves, within a minute or when their time has come.
  const prefix = `${account.channel}/${account.accountId}`
  let after = `${prefix}/`
  for (let i = 0; i < lanesWokenMax; i++) {
    const lane = await t.one(selectNextLane({ after, before: `${prefix}0` }))
    if (!lane) return
    after = lane.destination
    const head = await t.one(selectHead(lane))
    if (head && isBackingOff(head)) await updateDelivery(t, head.id, { next_at: t.now, updated_at: t.now })
    await wakeLane(deps, t, lane.destination)
  }
}

/** Not where the platform said how long. */
function isBackingOff({ state, reason }: Pick<DeliveryRow, 'state' | 'reason'>): boolean {
  return state === 'waiting' && (reason === 'platform_trouble' || reason === 'no_answer')
}

function unpaused({ channel, accountId }: AccountRef, now: number): AccountRow {
  const pause = { paused_until: null, paused_why: null, resumed_at: 0 }
  return { channel, account_id: accountId, ...pause, window_at: now, refused: 0 }
}
