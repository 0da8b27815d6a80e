// The bare WebSocket library, doing as little as can be done: it answers the first two frames and sends the same bytes
// to everyone who subscribed.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { answerLiveBenchmark, streamPieces } from './live-process.ts'

const subscribed = new Set<WebSocket>()
const scope = 's:ses_01kbench00000000000000000'
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false })

function onMessage(this: WebSocket, data: Buffer): void {
  const { type } = JSON.parse(data.toString()) as { type: string }
  if (type === 'hello') this.send('{"type":"hello"}')
  else {
    subscribed.add(this)
    this.send(JSON.stringify({ type: 'snap', scope, seq: 0, state: {}, events: [] }))
  }
}

function onClose(this: WebSocket): void {
  subscribed.delete(this)
}

sockets.on('connection', (socket) => {
  socket.on('message', onMessage as (this: WebSocket, data: unknown) => void)
  socket.on('close', onClose)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo

answerLiveBenchmark({
  ready: { url: `http://127.0.0.1:${port}`, tokens: ['none'], scopes: [scope] },
  stream: (pieces) =>
    streamPieces(pieces, (off, t) => {
      const msgId = 'evt_01kbench00000000000000000'
      const frame = Buffer.from(JSON.stringify({ type: 'd', scope, msgId, att: 1, off, t }))
      for (const socket of subscribed) socket.send(frame, { binary: false })
    }),
})
