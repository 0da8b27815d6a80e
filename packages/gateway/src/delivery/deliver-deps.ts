// What this room is built from.

import type { DeliveryId, EventId, SessionId } from '@heddle/contract'
import type { Clock } from '../foundation/clock.ts'
import type { Reader, Store, Tx } from '../foundation/database/store.ts'
import type { BytesInFlight } from '../foundation/files/bytes-in-flight.ts'
import type { Ids } from '../foundation/ids.ts'
import type { Log } from '../foundation/logging/log.ts'
import type { Random } from '../foundation/random.ts'
import type { FactTeller } from '../foundation/work/facts.ts'
import type { WorkQueue } from '../foundation/work/work-queue.ts'
import type { Actor, People } from '../people/people.ts'
import type { Outages } from './outages.ts'
import type { OutboundChannels, OutboundFile } from './ports.ts'

export interface DeliverDeps {
  store: Pick<Store, 'read' | 'durable' | 'now'>
  clock: Clock
  random: Random
  ids: Ids
  log: Log
  facts: FactTeller
  timers: Pick<WorkQueue, 'schedule' | 'cancel' | 'ensure'>
  people: Pick<People, 'accountsOf' | 'findByHandles'>
  /** Whether a handle is an agent's, who has no account to be called by. Absent: none is. */
  isAgent?(handle: string): boolean
  files: FileSource
  /** Whether somebody may see what stands in a session. */
  mayRead(r: Reader, actor: Actor, sessionId: SessionId): Promise<boolean>
  channels: OutboundChannels
  /**
   * Asked before each try: whether what was caused so is not to be said any more, because whoever it is for lost the right
   * to know while it waited. Whoever answers "yes" has put that on record. Absent: never.
   */
  isLost?(t: Tx, cause: string): Promise<boolean>
  /** Absent: as the limits say. For measuring what happens when answers do not come. */
  times?: RequestTimes
}

/** How long an answer is waited for, and from the request on until what came of it can be read. */
export interface RequestTimes {
  timeoutMs: number
  settleMs: number
}

export interface FileSource {
  /** Undefined for one that is not there any more. `at`: where it stands here. */
  find(r: Reader, fileId: string, at: FileMoment): Promise<OutboundFile | undefined>
}

export interface FileMoment {
  sessionId: SessionId | null
  eventId: EventId | null
}

/** The parts of the room share these. */
export interface RoomDeps extends DeliverDeps {
  times: RequestTimes
  /** What all requests together hold of files. */
  filesInFlight: BytesInFlight
  outages: Outages
  /** When one last read whether something is there twice, by the clock that only grows. */
  lookedAt: Map<DeliveryId, number>
  /** Counts what became of something, by `channel outcome`. */
  count(t: Tx, channel: string | null, outcome: string): void
}

export function laneKey(destination: string): string {
  return `lane:${destination}`
}

const drainOf = (destination: string, dueAt: number) => ({
  kind: 'delivery.drain',
  lane: 'deliveries',
  key: laneKey(destination),
  subject: destination,
  dueAt,
})

/** Something stands at the end of the lane. Whoever works there looks once more before leaving. */
export async function ensureDrain(
  deps: DeliverDeps,
  t: Tx,
  destination: string,
  lookAt: number = t.now,
): Promise<void> {
  await deps.timers.ensure(t, laneKey(destination), drainOf(destination, lookAt))
}

/** What stands first in the lane may have changed: it is looked at now, whatever it was waiting for. */
export async function wakeLane(deps: DeliverDeps, t: Tx, destination: string): Promise<void> {
  if (destination === '') return
  await deps.timers.schedule(t, laneKey(destination), drainOf(destination, t.now))
}

/** At that time something in the lane is over, whatever stands before it. */
export async function wakeLaneFor(
  deps: DeliverDeps,
  t: Tx,
  wake: { destination: string; id: string; at: number },
): Promise<void> {
  await deps.timers.schedule(t, expiryOf(wake.id), drainOf(wake.destination, wake.at))
}

/** It is over before that. */
export async function callOffExpiry(deps: DeliverDeps, t: Tx, id: string): Promise<void> {
  await deps.timers.cancel(t, expiryOf(id))
}

const expiryOf = (id: string) => `expiry:${id}`

/** Under the lane's key, so that a lane never has two requests under way. */
export async function scheduleSweep(
  deps: DeliverDeps,
  t: Tx,
  sweep: { destination: string; id: string; at: number },
): Promise<void> {
  await deps.timers.schedule(t, `copies:${sweep.id}`, {
    kind: 'delivery.sweep-copies',
    lane: 'deliveries',
    key: laneKey(sweep.destination),
    subject: sweep.id,
    dueAt: sweep.at,
  })
}
