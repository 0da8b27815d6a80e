// The calls of a session that wait for somebody's word: read as long as there are any, because only the server knows
// whether it is the reader's word that is wanted, and because a long call comes cut with the log.

import { type ApprovalJson, limits } from '@heddle/contract'
import { useEffect, useMemo } from 'react'
import { useRead } from '../../api/use-read.ts'
import type { SessionFeed, SessionState } from '../../live/session-feed.ts'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { useDecided } from '../approvals/use-decided.ts'

export interface Asking {
  /** Something waits. */
  isOpen: boolean
  /** By the id of the approval. */
  pending: ReadonlyMap<string, ApprovalJson>
  /** Of one that is not among them; undefined while that is being read. */
  mayDecideOther: boolean | undefined
}

export function useAsking(id: string, feed: SessionFeed, { view }: SessionState): Asking {
  const role = useMe().role
  const readAgain = useDecided()
  const isOpen = (view.session?.openApprovals ?? 0) > 0
  const query = { session: id, state: 'pending', limit: limits.approvalsPerSessionMax } as const
  const { data, isFetching, isError } = useRead('listApprovals', { query }, isOpen)
  useEffect(
    () =>
      feed.hearEvents(({ kind }) => {
        if (kind.startsWith('approval.')) readAgain()
      }),
    [feed, readAgain],
  )
  // When it cannot be read who may decide, a press will tell.
  const mayDecideOther = isError ? chooseOffers(role).sessions : isFetching ? undefined : false
  return useMemo(() => {
    const pending = new Map((data?.items ?? []).map((approval) => [approval.id, approval]))
    return { isOpen, pending, mayDecideOther }
  }, [data, isOpen, mayDecideOther])
}
