// How much one connection may follow at a time. Asked once it is known which log a name means: taking up again what
// one follows is not one more.

import { refused } from '@heddle/contract'
import type { LiveLimits } from './live-limits.ts'
import type { LiveSocket } from './live-socket.ts'

export function checkSubscriptions(
  { liveSubscriptionsMax }: Pick<LiveLimits, 'liveSubscriptionsMax'>,
  socket: Pick<LiveSocket, 'scopes'>,
  scope: string,
): void {
  if (socket.scopes.length < liveSubscriptionsMax || socket.scopes.some(({ name }) => name === scope)) return
  throw refused('limit_reached', {
    message: `A connection has at most ${liveSubscriptionsMax} subscriptions.`,
  })
}
