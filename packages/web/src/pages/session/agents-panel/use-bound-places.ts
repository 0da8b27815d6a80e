// Which sub-agents of a tree have a place on another platform: read with the tree, and now and then while it is open.

import { limits, type ListedRunJson } from '@heddle/contract'
import { useCallback, useMemo } from 'react'
import { useRead } from '../../../api/use-read.ts'
import { nameOutside } from '../../places/name-place.ts'

const againMs = 30_000

export function useBoundPlaces(rootId: string): (sessionId: string) => string | undefined {
  const input = { path: { id: rootId }, query: { limit: limits.runsListMax } }
  const { data } = useRead('listSubagents', input, true, () => againMs)
  const places = useMemo(() => new Map(data?.items.flatMap(placeOfRun) ?? []), [data])
  return useCallback((sessionId) => places.get(sessionId), [places])
}

/** Of several the one that was last active, which comes first. */
function placeOfRun({ sessionId, bindings }: ListedRunJson): [string, string][] {
  const outside = bindings.find(({ conversation }) => conversation.channel !== 'web')
  if (!outside) return []
  return [[sessionId, nameOutside(outside.conversation, outside.place)]]
}
