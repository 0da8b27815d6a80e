// What is last known of the sub-agents of a session: read while one of them works, again and again for what the session's
// own log does not say (what it does, what it waits for, what it has used), and at once when one begins or ends.

import { type EventJson, limits, type RunJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo } from 'react'
import { useRead } from '../../../api/use-read.ts'
import type { SessionFeed } from '../../../live/session-feed.ts'
import { chooseWorking } from './use-open-runs.ts'

/** By the id of the run. */
export type Runs = ReadonlyMap<string, RunJson>

const againMs = 3_000

export function useRuns(sessionId: string, feed: SessionFeed, rows: readonly EventJson[]): Runs {
  const queries = useQueryClient()
  const isWorking = useMemo(() => chooseWorking(rows).size > 0, [rows])
  const input = { path: { id: sessionId }, query: { of: 'children', limit: limits.runsListDefault } } as const
  const { data } = useRead('listSubagents', input, isWorking, () => (isWorking ? againMs : false))
  useEffect(
    () =>
      feed.hearEvents(({ kind }) => {
        if (kind.startsWith('subagent.')) void queries.invalidateQueries({ queryKey: ['listSubagents'] })
      }),
    [feed, queries],
  )
  return useMemo(() => new Map((data?.items ?? []).map((run) => [run.id, run])), [data])
}

const RunsContext = createContext<Runs>(new Map())

export const RunsProvider = RunsContext

export function useRun(runId: string): RunJson | undefined {
  return use(RunsContext).get(runId)
}
