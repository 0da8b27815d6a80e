// The live socket: one connection for each open window, on which sessions, the list of them and one's own log are
// followed as they happen.

import { closeCodes, type PersonId, type SessionId, type ThreadId } from '@heddle/contract'
import type { Hono } from 'hono'
import type { PersonActor } from '../../../people/people.ts'
import type { DoorEnv } from '../door-env.ts'
import type { OnUpgrade } from '../listen.ts'
import type { AcceptSockets } from './accept-sockets.ts'
import { Backlogs } from './backlog.ts'
import { Beat } from './beat.ts'
import { type Caller, Callers, originOf } from './callers.ts'
import { holdPerson } from './hold-person.ts'
import type { LiveDeps } from './live-deps.ts'
import { chooseLiveLimits, type LiveLimits } from './live-limits.ts'
import { LiveSocket, type Wire } from './live-socket.ts'
import { Outflow } from './outflow.ts'
import { PersonScopes } from './person-scopes.ts'
import { createServeFrame } from './serve-frame.ts'
import { SessionList } from './session-list.ts'
import { SessionScopes } from './session-scopes.ts'
import { TreeScopes } from './tree-scopes.ts'
import { type Admitted, createUpgrader, type Upgrade } from './upgrade.ts'

export interface Live {
  onUpgrade: OnUpgrade
  /**
   * What a person may do has changed: from this moment nothing reaches them until it was looked up; their connections
   * end, or lose what they may no longer see.
   */
  recheck(personId: PersonId): Promise<void>
  /** Somebody types there; their right to was asked for before. */
  typing(actor: PersonActor, sessionId: SessionId): void
  /** Whether somebody sits in front of it: their page shows it, and they were there a moment ago. */
  isThere(personId: PersonId, at: { sessionId: SessionId; threadId: ThreadId | null }): boolean
  figures(): LiveFigures
  /** Tells everyone to come back later, and waits until they are gone. */
  close(): Promise<void>
}

export interface LiveFigures {
  sockets: number
  sessions: number
}

export function createLive(
  app: Hono<DoorEnv>,
  given: Omit<LiveDeps, 'limits'> & { limits?: Partial<LiveLimits> | undefined },
): Live {
  const deps: LiveDeps = { ...given, limits: chooseLiveLimits(given.limits) }
  const callers = new Callers(deps.people)
  const upgrader = createUpgrader(app, { ...deps, callers })
  const outflow = new Outflow(deps.store, deps.log)
  const backlogs = new Backlogs(deps.clock, deps.limits)
  const sessionScopes = new SessionScopes(deps, outflow)
  const personScopes = new PersonScopes(deps, outflow)
  const sessionList = new SessionList(deps)
  const treeScopes = new TreeScopes(deps)
  const beat = new Beat(deps, callers, { recheck })
  const serveFrame = createServeFrame({
    ...deps,
    callers,
    sessionScopes,
    personScopes,
    sessionList,
    treeScopes,
  })
  let acceptor: Promise<AcceptSockets> | undefined
  let closing: Promise<void> | undefined
  let onAllGone: (() => void) | undefined

  /** Whether the caller may still see what they follow. */
  async function recheck(caller: Caller): Promise<void> {
    await sessionScopes.recheck(caller)
    await treeScopes.recheck(caller)
  }

  async function upgrade(asked: Upgrade): Promise<void> {
    const { socket } = asked
    // Until the library listens, nobody else does: an error without a listener would end the process.
    const ignore = () => undefined
    socket.on('error', ignore)
    const admitted = await upgrader.admit(asked)
    if (admitted === undefined) return
    acceptor ??= loadAcceptor()
    const { accept } = await acceptor
    if (closing !== undefined || socket.destroyed) {
      admitted.release()
      socket.destroy()
      return
    }
    accept(asked, (wire) => open(wire, admitted), admitted.release)
    socket.off('error', ignore)
  }

  async function loadAcceptor(): Promise<AcceptSockets> {
    const { createAcceptSockets } = await import('./accept-sockets.ts')
    return createAcceptSockets({
      frameBytesMax: deps.limits.liveFrameInBytesMax,
      onFrame: serveFrame,
      onGone: forget,
      refuseUnreadable: upgrader.refuseUnreadable,
    })
  }

  // The place that was held for it is its own from here on, and is given back when it leaves.
  function open(wire: Wire, { actor, again, origin }: Admitted): LiveSocket {
    const caller = callers.find(actor, again)
    const id = deps.ids.make('connection')
    const socket = new LiveSocket({ id, wire, caller, origin: originOf(caller, origin), backlogs })
    caller.sockets.add(socket)
    beat.add(socket)
    return socket
  }

  function forget(socket: LiveSocket): void {
    socket.gone()
    beat.remove(socket)
    callers.leave(socket)
    if (beat.count > 0) return
    beat.stop()
    onAllGone?.()
  }

  async function closeAll(): Promise<void> {
    const { sockets } = beat
    const gone = new Promise<void>((resolve) => {
      onAllGone = resolve
      if (sockets.length === 0) resolve()
    })
    for (const socket of sockets) socket.end(closeCodes.restart, 'the server restarts')
    const cancel = deps.clock.timer(deps.limits.closeMs, () => {
      for (const socket of beat.sockets) socket.wire.terminate()
    })
    await gone
    cancel()
    beat.stop()
    sessionScopes.close()
    sessionList.close()
    treeScopes.close()
  }

  return {
    onUpgrade: {
      isOurs: upgrader.isOurs,
      take: (request, socket, head) => void upgrade({ request, socket, head }),
    },
    recheck: (personId) => holdPerson({ ...deps, callers, scopes: { recheck } }, personId),
    typing: (actor, sessionId) => sessionScopes.typing(actor, sessionId),
    isThere: (personId, { sessionId, threadId }) =>
      callers
        .ofPerson(personId)
        .some(({ sockets }) =>
          Array.from(sockets).some(
            (socket) =>
              socket.isOpen &&
              socket.presence === 'active' &&
              sessionScopes.isShown(socket, sessionId, threadId),
          ),
        ),
    figures: () => ({
      sockets: beat.sockets.filter(({ isOpen }) => isOpen).length,
      sessions: sessionScopes.count,
    }),
    close: () => (closing ??= closeAll()),
  }
}
