// Whether the disk has room for files. The last of it belongs to the database: where that cannot write, nothing can be
// said any more. Pure.

import { limits } from '@heddle/contract'

export interface DiskSpace {
  freeBytes: number
  wholeBytes: number
}

const reserveShare = 0.02

/** On a small disk its own share, or nothing could ever be kept there. */
export function reserveOf({ wholeBytes }: Pick<DiskSpace, 'wholeBytes'>): number {
  return Math.min(limits.filesDiskReserveBytesMax, Math.floor(wholeBytes * reserveShare))
}

export function hasDiskRoom(space: DiskSpace): boolean {
  return space.freeBytes >= reserveOf(space)
}
