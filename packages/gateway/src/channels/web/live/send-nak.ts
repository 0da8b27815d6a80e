// Says no on the socket: with the code, and what is wrong where.

import { Refusal, refused, type ServerFrame } from '@heddle/contract'
import { encodeFrame } from './encode-frame.ts'
import type { LiveDeps } from './live-deps.ts'
import type { LiveSocket } from './live-socket.ts'

export function sendNak(
  deps: Pick<LiveDeps, 'log'>,
  socket: LiveSocket,
  error: unknown,
  about: { cid?: string; scope?: string },
): void {
  if (!(error instanceof Refusal))
    deps.log.error('a live frame failed unexpectedly', { connId: socket.id, error })
  const { code, message, issues, retryAfterMs } = error instanceof Refusal ? error : refused('internal')
  const [issue] = issues
  const nak: ServerFrame = {
    type: 'nak',
    ...about,
    code,
    message,
    ...(issue !== undefined && { field: issue.field }),
    ...(issue?.nearest !== undefined && { nearest: issue.nearest }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
  socket.send(encodeFrame(nak))
}
