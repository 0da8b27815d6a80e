// Whether the list of what waits no longer fits what is told of the sessions. Pure.

import type { ApprovalJson } from '@heddle/contract'
import type { ListChange } from '../sessions/read-list-frame.ts'

/** Sub-agents stand in no list: the session at their top tells how many wait below it. Remembers what was told. */
export function noteBelow(known: Map<string, number>, { items, removed }: ListChange): boolean {
  const changed = items.filter(({ id, approvalsBelow }) => (known.get(id) ?? 0) !== approvalsBelow)
  for (const { id, approvalsBelow } of changed) known.set(id, approvalsBelow)
  const gone = removed.filter((id) => (known.get(id) ?? 0) > 0)
  for (const id of gone) known.delete(id)
  return changed.length + gone.length > 0
}

export function isOutdated(
  pending: readonly Pick<ApprovalJson, 'sessionId'>[],
  /** There are more than are held, so that the numbers need not fit. */
  isPart: boolean,
  { items, removed }: ListChange,
): boolean {
  const held = Map.groupBy(pending, ({ sessionId }) => sessionId)
  const count = (id: string) => held.get(id)?.length ?? 0
  return (
    removed.some((id) => count(id) > 0) ||
    items.some(({ id, openApprovals }) =>
      isPart ? openApprovals > 0 !== count(id) > 0 : openApprovals !== count(id),
    )
  )
}
