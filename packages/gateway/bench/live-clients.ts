// Clients of a live socket that cost next to nothing: plain connections that speak just enough of the protocol.

import { type ChildProcess, fork } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { lastPiece, type LiveReady, type LiveRequest } from './live-process.ts'

export interface LiveChild extends LiveReady {
  ask(request: LiveRequest): Promise<number>
  stop(): Promise<void>
}

export async function startLiveChild(file: string, args: string[]): Promise<LiveChild> {
  const child = fork(new URL(file, import.meta.url), args, { execArgv: ['--expose-gc'] })
  const ready = await answerOf<LiveReady>(child)
  return {
    ...ready,
    ask(request) {
      child.send(request)
      return answerOf<number>(child)
    },
    async stop() {
      child.removeAllListeners('exit')
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
  }
}

function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the server ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as T)
    })
  })
}

export interface LiveClients {
  /** Resolves when everybody has the last piece of the stream. */
  lastPieces(): Promise<void>
  end(): Promise<void>
}

const atOnce = 25

/** Connected, greeted and subscribed; tokens and scopes are shared out among them. */
export async function openClients(server: LiveReady, count: number): Promise<LiveClients> {
  const clients: Client[] = []
  const open = async (i: number) => {
    const token = server.tokens[i % server.tokens.length] ?? ''
    const scope = server.scopes[i % server.scopes.length] ?? ''
    clients.push(await openClient(Number(new URL(server.url).port), token, scope))
  }
  for (let i = 0; i < count; i += atOnce) {
    await Promise.all(Array.from({ length: Math.min(atOnce, count - i) }, (_, j) => open(i + j)))
  }
  return {
    async lastPieces() {
      await Promise.all(clients.map((client) => client.until(lastPiece)))
    },
    async end() {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}

interface Client {
  until(text: string): Promise<void>
  end(): Promise<void>
}

async function openClient(port: number, token: string, scope: string): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let tail = ''
  let wanted: { text: string; resolve: () => void } | undefined
  socket.on('data', (chunk: Buffer) => {
    tail = tail.slice(-128) + chunk.toString('latin1')
    if (wanted === undefined || !tail.includes(wanted.text)) return
    tail = ''
    wanted.resolve()
    wanted = undefined
  })
  socket.on('error', () => undefined)
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      wanted = { text, resolve }
      if (!tail.includes(text)) return
      tail = ''
      wanted = undefined
      resolve()
    })
  socket.write(
    'GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
      `Authorization: Bearer ${token}\r\n\r\n`,
  )
  await until('101 Switching')
  writeFrame(socket, '{"type":"hello","proto":1}')
  await until('"type":"hello"')
  writeFrame(socket, JSON.stringify({ type: 'sub', scope }))
  await until('"type":"snap"')
  return {
    until,
    end: () =>
      new Promise((resolve) => {
        socket.once('close', () => resolve())
        socket.destroy()
      }),
  }
}

/** Short texts only; masked with zeros, which changes nothing. */
function writeFrame(socket: Socket, text: string): void {
  const payload = Buffer.from(text)
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]))
}
