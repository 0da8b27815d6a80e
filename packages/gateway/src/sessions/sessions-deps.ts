// What this room is built from.

import type { PersonId, SessionId, TurnId } from '@heddle/contract'
import type { Agents } from '../agents/agents.ts'
import type { ToolSource } from '../agents/tools.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Reader, Store } from '../foundation/database/store.ts'
import type { Blobs } from '../foundation/files/blobs.ts'
import type { BytesInFlight } from '../foundation/files/bytes-in-flight.ts'
import type { Ids } from '../foundation/ids.ts'
import type { Log } from '../foundation/logging/log.ts'
import type { Random } from '../foundation/random.ts'
import type { FactTeller } from '../foundation/work/facts.ts'
import type { WorkQueue } from '../foundation/work/work-queue.ts'
import type { People } from '../people/people.ts'
import type { BoundPlaces } from './bound-places.ts'
import type { Feed } from './feed.ts'
import type { ChildFocus } from './subagents/child-focus.ts'
import type { PlaceForChild } from './subagents/place-for-child.ts'
import type { KeptPasts } from './turns/kept-pasts.ts'
import type { Streams } from './turns/streams.ts'
import type { WorkRules } from './work-rules.ts'
import type { TokenGauge } from './turns/token-gauge.ts'
import type { TurnCounter } from './turns/turn-figures.ts'

/** Whether somebody was told of something in the session that they have not read: only then is their reading news. */
export interface UnreadNews {
  hasUnread(r: Reader, personId: PersonId, sessionId: SessionId): Promise<boolean>
}

/** Whose word is waited for in a session, because they were named there. */
export interface Awaited {
  isAwaited(r: Reader, sessionId: SessionId, personId: PersonId): Promise<boolean>
}

export interface SessionsDeps {
  store: Store
  clock: Clock
  random: Random
  ids: Ids
  log: Log
  facts: FactTeller
  timers: Pick<WorkQueue, 'schedule' | 'cancel' | 'isKeyHeld'>
  /** The bytes of files. */
  blobs: Blobs
  people: Pick<People, 'permit' | 'demand' | 'authorize' | 'findMember' | 'readMember' | 'recordDeed'>
  agents: Agents
  tools: ToolSource
  boundPlaces: BoundPlaces
  placeForChild: PlaceForChild
  childFocus: ChildFocus
  /** Absent: nobody is. */
  awaited?: Awaited
  /** Absent: there is always something. */
  unreadNews?: UnreadNews
  /** What the configuration says of budgets and approvals; asked anew each time. */
  rules(): WorkRules
  /** SHA-256. */
  fingerprint(text: string): Uint8Array
  /** Aborts what runs under the session's key, if this process runs it. */
  interrupt(key: string, reason: unknown): void
}

/** The same, as the parts of the room get it. */
export interface RoomDeps extends SessionsDeps {
  feed: Feed
  streams: Streams
  turnCounter: TurnCounter
  tokenGauge: TokenGauge
  keptPasts: KeptPasts
  /** What all running turns together hold of images. */
  imagesInFlight: BytesInFlight
  /** Turns that this process left in trouble without being able to say so: that was no crash. */
  unsaid: Set<TurnId>
}

/** Under which a session's turns follow each other. */
export function turnKey(sessionId: SessionId): string {
  return `session:${sessionId}`
}
