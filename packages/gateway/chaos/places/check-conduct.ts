// How the gateway behaved towards the platform, by the platform's own record: nothing before the time it was told to wait
// for, one request at a time in a conversation, and not too many that were refused.

import { limits } from '@heddle/contract'
import type { GroundTruth, SeenRequest } from '@heddle/emulators/loopback/ground-truth'
import type { Platform } from '@heddle/emulators/loopback/platform'
import type { PlaceLedger } from './place-ledger.ts'
import { shortWaits } from './shorten-waits.ts'

/** Whoever hangs up is seen to have gone only a moment later. */
const goneSeenMs = 400
/** An answer that was on its way when the gateway ended, or had not reached its disk, was never known. */
const unstoredMs = 1_000
/** What was answered to these is known as long as the process lives: nothing that has to be told depends on them. */
const unrecorded: ReadonlySet<string> = new Set(['history', 'file', 'typing', 'press.answer'])
/** That the whole account has to wait is on record; what was missed, and what is gone on with, is read all the same. */
const reading: ReadonlySet<string> = new Set(['history', 'file'])

export function checkConduct(
  { truth }: Pick<Platform, 'truth'>,
  { firstRequest }: PlaceLedger,
  ends: readonly number[],
  slowness = 1,
): string[] {
  const requests = truth.requests.slice(firstRequest)
  return [
    ...requests
      .filter((request) => request.isEarly && !isForgotten(request, truth, ends, slowness))
      .map((request) => tellEarly(request, truth, ends)),
    ...requests
      .filter((request) => request.isBeside && isReallyBeside(request, requests, slowness))
      .map(
        ({ kind, conversationId, at }) => `[I5] ${kind} in ${conversationId} came beside another, at ${at}`,
      ),
    ...checkRefused(requests),
  ]
}

/** The gateway ended between being told to wait and asking all the same, and what it was told was not on record. */
function isForgotten(
  request: SeenRequest,
  { requests }: Pick<GroundTruth, 'requests'>,
  ends: readonly number[],
  slowness: number,
): boolean {
  const told = requests.find(({ number }) => number === request.toldBefore)
  if (told === undefined) return false
  const since = told.endedAt ?? told.at
  const isRemembered = reading.has(request.kind) || unrecorded.has(told.kind)
  const until = isRemembered ? request.at : Math.min(request.at, since + unstoredMs * slowness)
  return ends.some((end) => end >= told.at && end <= until)
}

function tellEarly(
  request: SeenRequest,
  { requests }: Pick<GroundTruth, 'requests'>,
  ends: readonly number[],
) {
  const { kind, conversationId, at } = request
  const told = requests.find(({ number }) => number === request.toldBefore)
  const story =
    told &&
    `${at - told.at} ms after ${told.kind} in ${told.conversationId} was told, answered after ${(told.endedAt ?? at) - told.at} ms`
  const lives = ends
    .filter((end) => told && end > told.at && end < at)
    .map((end) => `ended ${at - end} ms before`)
  return `[I30] ${kind} in ${conversationId} came early (${[story, ...lives].join(', ')})`
}

const changing: ReadonlySet<string> = new Set(['send', 'edit', 'delete', 'thread.open', 'thread.close'])

function isReallyBeside(request: SeenRequest, all: readonly SeenRequest[], slowness: number): boolean {
  return all.some(
    (other) =>
      other.number < request.number &&
      changing.has(other.kind) &&
      other.conversationId === request.conversationId &&
      other.accountId === request.accountId &&
      (other.endedAt ?? Number.POSITIVE_INFINITY) > request.at + goneSeenMs * slowness,
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
