// What people did on Discord in a round, and what went wrong there, so that it can be held against what came of it.

import type { Interaction } from '@heddle/emulators/discord/interactions'
import type { Discord } from '@heddle/emulators/discord/open-discord'
import { createPlaceLedger, type PlaceLedger } from '../places/place-ledger.ts'

export interface DiscordLedger extends PlaceLedger {
  /** Commands and presses. */
  asked: Interaction[]
  /** Webhooks that somebody deleted: another one is made in their place. */
  webhooksDeleted: Map<string, number>
  /** How many breaches of Discord's schemas there were before. */
  firstBreach: number
}

export function createDiscordLedger(
  startedAt: number,
  { platform, judge }: Pick<Discord, 'platform' | 'judge'>,
  earlier: readonly string[],
): DiscordLedger {
  const firstRequest = platform.truth.requests.at(-1)?.number ?? 0
  return {
    ...createPlaceLedger(startedAt, firstRequest, earlier),
    firstBreach: judge?.report().breaches.length ?? 0,
    asked: [],
    webhooksDeleted: new Map(),
  }
}
