// The WebSocket library behind our own few words. Loaded when the first connection comes: most starts do not need it.

import type { Duplex } from 'node:stream'
import { closeCodes } from '@heddle/contract'
import { WebSocket, WebSocketServer } from 'ws'
import { noteAlive } from './beat.ts'
import { createFraming, type Framing } from './frame-bytes.ts'
import type { LiveSocket, Wire } from './live-socket.ts'
import type { Upgrade } from './upgrade.ts'

/** What the library does when a frame cannot be read, in its own codes. */
const unreadable = new Set([1002, 1003, 1007, 1009])

class LiveWebSocket extends WebSocket {
  live: LiveSocket | undefined
  /** What the library writes to. Nothing that it sends waits inside of it, so that whatever is written here keeps its turn. */
  out: Duplex | undefined
  frame: Framing | undefined

  sendText(payload: Buffer): void {
    if (this.readyState === WebSocket.OPEN && this.frame) this.out?.write(this.frame(payload))
  }

  override close(code?: number, reason?: string | Buffer): void {
    if (code === undefined || !unreadable.has(code)) super.close(code, reason)
    else
      super.close(closeCodes.protocol, code === 1009 ? 'a frame was too large' : 'a frame was not readable')
  }
}

export interface AcceptDeps {
  frameBytesMax: number
  onFrame(socket: LiveSocket, bytes: Buffer): void
  onGone(socket: LiveSocket): void
  refuseUnreadable(socket: Duplex): void
}

export interface AcceptSockets {
  accept(upgrade: Upgrade, open: (wire: Wire) => LiveSocket, onFailed: () => void): void
}

export function createAcceptSockets(deps: AcceptDeps): AcceptSockets {
  const server = new WebSocketServer<typeof LiveWebSocket>({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: deps.frameBytesMax,
    skipUTF8Validation: false,
    WebSocket: LiveWebSocket,
  })

  const framing = createFraming()

  server.on('wsClientError', (_, socket) => deps.refuseUnreadable(socket))

  // One function for all connections: `this` says which.
  function onMessage(this: WebSocket, data: Buffer, isBinary: boolean): void {
    const socket = (this as LiveWebSocket).live
    if (socket === undefined) return
    noteAlive(socket)
    if (isBinary) socket.end(closeCodes.protocol, 'frames are text')
    else deps.onFrame(socket, data)
  }

  function onPong(this: WebSocket): void {
    const socket = (this as LiveWebSocket).live
    if (socket !== undefined) noteAlive(socket)
  }

  function onClose(this: WebSocket): void {
    const self = this as LiveWebSocket
    const socket = self.live
    self.live = undefined
    if (socket !== undefined) deps.onGone(socket)
  }

  return {
    accept({ request, socket, head }, open, onFailed) {
      socket.once('close', onFailed)
      server.handleUpgrade(request, socket, head, (ws) => {
        socket.off('close', onFailed)
        ws.out = socket
        ws.frame = framing
        ws.live = open(ws)
        // The types know only what may come in principle; without `binaryType` it is a Buffer.
        ws.on('message', onMessage as (this: WebSocket, data: WebSocket.RawData, isBinary: boolean) => void)
        ws.on('pong', onPong)
        ws.on('close', onClose)
        ws.on('error', ignore)
      })
    },
  }
}

/** A broken connection ends with `close`, which is heard; an error without a listener would end the process. */
function ignore(): void {
  // Nothing to do.
}
