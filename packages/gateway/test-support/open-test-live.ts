// The door on a real socket, and clients of its live socket. Every frame that arrives is held against the contract.

import assert from 'node:assert/strict'
import {
  type LiveFrameOf,
  livePath,
  type PersonId,
  type Role,
  type ServerFrame,
  serverFrameShape,
} from '@heddle/contract'
import { WebSocket } from 'ws'
import type { Listening } from '../src/channels/web/listen.ts'
import type { WebDoorDeps } from '../src/channels/web/web-door.ts'
import type { PersonActor } from '../src/people/people.ts'
import { reactAtCommit } from '../src/reactions.ts'
import { openTestDoor, type TestDoor } from './open-test-door.ts'
import type { TestSessionsOptions } from './open-test-sessions.ts'

export interface TestLive extends TestDoor {
  listening: Listening
  /** A member with a token of all scopes. */
  someone(role?: Role): Promise<TestMember>
  /** Connects and says hello. */
  connect(as: TestMember | Record<string, string>): Promise<TestClient>
  /** Connects without a word. */
  dial(headers: Record<string, string>): Promise<TestClient>
  /** From now on what people tell sets off work, as in the house, and the work reaches the door. */
  reactByWork(): void
  /** From now on what cannot wait for work is done at the commit, as in the house. */
  reactAtCommit(): void
  /** What a refused attempt is answered with. */
  refusedWith(headers: Record<string, string>, path?: string): Promise<{ status: number; code: string }>
}

export interface TestMember {
  actor: PersonActor
  personId: PersonId
  headers: Record<string, string>
}

export interface TestClient {
  socket: WebSocket
  /** Everything that came, in order. */
  frames: ServerFrame[]
  send(frame: object | string): void
  /** The next frame of that type that nobody has waited for yet. */
  next<T extends ServerFrame['type']>(
    type: T,
    matches?: (frame: LiveFrameOf<T>) => boolean,
  ): Promise<LiveFrameOf<T>>
  all<T extends ServerFrame['type']>(type: T): LiveFrameOf<T>[]
  /** Resolves when everything that was sent to it before has arrived. */
  settle(): Promise<void>
  closed: Promise<{ code: number; reason: string }>
  end(): void
}

export async function openTestLive(
  options: TestSessionsOptions = {},
  more: Partial<WebDoorDeps> | ((house: TestDoor) => Partial<WebDoorDeps>) = {},
): Promise<TestLive> {
  const plain = await openTestDoor(options, typeof more === 'function' ? {} : more)
  const house = typeof more === 'function' ? plain.reopen(more(plain)) : plain
  const listening = await house.door.listen({ host: '127.0.0.1', port: 0 })
  const clients = new Set<WebSocket>()
  const url = `${listening.url.replace('http', 'ws')}${livePath}`
  let joined = 0

  async function dial(headers: Record<string, string>): Promise<TestClient> {
    const socket = new WebSocket(url, { headers })
    clients.add(socket)
    const client = createTestClient(socket)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return client
  }

  const live: TestLive = {
    ...house,
    listening,
    dial,
    async someone(role = 'member') {
      const { actor } = await house.signedIn(`live-${role}-${++joined}`, role)
      const { secret, actor: byToken } = await house.tokenOf(actor)
      return { actor: byToken, personId: actor.personId, headers: { Authorization: `Bearer ${secret}` } }
    },
    async connect(as) {
      const client = await dial('headers' in as ? (as as TestMember).headers : as)
      client.send({ type: 'hello', proto: 1, client: 'test' })
      await client.next('hello')
      return client
    },
    reactByWork() {
      house.hearers.push(house.queue)
      house.recheckers.push((personId) => house.door.recheck(personId))
    },
    reactAtCommit() {
      house.hearers.push(house.queue)
      reactAtCommit(house.queue, { live: house.door })
    },
    refusedWith: (headers, path = livePath) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${listening.url.replace('http', 'ws')}${path}`, { headers })
        socket.once('open', () => {
          socket.terminate()
          reject(new Error('it was let in'))
        })
        socket.once('error', () => undefined)
        socket.once('unexpected-response', (_, response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            text += chunk
          })
          response.once('end', () => {
            socket.terminate()
            resolve({ status: response.statusCode ?? 0, code: JSON.parse(text).error.code })
          })
        })
      }),
    async close() {
      for (const client of clients) client.terminate()
      await listening.close()
      await house.close()
    },
    async [Symbol.asyncDispose]() {
      await live.close()
    },
  }
  return live
}

export function createTestClient(socket: WebSocket): TestClient {
  const frames: ServerFrame[] = []
  const taken = new Set<ServerFrame>()
  const waiting = new Set<() => void>()
  let pongs = 0
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      resolve({ code, reason: reason.toString() })
      for (const look of waiting) look()
    })
  })
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    assert.equal(isBinary, false)
    const raw: unknown = JSON.parse(data.toString())
    const frame = serverFrameShape.parse(raw)
    assert.deepEqual(frame, raw, 'the frame holds what the contract does not name')
    if (frame.type === 'pong') pongs++
    else frames.push(frame)
    for (const look of waiting) look()
  })

  function until<T>(find: () => T | undefined, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find()
        if (found === undefined && socket.readyState < WebSocket.CLOSING) return
        waiting.delete(look)
        if (found === undefined)
          reject(new Error(`closed before ${what}; came: ${JSON.stringify(frames.slice(-5))}`))
        else resolve(found)
      }
      waiting.add(look)
      look()
    })
  }

  return {
    socket,
    frames,
    closed,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    async next(type, matches = () => true) {
      type Wanted = LiveFrameOf<typeof type>
      const found = await until(
        () => frames.find((frame) => frame.type === type && !taken.has(frame) && matches(frame as Wanted)),
        type,
      )
      taken.add(found)
      return found as Wanted
    },
    all: (type) => frames.filter((frame) => frame.type === type) as LiveFrameOf<typeof type>[],
    async settle() {
      const wanted = pongs + 1
      socket.send('{"type":"ping"}')
      await until(() => (pongs >= wanted ? true : undefined), 'pong')
    },
    end: () => socket.terminate(),
  }
}
