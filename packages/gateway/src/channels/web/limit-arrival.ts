// How long a request may take to arrive. Node's own limit knows one time for all of them; an upload over a slow line
// needs longer, as long as its bytes keep coming.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../foundation/clock.ts'

export interface ArrivalLimits {
  /** For the whole of a request; of an upload, for the next of its bytes. */
  requestTimeMs: number
  /** For the whole of an upload. */
  uploadTimeMs: number
}

/** Calls `onLate` once, unless the request arrives in time. A request without a body is here already. */
export function limitArrival(
  request: Pick<IncomingMessage, 'headers' | 'socket' | 'complete' | 'once'>,
  response: Pick<ServerResponse, 'writableEnded' | 'once'>,
  options: { clock: Clock; limits: ArrivalLimits; isUpload: boolean; onLate(): void },
): void {
  const { headers, socket } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const { clock } = options
  const { requestTimeMs, uploadTimeMs } = options.limits
  const begunMs = clock.mono()
  let seenBytes = socket.bytesRead
  let cancel = clock.timer(requestTimeMs, look)

  function look(): void {
    if (request.complete || socket.destroyed) return
    const isMoving = socket.bytesRead > seenBytes
    // What is answered already is not waited for: the rest of it is only thrown away.
    const mayGoOn = options.isUpload && isMoving && !response.writableEnded
    if (!mayGoOn || clock.mono() - begunMs >= uploadTimeMs) return options.onLate()
    seenBytes = socket.bytesRead
    cancel = clock.timer(requestTimeMs, look)
  }

  const stop = () => {
    cancel()
    socket.off('close', stop)
  }
  request.once('end', stop)
  request.once('close', stop)
  // A request that is answered without being read says nothing when its connection ends.
  response.once('close', () => {
    if (request.complete || socket.destroyed) stop()
    else socket.once('close', stop)
  })
}
