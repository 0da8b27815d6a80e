// What a frame says about the list of sessions. Pure. A hint names what changed and what is gone; a snapshot names the
// most recently active, so whatever was active later than the last of them and is not named is gone, too.

import { type ListedSessionJson, listedSessionShape, type LiveFrameOf } from '@heddle/contract'
import { z } from 'zod'

export interface ListChange {
  items: readonly ListedSessionJson[]
  removed: readonly string[]
  /** All that were active later than this are among the items. */
  allSince?: string | undefined
}

const hintShape = z.object({
  kind: z.literal('sessions.changed'),
  items: z.array(listedSessionShape).catch([]),
  removed: z.array(z.string()).catch([]),
})
const snapshotShape = z.object({ items: z.array(listedSessionShape), next: z.string().optional() })

export function readListFrame(frame: LiveFrameOf<'snap' | 'eph'>): ListChange | undefined {
  if (frame.type === 'eph') return hintShape.safeParse(frame).data
  const { data } = snapshotShape.safeParse(frame.state)
  if (!data) return undefined
  return {
    items: data.items,
    removed: [],
    allSince: data.next === undefined ? '' : data.items.at(-1)?.activeAt,
  }
}
