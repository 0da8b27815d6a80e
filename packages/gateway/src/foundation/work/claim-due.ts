// Claims what is due in one lane. A row whose key is busy steps aside and is called back when the key is free, so no
// claim ever walks over the same waiting row twice.

import type { Tx } from '../database/store.ts'
import type { Candidate, ClaimedWork, WorkStore } from './work-store.ts'

export interface ClaimRequest {
  lane: string
  fair: boolean
  afterParent: string
  limit: number
  leaseMs: number
}

export interface Claim {
  works: ClaimedWork[]
  lastParent: string | undefined
}

export async function claimDue(t: Tx, workStore: WorkStore, request: ClaimRequest): Promise<Claim> {
  if (request.fair) return claimInTurns(t, workStore, request)
  const candidates = await workStore.due(t, request.lane, request.limit)
  const works: ClaimedWork[] = []
  for (const candidate of candidates) {
    const work = await take(t, workStore, candidate, request.leaseMs)
    if (work) works.push(work)
  }
  return { works, lastParent: undefined }
}

/** One row of each parent in turn, going on after the parent that was served last. */
async function claimInTurns(t: Tx, workStore: WorkStore, request: ClaimRequest): Promise<Claim> {
  const works: ClaimedWork[] = []
  let parent = request.afterParent
  let looks = 0
  let wrapped = false
  while (works.length < request.limit && looks < request.limit * 4) {
    const candidate = await workStore.dueOfNextParent(t, request.lane, parent)
    if (!candidate) {
      if (wrapped) break
      wrapped = true
      parent = ''
      continue
    }
    wrapped = false
    looks++
    const work = await take(t, workStore, candidate, request.leaseMs)
    // A row that steps aside does not use up its parent's turn: others of that parent may be waiting too.
    if (!work) continue
    works.push(work)
    parent = candidate.parent
  }
  return { works, lastParent: parent }
}

async function take(
  t: Tx,
  workStore: WorkStore,
  candidate: Candidate,
  leaseMs: number,
): Promise<ClaimedWork | undefined> {
  const head = await workStore.headOfKey(t, candidate.key)
  if (head === candidate.id) return workStore.lease(t, candidate.id, t.now + leaseMs)
  await workStore.block(t, candidate.id)
  return undefined
}
