// Somebody has lost an account elsewhere, or their access here: what waits for the direct messages of that account, and was
// theirs to read, does not go out any more. It stands on its timeline (PPL4).

import { limits, placeName } from '@heddle/contract'
import type { Delivery } from '../../delivery/delivery.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { Job } from '../../foundation/work/job.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { recordCompletion, runOfCause } from './announce-completion.ts'
import { isStillToBeTold } from './find-place.ts'

/** Looks at all that is on its way, some at a time: there is little of it, and accounts are seldom lost. */
export async function withdrawClosed(deps: RoutingRoom, job: Job): Promise<void> {
  let cursor: string | undefined
  do {
    const page = { limit: limits.pageItemsMax, ...(cursor !== undefined && { cursor }) }
    cursor = await job.step(async (t) => {
      const open = { state: 'open', seenBy: { kind: 'all' } } as const
      const { items, next } = await deps.deliveries.list(t, open, page)
      for (const item of items) if (!(await isStillToBeTold(deps, t, item))) await takeBack(deps, t, item)
      return next
    })
  } while (cursor !== undefined)
  await job.commit(async () => undefined)
}

async function takeBack(deps: RoutingRoom, t: Tx, { id, cause, place, state }: Delivery): Promise<void> {
  const named = (one: Delivery['place']) => one && placeName(one)
  const copies = await deps.deliveries.readByCause(t, cause)
  // A copy of an approval may wait elsewhere too, where it is right.
  const isHereAlone = copies.every((one) => named(one.place) === named(place))
  if (isHereAlone) await deps.deliveries.withdraw(t, cause, 'told_elsewhere')
  else if (state !== 'sending') await deps.deliveries.dismiss(t, id, 'Heddle', 'told_elsewhere')
  const runId = runOfCause(cause)
  const outcome = runId && (await deps.sessions.readOutcome(t, runId))
  if (!outcome) return
  await recordCompletion(t, outcome, { destination: 'requester', reason: 'place_closed' }, outcome.rootId)
}
