// What a channel is: a bundle of narrow abilities of one account. What it cannot do is absent, and there are no flags
// that say so (CHN1). A folder beside this file, and a line at the roof, is all that a channel adds.

import type { ConversationRef } from '@heddle/contract'
import type { OutboundChannel } from '../delivery/ports.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Log } from '../foundation/logging/log.ts'
import type { Random } from '../foundation/random.ts'
import type { Heard, HistoryReader, InboundEvent, InboundPress, TypingSign } from '../routing/ports.ts'

export type * from '../delivery/ports.ts'
export type * from '../routing/ports.ts'

export interface ChannelAccount {
  readonly channel: string
  readonly accountId: string
  readonly outbound: OutboundChannel
  readonly history?: HistoryReader
  readonly typing?: TypingSign
  /** Begins to hear; resolves when it does, or rejects with words for whoever runs the place. */
  start(ears: ChannelEars): Promise<void>
  stop(): Promise<void>
}

/** What a channel says what it hears to. Each resolves once it is on disk: only then is it acknowledged. */
export interface ChannelEars {
  hear(event: InboundEvent): Promise<Heard>
  /** Words for whoever pressed; undefined where none are needed. */
  press(event: InboundPress): Promise<string | undefined>
  /** The platform says that a conversation is no more, or was put away. */
  placeGone(place: ConversationRef, how: 'deleted' | 'archived'): Promise<void>
  /** The platform takes the account again, after it could not be heard: what waited for somebody's word goes on. */
  reachedAgain(): Promise<void>
  /** The newest that was heard in each place, newest places first: after a gap, what is newer is fetched (CHN2). */
  lastHeard(limit: number): Promise<{ conversation: ConversationRef; eventId: string }[]>
  /** Of those whose account is linked to a member here: the member's handle, for mentions of them (PPL4). */
  handlesOf(platformIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export interface ChannelSurroundings {
  accountId: string
  /** Of this account, as the configuration has it now: read for each call (DLV8). */
  settings(): Readonly<Record<string, unknown>>
  clock: Clock
  random: Random
  log: Log
}

export type OpenChannel = (around: ChannelSurroundings) => ChannelAccount
