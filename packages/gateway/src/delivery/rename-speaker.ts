// What a sub-agent was called by is redacted: nothing that it said keeps that name in the outbox (SES6).

import type { SessionId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { changeItem } from './change-item.ts'
import type { RoomDeps } from './deliver-deps.ts'
import { selectNamedOtherwise } from './delivery-store.ts'
import { itemOfRow } from './item.ts'
import { tellForgotten } from './withdraw.ts'

export async function renameSpeaker(
  deps: RoomDeps,
  t: Tx,
  sessionId: SessionId,
  speaker: { agentId: string; name: string },
): Promise<void> {
  for (const row of await t.all(selectNamedOtherwise({ sessionId, ...speaker }))) {
    // Written at once, or as soon as the name is no longer needed to find it by.
    await changeItem(deps, t, itemOfRow(row), { tracks: { renamed: speaker.name } })
    await tellForgotten(deps, t, row)
  }
}
