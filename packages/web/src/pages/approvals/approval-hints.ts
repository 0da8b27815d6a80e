// When the list of what waits for somebody's word is to be read again: when a session tells of another number than is held.
// Hints also come while the list is on its way, which then may have been written before them: they are held against it
// once more when it is there.

import type { ApprovalJson } from '@heddle/contract'
import type { ListChange } from '../sessions/read-list-frame.ts'
import { isOutdated, noteBelow } from './choose-outdated.ts'

export interface HeldApprovals {
  items: readonly Pick<ApprovalJson, 'sessionId'>[]
  /** There are more. */
  isPart: boolean
}

export interface ApprovalHints {
  hear(change: ListChange): void
  /** A list came that was asked for at that time. */
  answered(since: number): void
}

export interface ApprovalHintsDeps {
  /** Undefined before the first came. */
  held(): HeldApprovals | undefined
  readAgain(): void
  now(): number
}

/** More than come while one answer does. */
const rememberedMax = 50

export function createApprovalHints({ held, readAgain, now }: ApprovalHintsDeps): ApprovalHints {
  const below = new Map<string, number>()
  let recent: { at: number; change: ListChange; isNewBelow: boolean }[] = []
  const speaksOfOther = ({ change, isNewBelow }: { change: ListChange; isNewBelow: boolean }) => {
    const list = held()
    return list !== undefined && (isNewBelow || isOutdated(list.items, list.isPart, change))
  }
  return {
    hear(change) {
      const hint = { at: now(), change, isNewBelow: noteBelow(below, change) }
      recent = [...recent, hint].slice(-rememberedMax)
      if (speaksOfOther(hint)) readAgain()
    },
    answered(since) {
      recent = recent.filter(({ at }) => at >= since)
      if (recent.some(speaksOfOther)) readAgain()
    },
  }
}
