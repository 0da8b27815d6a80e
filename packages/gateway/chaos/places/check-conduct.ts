// How the gateway behaved towards the platform, by the platform's own record: nothing before the time it was told to wait
// for, one request at a time in a conversation, and not too many that were refused.

import { limits } from '@heddle/contract'
import type { SeenRequest } from '@heddle/emulators/loopback/ground-truth'
import type { Platform } from '@heddle/emulators/loopback/platform'
import type { PlaceLedger } from './place-ledger.ts'
import { shortWaits } from './shorten-waits.ts'

/** Whoever hangs up is seen to have gone only a moment later. */
const goneSeenMs = 400
/** An answer that was on its way when the gateway ended, or had not reached its disk, was never known. */
const unstoredMs = 1_000
/** That these have to wait is known as long as the process lives: nothing that has to be told depends on them. */
const remembered: ReadonlySet<string> = new Set(['history', 'file', 'typing'])

export function checkConduct(
  { truth }: Pick<Platform, 'truth'>,
  { firstRequest }: PlaceLedger,
  ends: readonly number[],
): string[] {
  const requests = truth.requests.slice(firstRequest)
  return [
    ...requests
      .filter((request) => request.isEarly && !isForgotten(request, requests, ends))
      .map(({ kind, conversationId, at }) => `[I30] ${kind} in ${conversationId} came early, at ${at}`),
    ...requests
      .filter((request) => request.isBeside && isReallyBeside(request, requests))
      .map(
        ({ kind, conversationId, at }) => `[I5] ${kind} in ${conversationId} came beside another, at ${at}`,
      ),
    ...checkRefused(requests),
  ]
}

/** The gateway ended between being told to wait and asking all the same. */
function isForgotten(request: SeenRequest, all: readonly SeenRequest[], ends: readonly number[]): boolean {
  return all
    .filter((other) => other.number < request.number && other.status === 429 && !other.isEarly)
    .filter((told) => isFor(told, request))
    .some((told) => {
      const since = told.endedAt ?? told.at
      const isRemembered = remembered.has(request.kind) || remembered.has(told.kind)
      const until = isRemembered ? request.at : Math.min(request.at, since + unstoredMs)
      return ends.some((end) => end >= since - 50 && end <= until)
    })
}

/** It may have been told for the whole account, which the record does not say. */
function isFor(told: SeenRequest, request: SeenRequest): boolean {
  return told.conversationId === request.conversationId || told.at > request.at - 3_000
}

const changing: ReadonlySet<string> = new Set(['send', 'edit', 'delete', 'thread.open', 'thread.close'])

function isReallyBeside(request: SeenRequest, all: readonly SeenRequest[]): boolean {
  return all.some(
    (other) =>
      other.number < request.number &&
      changing.has(other.kind) &&
      other.conversationId === request.conversationId &&
      other.accountId === request.accountId &&
      (other.endedAt ?? Number.POSITIVE_INFINITY) > request.at + goneSeenMs,
  )
}

function checkRefused(requests: readonly SeenRequest[]): string[] {
  const refused = requests.filter(({ status }) => status === 401 || status === 403 || status === 429)
  const window = shortWaits.refusedRequestsWindowMs
  const most = Math.max(
    0,
    ...refused.map(({ at }) => refused.filter((other) => other.at >= at && other.at < at + window).length),
  )
  // Reading is refused too, and is not counted by whoever sends.
  return most <= 2 * limits.refusedRequestsMax
    ? []
    : [`[I30] ${most} requests were refused within ${window} ms`]
}
