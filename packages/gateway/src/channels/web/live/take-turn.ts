// What one connection asks for is done in the order in which it asked, one thing at a time, so that nobody makes the
// server hold many answers for them at once.

import type { LiveLimits } from './live-limits.ts'
import type { LiveSocket } from './live-socket.ts'

/** `task` must not throw; it is left out when the connection has ended before its turn. */
export function takeTurn(
  { turnsWaitingMax }: Pick<LiveLimits, 'turnsWaitingMax'>,
  socket: LiveSocket,
  task: () => Promise<void>,
): void {
  // Nothing more is read from someone who is so far ahead; their side waits in turn.
  if (++socket.turnsWaiting === turnsWaitingMax) socket.wire.pause()
  const mine = (socket.lastTurn ?? Promise.resolve())
    .then(() => (socket.isOpen ? task() : undefined))
    .finally(() => {
      if (socket.turnsWaiting-- === turnsWaitingMax) socket.wire.resume()
      if (socket.lastTurn === mine) socket.lastTurn = undefined
    })
  socket.lastTurn = mine
}
