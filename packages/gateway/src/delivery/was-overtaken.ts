// Whether others were said in a place since something was first to be said there. A lane is serial, so this is only so for
// what was left or given up, and comes back.

import type { Reader } from '../foundation/database/store.ts'
import type { Item } from './item.ts'
import { lastSentIn } from './lane-store.ts'

export async function wasOvertaken(r: Reader, { row, tracks }: Item): Promise<boolean> {
  if (tracks.begunAt === undefined) return false
  return (await lastSentIn(r, row.destination)) !== (tracks.after ?? null)
}
