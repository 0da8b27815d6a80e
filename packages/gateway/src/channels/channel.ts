// What a channel is: a bundle of narrow abilities of one account. What it cannot do is absent, and there are no flags
// that say so (CHN1). A folder beside this file, and a line at the roof, is all that a channel adds.

import type { ConversationRef } from '@heddle/contract'
import type { OutboundChannel } from '../delivery/ports.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Log } from '../foundation/logging/log.ts'
import type { Random } from '../foundation/random.ts'
import type { DirectPlace } from '../notifications/ports.ts'
import type {
  Heard,
  HistoryReader,
  InboundEvent,
  InboundPress,
  InboundQuestion,
  PressAnswer,
  Suggestion,
  TypingSign,
} from '../routing/ports.ts'

export type * from '../delivery/ports.ts'
export type * from '../notifications/ports.ts'
export type * from '../routing/ports.ts'

export interface ChannelAccount {
  readonly channel: string
  readonly accountId: string
  readonly outbound: OutboundChannel
  readonly history?: HistoryReader
  readonly typing?: TypingSign
  /** Writes to somebody directly who has not written first. */
  readonly direct?: DirectPlace
  /**
   * Begins to hear; resolves when it does, or rejects with words for whoever runs the place. It is tried again later, but not
   * after `NeedsSomebody`: then only once the configuration was read again.
   */
  start(ears: ChannelEars): Promise<void>
  stop(): Promise<void>
  /** The configuration was read again: what changed about this account acts from here on. */
  followSettings?(): void
  /** What keeps it from hearing, after it had begun to; undefined when nothing does. */
  trouble?(): AccountTrouble | undefined
  /** Looks whether the account can do what it is for (CHN5). Changes nothing there; needs no `start`. */
  check?(signal: AbortSignal): Promise<AccountCheck>
}

export interface AccountTrouble {
  /** For whoever runs the place. */
  words: string
  since: number
}

/** What one finds who looks after an account. */
export interface AccountCheck {
  findings: readonly AccountFinding[]
  /** Where whoever runs a server lets it in, with exactly what it needs. */
  inviteUrl?: string
}

export interface AccountFinding {
  /** `bad`: it does not work. `weak`: something is done in a lesser way, or not at all. */
  state: 'good' | 'weak' | 'bad'
  /** What it is about, in a word or two: "token", "intents", "#general". */
  about: string
  text: string
  /** What to do about it. */
  remedy?: string
}

/** What a channel says what it hears to. Each resolves once it is on disk: only then is it acknowledged. */
export interface ChannelEars {
  hear(event: InboundEvent): Promise<Heard>
  /** Words for whoever pressed, or what they are asked first; undefined where none are needed. */
  press(event: InboundPress): Promise<PressAnswer | undefined>
  /** The platform says that a conversation is no more, or was put away. */
  placeGone(place: ConversationRef, how: 'deleted' | 'archived'): Promise<void>
  /** The platform takes the account again, after it could not be heard: what waited for somebody's word goes on. */
  reachedAgain(): Promise<void>
  /** The newest that was heard in each place, newest places first: after a gap, what is newer is fetched (CHN2). */
  lastHeard(limit: number): Promise<{ conversation: ConversationRef; eventId: string }[]>
  /** Of those whose account is linked to a member here: the member's handle, for mentions of them (PPL4). */
  handlesOf(platformIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** What somebody may mean who is typing a command; nothing for those who may not use it. */
  suggest(question: InboundQuestion): Promise<readonly Suggestion[]>
}

/** What an account has to remember for its platform's sake, on disk: resume states, ids of what it made there. */
export interface ChannelNotes {
  read(name: string): Promise<string | undefined>
  /** All whose name begins so. */
  list(prefix: string): Promise<ReadonlyMap<string, string>>
  /** Resolves once it is on disk. */
  write(name: string, value: string): Promise<void>
  forget(name: string): Promise<void>
}

export interface ChannelSurroundings {
  accountId: string
  /** Of this account, as the configuration has it now: read for each call (DLV8). */
  settings(): Readonly<Record<string, unknown>>
  notes: ChannelNotes
  /** Under which the whole world reaches Heddle, if it does: `https://…`, no slash at its end. */
  publicUrl(): string | undefined
  clock: Clock
  random: Random
  log: Log
}

export type OpenChannel = (around: ChannelSurroundings) => ChannelAccount
