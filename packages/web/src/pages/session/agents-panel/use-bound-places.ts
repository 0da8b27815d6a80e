// Which sub-agents have a place on another platform: read with the tree, and now and then while it is open.

import { useCallback, useMemo } from 'react'
import { useRead } from '../../../api/use-read.ts'
import { describePlace } from '../focus/read-binding.ts'

const readMax = 200
const againMs = 30_000

export function useBoundPlaces(): (sessionId: string) => string | undefined {
  const { data } = useRead('listBindings', { query: { limit: readMax } }, true, () => againMs)
  const places = useMemo(() => {
    const outside = data?.items.filter(({ conversation }) => conversation.channel !== 'web') ?? []
    return new Map(
      outside.map(({ targetSessionId, placeKind, conversation: { channel, conversationId } }) => [
        targetSessionId,
        describePlace(placeKind, channel, conversationId),
      ]),
    )
  }, [data])
  return useCallback((sessionId) => places.get(sessionId), [places])
}
