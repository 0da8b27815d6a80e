// A live line that may be opened before anyone listens to it: what is said meanwhile is kept for whoever takes it over.

import type { ClientFrame } from '@heddle/contract'
import type { Socket, SocketEvents } from '../live/line.ts'

export interface LineAhead {
  /** The scopes that were asked for. */
  readonly asked: readonly string[]
  /** For the one who listens from now on. */
  take(on: SocketEvents): Socket
}

/** What the line has of a WebSocket. */
export type RawSocket = Pick<WebSocket, 'addEventListener' | 'send' | 'close' | 'readyState'>

const openState: typeof WebSocket.OPEN = 1

/** `said`: what is said as soon as it is open; begins with hello, or is empty. */
export function openLineAhead(socket: RawSocket, said: readonly ClientFrame[]): LineAhead {
  const asked = said.flatMap((frame) => (frame.type === 'sub' ? [frame.scope] : []))
  const kept: ((on: SocketEvents) => void)[] = []
  let listener: SocketEvents | undefined
  const tell = (event: (on: SocketEvents) => void) => {
    if (listener) event(listener)
    else kept.push(event)
  }
  socket.addEventListener('open', () => {
    for (const frame of said) socket.send(JSON.stringify(frame))
    tell((on) => on.opened(said.length > 0 ? asked : undefined))
  })
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') tell((on) => on.heard(data))
  })
  socket.addEventListener('close', ({ code }) => tell((on) => on.closed(code)))
  return {
    asked,
    take(on) {
      // Not before whoever takes it has it in hand.
      queueMicrotask(() => {
        listener = on
        for (const event of kept.splice(0)) event(on)
      })
      return {
        send: (text) => {
          if (socket.readyState === openState) socket.send(text)
        },
        close: () => socket.close(),
      }
    },
  }
}
