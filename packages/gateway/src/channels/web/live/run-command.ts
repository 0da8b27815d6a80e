// Commands over the socket: the same bodies, handlers and rights as over HTTP. Those of one connection follow each
// other, so that two messages arrive in the order in which they were sent.

import type { CommandOp, ServerFrame } from '@heddle/contract'
import { encodeFrame } from './encode-frame.ts'
import type { LiveDeps } from './live-deps.ts'
import type { LiveSocket } from './live-socket.ts'
import { sendNak } from './send-nak.ts'
import type { ServeFrameDeps } from './serve-deps.ts'
import { takeTurn } from './take-turn.ts'

export interface Command {
  cid: string
  op: CommandOp
  sessionId: string
  body: object
}

export function runCommand(deps: ServeFrameDeps, socket: LiveSocket, command: Command): void {
  const { cid } = command
  takeTurn(deps.limits, socket, async () => {
    try {
      if (!(await deps.callers.refresh(socket.caller))) return
      const told = await invoke(deps, socket, command)
      socket.send(encodeFrame({ type: 'ack', cid, ok: true, ...told }))
    } catch (error) {
      sendNak(deps, socket, error, { cid })
    }
  })
}

type Told = Omit<Extract<ServerFrame, { type: 'ack' }>, 'type' | 'cid' | 'ok'>

/** Settles when the disk has what the acknowledgement tells of. */
async function invoke(deps: Pick<LiveDeps, 'invoke'>, socket: LiveSocket, command: Command): Promise<Told> {
  const { sessionId, body } = command
  const input = { actor: socket.caller.actor, path: { id: sessionId }, ...socket.origin }
  switch (command.op) {
    case 'message': {
      const posted = (await deps.invoke('postMessage', { ...input, body })).body
      const { eventId: id, seq, deduped } = posted
      return isForFocus(body) ? { id, seq, deduped, sessionId: posted.sessionId } : { id, seq, deduped }
    }
    case 'stop': {
      const { turnId } = (await deps.invoke('stopSession', input)).body
      return turnId === null ? {} : { id: turnId }
    }
    case 'read':
      return { seq: (await deps.invoke('markRead', { ...input, body })).body.seq }
    case 'typing':
      await deps.invoke('tellTyping', input)
      return {}
  }
}

/** Where it went is not where it was sent. */
function isForFocus(body: object): boolean {
  return 'to' in body && body.to === 'focus'
}
