// What the store knows about itself: which life of the log this is, and whether the last process ended properly.

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
}
