// Somebody who looks at sessions over one live socket, and is told when a sub-agent of any of them has ended: from then on
// it is on disk.

import { livePath, type ServerFrame } from '@heddle/contract'
import { WebSocket } from 'ws'
import type { Place } from './talk.ts'

export interface RunFollower {
  /** Once so many more have ended than by now. */
  ended(count: number): Promise<void>
  close(): void
}

export async function followRuns(place: Place, sessionIds: readonly string[]): Promise<RunFollower> {
  const socket = new WebSocket(place.url.replace('http', 'ws') + livePath, {
    headers: { authorization: `Bearer ${place.token}` },
    perMessageDeflate: false,
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  socket.on('close', (code) => failed.reject(new Error(`the socket closed: ${code}`)))
  socket.on('error', failed.reject)
  let snapshots = 0
  let runs = 0
  let look: () => void = () => undefined
  socket.on('message', (data: Buffer) => {
    // The edge: our own server speaks by the contract.
    const frame = JSON.parse(data.toString()) as ServerFrame
    if (frame.type === 'nak') failed.reject(new Error(`refused: ${frame.code} ${frame.message}`))
    if (frame.type === 'snap') snapshots++
    if (frame.type === 'ev' && frame.kind === 'subagent.finished') {
      runs++
      if (frame.payload['status'] !== 'success') {
        failed.reject(new Error(`a sub-agent failed: ${JSON.stringify(frame.payload)}`))
      }
    }
    look()
  })

  function until(isSo: () => boolean): Promise<void> {
    const came = new Promise<void>((resolve) => {
      look = () => {
        if (isSo()) resolve()
      }
      look()
    })
    return Promise.race([came, failed.promise])
  }

  socket.send(JSON.stringify({ type: 'hello', proto: 1, client: 'bench' }))
  for (const id of sessionIds) socket.send(JSON.stringify({ type: 'sub', scope: `s:${id}` }))
  await until(() => snapshots === sessionIds.length)
  return {
    ended(count) {
      const whole = runs + count
      return until(() => runs >= whole)
    },
    close() {
      socket.removeAllListeners('close')
      socket.terminate()
    },
  }
}
