// What stays on the page of approvals while one looks at it: a card that was settled stays where it was, so that nothing
// moves under the hand; only what is not there any more at all goes. Pure.

import type { ApprovalJson } from '@heddle/contract'

export function keepShown(
  shown: readonly ApprovalJson[],
  pending: readonly ApprovalJson[],
  decided: readonly ApprovalJson[],
  /** One of the lists is being read: what is in neither of them may be on its way from the one to the other. */
  isReading: boolean,
): ApprovalJson[] {
  const known = new Map([...pending, ...decided].map((approval) => [approval.id, approval]))
  // A list may have been read before the other: what is settled stays so.
  const kept = shown.flatMap((before) => {
    const now = known.get(before.id)
    if (now === undefined) return isReading ? [before] : []
    return [before.state !== 'pending' && now.state === 'pending' ? before : now]
  })
  const held = new Set(shown.map(({ id }) => id))
  const fresh = pending.filter(({ id }) => !held.has(id))
  return [...kept, ...fresh.toReversed()]
}
