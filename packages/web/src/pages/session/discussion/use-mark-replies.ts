// What is in sight at the end of a discussion is marked as read, on the server and so on every page.

import type { ReplyJson, WholeThreadJson } from '@heddle/contract'
import { useMemo } from 'react'
import { useClient } from '../../../api/client-context.tsx'
import type { ThreadBoard } from '../../../discussions/thread-board.ts'
import { createReadMarker } from '../../../live/read-marker.ts'
import { after } from '../../../live/real-after.ts'
import { useMarkSeen } from '../../../live/use-read-marks.ts'

export function useMarkReplies(
  board: ThreadBoard,
  thread: WholeThreadJson | undefined,
  /** Undefined while the newest is not in sight. */
  replies: readonly ReplyJson[] | undefined,
): void {
  const client = useClient()
  const id = thread?.id
  const marker = useMemo(
    () =>
      createReadMarker({
        send(seq) {
          if (id === undefined) return false
          board.mark(id, seq)
          // What is not told now is told with what is seen next.
          client.call('markThreadRead', { path: { id }, body: { seq } }).catch(() => {})
          return true
        },
        now: Date.now,
        after,
      }),
    [client, board, id],
  )
  // An edit stands later in the log than the reply that it changed, which may be one that is not loaded.
  const newest = replies?.reduce((most, { seq }) => Math.max(most, seq), thread?.lastReplySeq ?? 0)
  useMarkSeen(marker, newest === 0 ? undefined : newest)
}
