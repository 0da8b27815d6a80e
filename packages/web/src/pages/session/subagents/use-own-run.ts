// The run that the session of a sub-agent was made for: read while it has not ended, again when something happens in it.

import type { WholeRunJson, WholeSessionJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRead } from '../../../api/use-read.ts'
import type { SessionFeed } from '../../../live/session-feed.ts'

const againMs = 3_000

export function useOwnRun(session: WholeSessionJson | null, feed: SessionFeed): WholeRunJson | undefined {
  const queries = useQueryClient()
  const isChild = session?.kind === 'subagent'
  const { data } = useRead('readRun', { path: { id: session?.id ?? '' } }, isChild, (run) =>
    run?.endedAt === null ? againMs : false,
  )
  useEffect(
    () =>
      feed.hearEvents(({ kind }) => {
        if (kind.startsWith('turn.')) void queries.invalidateQueries({ queryKey: ['readRun'] })
      }),
    [feed, queries],
  )
  return data
}
