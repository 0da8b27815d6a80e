// One connection to the live socket that comes back by itself, for as long as nobody closes it and the gateway does not
// say that coming back is of no use.

import {
  type ClientFrame,
  closeCodes,
  limits,
  livePath,
  liveProtocol,
  refused,
  type ServerFrame,
  serverFrameShape,
} from '@heddle/contract'
import type { WebSocket } from 'ws'
import type { Cancel, Clock } from '../../foundation/clock.ts'
import type { Random } from '../../foundation/random.ts'
import { NotRunning } from '../explain-failure.ts'
import type { Address } from './call-api.ts'
import { chooseWait } from './choose-wait.ts'

export interface Live {
  send(frame: ClientFrame): void
  close(): void
}

export interface LiveOptions {
  clock: Clock
  random: Random
  client: string
  /** Asked for each connection; `isStale` when the gateway did not know the last token. May throw. */
  address(isStale: boolean): Promise<Address>
  onFrame(frame: ServerFrame): void
  /** Told once for each time the connection breaks. */
  onLost(): void
  onFailed(error: Error): void
}

/** Two pings and a while: a connection that is silent for longer is dead, whatever the network says. */
const silenceMs = limits.livePingMs * (limits.livePingsMissedMax + 0.5)
const greetMs = 10_000
const goodbyeMs = 500

export async function openLive(options: LiveOptions): Promise<Live> {
  const { WebSocket } = await import('ws')
  const { clock, random } = options
  let socket: WebSocket | undefined
  let tries = 0
  let isClosed = false
  let isUp = false
  let isStale = false
  let cancelWait: Cancel = () => undefined
  let cancelSilence: Cancel = () => undefined

  async function connect(): Promise<void> {
    let address: Address
    try {
      address = await options.address(isStale)
    } catch (error) {
      // The gateway may be on its way up again; whatever else is wrong does not pass by itself.
      if (error instanceof NotRunning) return again()
      return fail(error instanceof Error ? error : new Error(String(error)))
    }
    if (isClosed) return
    const target = `${address.url.replace(/^http/, 'ws')}${livePath}`
    const made = new WebSocket(target, {
      headers: { authorization: `Bearer ${address.token}` },
      handshakeTimeout: greetMs,
      maxPayload: 4 * limits.liveFrameOutBytesMax,
      perMessageDeflate: false,
    })
    socket = made
    listen()
    made.on('open', () => send({ type: 'hello', proto: liveProtocol, client: options.client }))
    made.on('ping', listen)
    made.on('message', (data) => {
      listen()
      // Text frames come as one buffer; anything else is none of ours.
      if (Buffer.isBuffer(data)) take(data.toString('utf8'))
    })
    made.on('unexpected-response', (request, response) => {
      request.destroy()
      refuse(response.statusCode ?? 0)
    })
    made.on('error', () => undefined)
    made.on('close', (code) => {
      if (socket === made) end(code)
    })
  }

  function take(text: string): void {
    const frame = parseFrame(text)
    if (frame === undefined) return
    if (frame.type === 'hello') {
      isUp = true
      isStale = false
      tries = 0
    }
    options.onFrame(frame)
  }

  function refuse(status: number): void {
    if (status === 401) end(closeCodes.signIn)
    else if (status === 403) end(closeCodes.removed)
    else end(undefined)
  }

  function end(code: number | undefined): void {
    socket = undefined
    cancelSilence()
    if (isClosed) return
    if (isUp) options.onLost()
    isUp = false
    if (code === closeCodes.removed)
      return fail(refused('not_allowed', { message: 'You are no longer let in here.' }))
    if (code === closeCodes.protocol) {
      return fail(
        refused('bad_input', { message: 'The gateway speaks another version of the live protocol.' }),
      )
    }
    if (code === closeCodes.signIn) {
      if (isStale) return fail(refused('not_signed_in', { message: 'The gateway does not know this token.' }))
      isStale = true
    }
    again()
  }

  function again(): void {
    if (isClosed) return
    cancelWait = clock.timer(chooseWait(tries++, random.fraction()), () => void connect())
  }

  function fail(error: Error): void {
    close()
    options.onFailed(error)
  }

  function listen(): void {
    cancelSilence()
    cancelSilence = clock.timer(silenceMs, () => socket?.terminate())
  }

  function send(frame: ClientFrame): void {
    if (socket?.readyState === socket?.OPEN) socket?.send(JSON.stringify(frame))
  }

  function close(): void {
    isClosed = true
    cancelWait()
    cancelSilence()
    const left = socket
    if (left === undefined) return
    left.close(1000)
    // A gateway that has gone does not answer the goodbye.
    left.once(
      'close',
      clock.timer(goodbyeMs, () => left.terminate()),
    )
  }

  void connect()
  return { send, close }
}

/** Frames of a later release that we do not know are left out; the log's numbers show if something is missing. */
function parseFrame(text: string): ServerFrame | undefined {
  try {
    return serverFrameShape.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
