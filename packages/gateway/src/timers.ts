// What happens at a time that was set for one thing: each is a row that fires once, at or after its time (I13).

import type { DeliveryId, NotificationChannel, PersonId, RunId, SessionId } from '@heddle/contract'
import type { Deliveries } from './delivery/delivery.ts'
import type { WorkDefinition } from './foundation/work/work-runner.ts'
import type { Notifications } from './notifications/notifications.ts'
import type { Routing } from './routing/routing.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface TimedRooms {
  deliveries: Pick<Deliveries, 'drain' | 'sweepCopies'>
  sessions: Pick<Sessions, 'endLateRun' | 'archiveOldRun' | 'runTurns'>
  notifications: Pick<Notifications, 'dispatch'>
  routing: Pick<Routing, 'giveUpPlace'> & { bindings: Pick<Routing['bindings'], 'expireDue'> }
}

export function defineTimedWork({
  sessions,
  deliveries,
  routing,
  notifications,
}: TimedRooms): Record<string, WorkDefinition> {
  return {
    'sessions.look-again': {
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (job) => sessions.runTurns(job, job.subject as SessionId),
    },
    'sessions.end-late-run': {
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (job) => sessions.endLateRun(job, job.subject as RunId),
    },
    'sessions.archive-subagent': {
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (job) => sessions.archiveOldRun(job, job.subject as RunId),
    },
    'routing.give-up-place': {
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (job) => routing.giveUpPlace(job, job.subject as RunId),
    },
    'delivery.drain': {
      // A lane that was given up would keep what stands in it for ever.
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (job) => deliveries.drain(job, job.subject),
    },
    'delivery.sweep-copies': {
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (job) => deliveries.sweepCopies(job, job.subject as DeliveryId),
    },
    'notifications.dispatch': {
      attemptsMax: Number.MAX_SAFE_INTEGER,
      // Written by the room whose work it is.
      run: (job) =>
        notifications.dispatch(
          job,
          JSON.parse(job.subject) as { personId: PersonId; channel: NotificationChannel },
        ),
    },
    'routing.expire-bindings': {
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (job) => routing.bindings.expireDue(job),
    },
  }
}
