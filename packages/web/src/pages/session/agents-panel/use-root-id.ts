// The session at the top of the tree to which a session belongs: itself, or found by going up from parent to parent.

import type { SessionJson } from '@heddle/contract'
import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../../api/client.ts'
import { useClient } from '../../../api/client-context.tsx'
import { useTrees } from '../../../live/trees-context.tsx'

type Placed = Pick<SessionJson, 'id' | 'parentId'>

/** Undefined until it is known, or when one may not see all that is above. */
export function useRootId(session: Placed): string | undefined {
  const client = useClient()
  const trees = useTrees()
  const { id, parentId } = session
  const found = useQuery({
    queryKey: ['rootOf', id],
    queryFn: ({ signal }) => findRoot(client, session, signal),
    enabled: parentId !== null,
    // Whoever came from the tree itself need not ask.
    initialData: () => trees?.rootOf(id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return parentId === null ? id : found.data
}

async function findRoot(client: Client, from: Placed, signal: AbortSignal): Promise<string> {
  let at = from
  while (at.parentId !== null) at = await client.call('readSession', { path: { id: at.parentId }, signal })
  return at.id
}
