// How the gateway behaved towards Discord, by Discord's own record: nothing before the time it was told to wait for, few
// requests that were refused, new sessions only where the old one was not to be had any more, and nothing that Discord's own
// schemas do not have.

import type { SeenRequest } from '@heddle/emulators/discord/ground-truth'
import { tellBreach } from '@heddle/emulators/discord/judge-exchanges'
import { measureStrain } from '../places/place-stage.ts'
import type { DiscordLedger } from './discord-ledger.ts'
import type { DiscordStage } from './discord-stage.ts'

/** Requests and answers need so long at most, on a machine with other things to do. */
export const transitMs = 600
/** An answer that was on its way when the gateway ended, or had not reached its disk, was never known. */
const unstoredMs = 1_000
const identifiesPerHourMax = 20
const invalidMax = 1_000
const invalidWindowMs = 10 * 60_000
const hourMs = 3_600_000

export function checkManners(stage: DiscordStage, ledger: DiscordLedger): string[] {
  const { truth, state } = stage.discord.platform
  const ofRound = truth.requests.filter(({ number }) => number > ledger.firstRequest)
  const transit = transitMs * Math.max(stage.slowness, measureStrain())
  const early = ofRound.filter(
    (request) =>
      request.isEarly && !isForgotten(request, stage) && !hadLeft(request, truth.requests, transit),
  )
  return [
    ...early.map((request) => tellEarly(request, stage)),
    ...checkInvalid(truth.requests),
    ...checkIdentifies(state.identifies.map(({ at }) => at)),
    ...checkJudged(stage, ledger),
  ]
}

/** Where others keep the machine busy, an answer is on its way for longer than when the rounds began. */
function hadLeft(request: SeenRequest, all: readonly SeenRequest[], transit: number): boolean {
  const told = all.find(({ number }) => number === request.toldBefore)
  return told !== undefined && request.at <= (told.endedAt ?? told.at) + transit
}

/** What is on record with something that waits to be said; everything else is known as long as the process lives. */
function isRecorded({ method, route }: SeenRequest): boolean {
  const isSaid = route === '/channels/{channel_id}/messages' || route.startsWith('/webhooks/{webhook_id}')
  return method !== 'GET' && isSaid
}

/** The gateway ended between being told to wait and asking all the same, and what it was told was not on record. */
function isForgotten(request: SeenRequest, { discord, ends, slowness }: DiscordStage): boolean {
  const told = discord.platform.truth.requests.find(({ number }) => number === request.toldBefore)
  if (!told) return false
  const since = told.endedAt ?? told.at
  const isKept = isRecorded(request) && isRecorded(told)
  const until = isKept ? Math.min(request.at, since + unstoredMs * slowness) : request.at
  return ends.some((end) => end >= told.at && end <= until)
}

function tellEarly(request: SeenRequest, { discord, ends }: DiscordStage): string {
  const { method, path, at } = request
  const told = discord.platform.truth.requests.find(({ number }) => number === request.toldBefore)
  const story = told && `${at - told.at} ms after ${told.method} ${hide(told.path)} was told`
  const lives = ends
    .filter((end) => told && end > told.at && end < at)
    .map((end) => `ended ${at - end} ms before`)
  const strain = `strain ${measureStrain().toFixed(1)}`
  return `[I30] ${method} ${hide(path)} came early (${[story, ...lives, strain].join(', ')})`
}

/** Without the token of a webhook, which is long. */
function hide(path: string): string {
  return path.replace(/secret-[^/]*/, '…')
}

function checkInvalid(requests: readonly SeenRequest[]): string[] {
  const times = requests.filter(isInvalid).map(({ at }) => at)
  const most = mostWithin(times, invalidWindowMs)
  return most <= invalidMax ? [] : [`[I30] ${most} requests were refused within ten minutes`]
}

function isInvalid({ reply }: SeenRequest): boolean {
  if (reply?.kind !== 'answer') return false
  const isShared = reply.headers['x-ratelimit-scope'] === 'shared'
  return reply.status === 401 || reply.status === 403 || (reply.status === 429 && !isShared)
}

function checkIdentifies(times: readonly number[]): string[] {
  const most = mostWithin(times, hourMs)
  return most <= identifiesPerHourMax ? [] : [`[CHN2] ${most} new sessions were asked for within an hour`]
}

/** In the words of Discord's own schemas, of this round. */
function checkJudged({ discord }: DiscordStage, { firstBreach }: DiscordLedger): string[] {
  const breaches = discord.judge?.report().breaches ?? []
  return breaches.slice(firstBreach).map((breach) => `[DSC1] ${tellBreach(breach)}`)
}

/** In any span of that length; `times` are in their order. */
export function mostWithin(times: readonly number[], spanMs: number): number {
  let first = 0
  let most = 0
  times.forEach((time, i) => {
    while ((times[first] ?? time) <= time - spanMs) first++
    most = Math.max(most, i - first + 1)
  })
  return most
}
