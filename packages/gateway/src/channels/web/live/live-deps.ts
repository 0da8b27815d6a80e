// What the live socket is built on.

import type { CollaborationFlags } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { Store } from '../../../foundation/database/store.ts'
import type { Ids } from '../../../foundation/ids.ts'
import type { Log } from '../../../foundation/logging/log.ts'
import type { Notifications } from '../../../notifications/notifications.ts'
import type { People } from '../../../people/people.ts'
import type { Sessions } from '../../../sessions/sessions.ts'
import type { RecogniseCaller } from '../api/recognise-caller.ts'
import type { Invoke } from '../api/serve-api.ts'
import type { DescribeUnreadable } from '../describe-unreadable.ts'
import type { LiveLimits } from './live-limits.ts'

export interface LiveDeps {
  store: Pick<Store, 'read' | 'durable'>
  clock: Clock
  ids: Ids
  log: Log
  people: Pick<People, 'mayTry'>
  sessions: Sessions
  notifications: Pick<Notifications, 'describe'>
  recognise: RecogniseCaller
  invoke: Invoke
  /** What the configuration turns on, asked each time. */
  flags(): CollaborationFlags
  /** Which life of the logs this is; after a crash or a restore it is another. */
  epoch: number
  limits: LiveLimits
  describeUnreadable: DescribeUnreadable
}
