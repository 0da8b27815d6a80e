// Commands over the socket: the same bodies, handlers and rights as over HTTP. Those of one connection follow each
// other, so that two messages arrive in the order in which they were sent.

import type { CommandOp, PostedReplyJson, ServerFrame } from '@heddle/contract'
import { encodeFrame } from './encode-frame.ts'
import type { LiveDeps } from './live-deps.ts'
import type { LiveSocket } from './live-socket.ts'
import { sendNak } from './send-nak.ts'
import type { ServeFrameDeps } from './serve-deps.ts'
import { takeTurn } from './take-turn.ts'

export interface Command {
  cid: string
  op: CommandOp
  /** The session, the thread or the approval that it is about. */
  target: string
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
  const { target, body } = command
  const input = { actor: socket.caller.actor, path: { id: target }, ...socket.origin }
  switch (command.op) {
    case 'message': {
      const posted = (await deps.invoke('postMessage', { ...input, body })).body
      const { eventId: id, seq, deduped, sessionId } = posted
      return { id, seq, deduped, ...(isForFocus(body) && { sessionId }), ...namesIn(posted) }
    }
    case 'reply': {
      const posted = (await deps.invoke('postReply', { ...input, body })).body
      const { replyId: id, seq, deduped, agents } = posted
      return { id, seq, deduped, ...namesIn(posted), ...(agents !== undefined && { agents }) }
    }
    case 'stop': {
      const { turnId } = (await deps.invoke('stopSession', input)).body
      return turnId === null ? {} : { id: turnId }
    }
    case 'approve':
      return { id: (await deps.invoke('decideApproval', { ...input, body })).body.id }
    case 'read':
      return { seq: (await deps.invoke('markRead', { ...input, body })).body.seq }
    case 'typing':
      await deps.invoke('tellTyping', input)
      return {}
  }
}

/** Said only where somebody was named: most texts name nobody. */
function namesIn({ mentions, rejectedMentions }: Pick<PostedReplyJson, 'mentions' | 'rejectedMentions'>) {
  return {
    ...(mentions.length > 0 && { mentions }),
    ...(rejectedMentions.length > 0 && { rejectedMentions }),
  }
}

/** Where it went is not where it was sent. */
function isForFocus(body: object): boolean {
  return 'to' in body && body.to === 'focus'
}
