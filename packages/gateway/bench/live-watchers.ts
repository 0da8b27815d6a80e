// Somebody who has a discussion open and does nothing but look on: a plain connection that costs next to nothing, and
// knows when a sign first came by.

import { connect, type Socket } from 'node:net'
import type { Place } from './talk.ts'

export interface Watcher {
  /** When it came, by the clock that only grows; undefined if that was given up. Asked for before it is sent. */
  sees(wanted: string, givenUp: AbortSignal): Promise<number | undefined>
  close(): void
}

/** What is looked for: a few words of the protocol, and what looks like this. */
const sign = /r\d+x\d+y|101 Switching|"type":"(?:hello|snap)"/g
const signChars = 16

export async function openWatcher(place: Place, sessionId: string, threadId: string): Promise<Watcher> {
  const socket = connect({ port: Number(new URL(place.url).port), host: '127.0.0.1', noDelay: true })
  const waiting = new Map<string, (atMs: number) => void>()
  let tail = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    const atMs = performance.now()
    const text = tail + chunk.toString('latin1')
    for (const [found] of text.matchAll(sign)) {
      waiting.get(found)?.(atMs)
      waiting.delete(found)
    }
    tail = text.slice(-signChars)
  })
  const sees = (wanted: string) => new Promise<number>((resolve) => waiting.set(wanted, resolve))
  const greeted = sees('101 Switching')
  socket.write(
    'GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
      `Authorization: Bearer ${place.token}\r\n\r\n`,
  )
  await greeted
  const welcomed = sees('"type":"hello"')
  writeFrame(socket, { type: 'hello', proto: 1 })
  await welcomed
  const snapped = sees('"type":"snap"')
  writeFrame(socket, { type: 'sub', scope: `s:${sessionId}` })
  await snapped
  writeFrame(socket, { type: 'viewing', scope: `s:${sessionId}`, threadId })
  return {
    sees(wanted, givenUp) {
      const gaveUp = new Promise<undefined>((resolve) => {
        givenUp.addEventListener('abort', () => resolve(undefined), { once: true })
      })
      return Promise.race([sees(wanted), gaveUp])
    },
    close: () => void socket.destroy(),
  }
}

/** Below 64 KiB; masked with zeros, which changes nothing. */
function writeFrame(socket: Socket, frame: object): void {
  const payload = Buffer.from(JSON.stringify(frame))
  const isShort = payload.length < 126
  const head = Buffer.alloc(isShort ? 6 : 8)
  head[0] = 0x81
  head[1] = 0x80 | (isShort ? payload.length : 126)
  if (!isShort) head.writeUInt16BE(payload.length, 2)
  socket.write(Buffer.concat([head, payload]))
}
