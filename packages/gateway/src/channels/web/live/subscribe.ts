// Taking up a scope, letting go of it and saying what is open in it, one after the other for each connection: what was asked for last holds.

import { badField, type ClientFrame, type ThreadId } from '@heddle/contract'
import type { LiveSocket } from './live-socket.ts'
import type { ScopeName } from './read-frame.ts'
import { sendNak } from './send-nak.ts'
import type { ServeFrameDeps } from './serve-deps.ts'
import { takeTurn } from './take-turn.ts'

type FrameOf<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>

export function subscribe(
  deps: ServeFrameDeps,
  socket: LiveSocket,
  frame: FrameOf<'sub'>,
  scope: ScopeName,
): void {
  takeTurn(deps.limits, socket, async () => {
    try {
      await follow(deps, socket, frame, scope)
    } catch (error) {
      sendNak(deps, socket, error, { scope: frame.scope })
    }
  })
}

async function follow(
  deps: ServeFrameDeps,
  socket: LiveSocket,
  frame: FrameOf<'sub'>,
  scope: ScopeName,
): Promise<void> {
  // Whoever does not take what they were given gets nothing large on top of it.
  await socket.whenRoom()
  if (!socket.isOpen) return
  if (!(await deps.callers.refresh(socket.caller)) || !socket.isOpen) return
  const isSameLife = frame.epoch === undefined || frame.epoch === deps.epoch
  const after = isSameLife ? frame.after : undefined
  if (scope.kind === 'l') await deps.sessionList.subscribe(socket)
  else if (scope.kind === 'u') await deps.personScopes.subscribe(socket, scope.name, after)
  else if (scope.kind === 't') await deps.treeScopes.subscribe(socket, scope.name)
  else await deps.sessionScopes.subscribe(socket, scope.name, after)
}

export function unsubscribe(
  deps: ServeFrameDeps,
  socket: LiveSocket,
  frame: FrameOf<'unsub'>,
  scope: ScopeName,
): void {
  takeTurn(deps.limits, socket, async () => {
    try {
      if (scope.kind === 'l') deps.sessionList.leave(socket)
      else if (scope.kind === 'u') deps.personScopes.unsubscribe(socket, scope.name)
      else if (scope.kind === 't') await deps.treeScopes.unsubscribe(socket, scope.name)
      else await deps.sessionScopes.unsubscribe(socket, scope.name)
    } catch (error) {
      sendNak(deps, socket, error, { scope: frame.scope })
    }
  })
}

/** In line with what was asked for before: the scope may be about to be taken up. */
export function view(
  deps: ServeFrameDeps,
  socket: LiveSocket,
  frame: FrameOf<'viewing'>,
  scope: ScopeName,
): void {
  takeTurn(deps.limits, socket, async () => {
    try {
      if (scope.kind !== 's') throw badField('scope', 'must be that of a session')
      // The edge: whatever it is, there is a thread of that id or none; nobody learns anything by it.
      await deps.sessionScopes.view(socket, scope.name, frame.threadId as ThreadId | null)
    } catch (error) {
      sendNak(deps, socket, error, { scope: frame.scope })
    }
  })
}
