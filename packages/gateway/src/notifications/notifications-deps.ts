// What this room is built from.

import { limits, type NotificationChannel } from '@heddle/contract'
import type { Deliveries } from '../delivery/delivery.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Store, Tx } from '../foundation/database/store.ts'
import type { Ids } from '../foundation/ids.ts'
import type { Random } from '../foundation/random.ts'
import type { FactTeller } from '../foundation/work/facts.ts'
import type { WorkQueue } from '../foundation/work/work-queue.ts'
import type { People } from '../people/people.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { TurnedOn } from './choose-shown-reason.ts'
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
    | 'readPerson'
    | 'readPeople'
    | 'listOverseers'
    | 'preferencesOfAll'
    | 'linksOf'
    | 'linksOfAll'
    | 'permit'
    | 'demand'
    | 'authorize'
  >
  sessions: Pick<
    Sessions,
    | 'mayRead'
    | 'whoMaySee'
    | 'whichMaySee'
    | 'see'
    | 'event'
    | 'tellPerson'
    | 'tellPeople'
    | 'readMarksOf'
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
  /** Off means absent (COL1); asked anew each time. Absent: all of it is on. */
  turnedOn?(): TurnedOn
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
  turnedOn(): TurnedOn
  grace: Grace
  /** Counts what became of something on a channel, once it is on disk. */
  count(t: Tx, channel: NotificationChannel, what: string): void
}

export const defaultGrace: Grace = { mentionMs: limits.notifyMentionGraceMs, otherMs: limits.notifyGraceMs }
