// What the store knows about itself: which life of the log this is, whether the last process ended properly, and up to
// which time it was used.

import type { Connection } from './connection.ts'
import { queriesOver } from './query.ts'
import type { Reader, Tx } from './store.ts'

interface MetaTables {
  meta: { key: string; value: string }
}

const db = queriesOver<MetaTables>()

async function readMeta(r: Reader, key: string): Promise<string | undefined> {
  return (await r.one(db.selectFrom('meta').select('value').where('key', '=', key)))?.value
}

async function writeMeta(t: Tx, key: string, value: string): Promise<void> {
  await t.run(
    db
      .insertInto('meta')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value })),
  )
}

export interface Opening {
  /** Changes whenever what clients hold may be ahead of the store: after a crash or a restore. */
  epoch: number
  wasClean: boolean
}

/**
 * How far behind the newest record the time on record may be. After a crash the store skips this much, so it is short:
 * a process that crashes at every start would otherwise drive the store's time far ahead of the clock.
 */
export const timeMarkMs = 1_000

export async function recordOpening(t: Tx): Promise<Opening> {
  const wasClean = (await readMeta(t, 'clean')) !== '0'
  const before = Number((await readMeta(t, 'epoch')) ?? '1')
  const epoch = wasClean ? before : before + 1
  await writeMeta(t, 'epoch', String(epoch))
  await writeMeta(t, 'clean', '0')
  return { epoch, wasClean }
}

export async function recordClosing(t: Tx): Promise<void> {
  await writeMeta(t, 'clean', '1')
  await writeMeta(t, 'time', String(t.now))
}

/** Keeps the time on record near that of the newest transaction, by an extra row in one now and then. */
export function createTimeMark(now: () => number): (t: Tx) => Promise<void> {
  let markedMs = Number.NEGATIVE_INFINITY

  return async (t) => {
    // Not the time of the transaction: what it made meanwhile may be of a later one.
    const nowMs = now()
    if (nowMs < markedMs + timeMarkMs) return
    await writeMeta(t, 'time', String(nowMs))
    t.afterCommit(() => {
      markedMs = nowMs
    })
  }
}

/** A time that nothing on record comes after, as far as earlier processes kept one; 0 if none did. */
export function readTimeMark(connection: Connection): number {
  const rows = connection.all("select key, value from meta where key in ('clean', 'time')", []) as {
    key: string
    value: string
  }[]
  const values = new Map(rows.map((row) => [row.key, row.value]))
  const markedMs = Number(values.get('time') ?? Number.NaN)
  if (!Number.isSafeInteger(markedMs)) return 0
  // One beyond the last: inside the same millisecond ids would not know which came first.
  return markedMs + (values.get('clean') === '0' ? timeMarkMs : 1)
}
