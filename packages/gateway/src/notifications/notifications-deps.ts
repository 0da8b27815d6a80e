// What this room is built from.

import { limits, type NotificationChannel, type PersonId } from '@heddle/contract'
import type { Deliveries } from '../delivery/delivery.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Store, Tx } from '../foundation/database/store.ts'
import type { Ids } from '../foundation/ids.ts'
import type { Random } from '../foundation/random.ts'
import type { FactTeller } from '../foundation/work/facts.ts'
import type { WorkQueue } from '../foundation/work/work-queue.ts'
import type { People } from '../people/people.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { selectNextDue } from './notification-delivery-store.ts'
import type { Attendance, DirectPlaces, SourceReader } from './ports.ts'

export interface NotificationsDeps {
  store: Pick<Store, 'read' | 'now'>
  clock: Clock
  random: Random
  ids: Ids
  facts: FactTeller
  timers: Pick<WorkQueue, 'schedule'>
  people: Pick<
    People,
    'readPerson' | 'listOverseers' | 'preferencesOf' | 'linksOf' | 'permit' | 'demand' | 'authorize'
  >
  sessions: Pick<
    Sessions,
    | 'mayRead'
    | 'see'
    | 'event'
    | 'tellPerson'
    | 'readMark'
    | 'readApproval'
    | 'seeApproval'
    | 'readTurnEnding'
    | 'readTurnOutcome'
    | 'readOutcome'
    | 'listTakingPart'
  >
  deliveries: Pick<Deliveries, 'enqueue' | 'withdraw' | 'read' | 'readByCause'>
  sources: SourceReader
  attendance: Attendance
  directPlaces: DirectPlaces
  /** The beginning of links to the web app, without a slash at its end. */
  linkBase(): string
  /** How an agent is called now. */
  agentName(agentId: string): string
  /** Off means absent; asked anew each time. Absent: on. */
  isOn?(): boolean
  /** Whether there are discussions here: where there are none, nothing of them is told (COL1). Absent: there are. */
  hasThreads?(): boolean
  /** Absent: as the limits say. */
  grace?: Grace
}

/** How long something waits outside of the web, in case it is read before. */
export interface Grace {
  mentionMs: number
  otherMs: number
}

/** The parts of the room share these. */
export interface RoomDeps extends NotificationsDeps {
  isOn(): boolean
  hasThreads(): boolean
  grace: Grace
  /** Counts what became of something on a channel, once it is on disk. */
  count(t: Tx, channel: NotificationChannel, what: string): void
}

export const defaultGrace: Grace = { mentionMs: limits.notifyMentionGraceMs, otherMs: limits.notifyGraceMs }

/** Lets what waits for somebody on a channel be looked at when the first of it is due. */
export async function wakeDispatch(
  deps: Pick<RoomDeps, 'timers'>,
  t: Tx,
  personId: PersonId,
  channel: NotificationChannel,
): Promise<void> {
  const next = (await t.one(selectNextDue({ personId, channel })))?.due_at ?? null
  if (next === null) return
  const key = `notify:${personId}:${channel}`
  await deps.timers.schedule(t, key, {
    kind: 'notifications.dispatch',
    lane: 'deliveries',
    key,
    subject: JSON.stringify({ personId, channel }),
    dueAt: next,
  })
}
