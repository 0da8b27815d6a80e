// What people did on Discord in a round, and what went wrong there, so that it can be held against what came of it.

import type { Interaction } from '@heddle/emulators/discord/interactions'
import { createPlaceLedger, type PlaceLedger } from '../places/place-ledger.ts'

export interface DiscordLedger extends PlaceLedger {
  /** Commands and presses. */
  asked: Interaction[]
  /** Webhooks that somebody deleted: another one is made in their place. */
  webhooksDeleted: Map<string, number>
}

export function createDiscordLedger(
  startedAt: number,
  firstRequest: number,
  earlier: readonly string[],
): DiscordLedger {
  return {
    ...createPlaceLedger(startedAt, firstRequest, earlier),
    asked: [],
    webhooksDeleted: new Map(),
  }
}
