// The shortcut to what waits for somebody's word, within the session: to the card itself.

import type { RefObject } from 'react'
import type { SessionState } from '../../../live/session-feed.ts'
import { useShortcut } from '../../../shell/shortcut-context.tsx'
import { findItem, type Item } from './choose-items.ts'
import type { FeedHandle } from './feed-list.tsx'

interface GoInput {
  state: SessionState
  items: readonly Item[]
  handle: RefObject<FeedHandle | null>
  leaveEnd(): void
}

export function useGoToAsked({ state, items, handle, leaveEnd }: GoInput): void {
  const { session, rows } = state.view
  const asked =
    session !== null && session.openApprovals > 0
      ? rows.find(
          (row) => row.kind === 'approval.asked' && row.turnId === session.turnId && !isDecided(row.payload),
        )
      : undefined
  const index = asked === undefined ? -1 : findItem(items, asked.eventId)
  useShortcut(
    'approval',
    () => {
      leaveEnd()
      handle.current?.show(index)
    },
    index !== -1,
  )

  function isDecided({ approvalId }: Record<string, unknown>): boolean {
    return rows.some((row) => row.kind === 'approval.decided' && row.payload.approvalId === approvalId)
  }
}
