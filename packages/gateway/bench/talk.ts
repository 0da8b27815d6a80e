// Someone at the live socket who says something and waits for the answer.

import { livePath, type ServerFrame } from '@heddle/contract'
import { WebSocket } from 'ws'

export interface Talker {
  sessionId: string
  /** From sending a message to holding the agent's whole answer, in milliseconds. */
  say(text: string): Promise<number>
  close(): void
}

export interface Place {
  url: string
  token: string
}

/** Opens a session of its own, or one that is there. */
export async function openTalker(place: Place, given?: string): Promise<Talker> {
  const sessionId = given ?? (await ask<{ id: string }>(place, 'POST', '/sessions', {})).id
  const socket = new WebSocket(place.url.replace('http', 'ws') + livePath, {
    headers: { authorization: `Bearer ${place.token}` },
    perMessageDeflate: false,
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const scope = `s:${sessionId}`
  let onFrame: (frame: ServerFrame) => void = () => undefined
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  socket.on('close', (code, reason) =>
    failed.reject(new Error(`the socket closed: ${code} ${String(reason)}`)),
  )
  socket.on('error', failed.reject)
  socket.on('message', (data: Buffer) => {
    // The edge: our own server speaks by the contract.
    const frame = JSON.parse(data.toString()) as ServerFrame
    if (frame.type === 'nak') failed.reject(new Error(`refused: ${frame.code} ${frame.message}`))
    if (frame.type === 'ev' && frame.kind === 'turn.failed') {
      failed.reject(new Error(`the turn failed: ${JSON.stringify(frame.payload)}`))
    }
    onFrame(frame)
  })

  function until(isIt: (frame: ServerFrame) => boolean): Promise<unknown> {
    const came = new Promise<void>((resolve) => {
      onFrame = (frame) => {
        if (isIt(frame)) resolve()
      }
    })
    return Promise.race([came, failed.promise])
  }

  const send = (frame: object) => socket.send(JSON.stringify(frame))
  send({ type: 'hello', proto: 1, client: 'bench' })
  await until((frame) => frame.type === 'hello')
  send({ type: 'sub', scope })
  await until((frame) => frame.type === 'snap')

  return {
    sessionId,
    async say(text) {
      const clientMessageId = crypto.randomUUID()
      const startedMs = performance.now()
      const answered = until(isAnswer)
      send({ type: 'cmd', cid: clientMessageId, op: 'message', sessionId, body: text, clientMessageId })
      await answered
      return performance.now() - startedMs
    },
    close() {
      socket.removeAllListeners('close')
      socket.terminate()
    },
  }
}

function isAnswer(frame: ServerFrame): boolean {
  return frame.type === 'ev' && frame.kind === 'message.agent' && frame.payload['state'] === 'complete'
}

export async function ask<T>(place: Place, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${place.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${place.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
