// The sub-agents below one session, live: the tree as it is, then hints about the runs that changed, joined and at most
// one a second. Everybody who looks on may read the root, and is told the same; hints may be missed.

import { limits as contractLimits, refused, type RunId, type SessionId } from '@heddle/contract'
import type { Cancel } from '../../../foundation/clock.ts'
import type { Page } from '../../../people/people.ts'
import type { Run } from '../../../sessions/sessions.ts'
import { runJson } from '../routes/run-routes.ts'
import type { Caller } from './callers.ts'
import { encodeFrame } from './encode-frame.ts'
import { encodeChanges, encodeTree } from './encode-runs.ts'
import type { LiveDeps } from './live-deps.ts'
import type { LiveSocket, Subscribed } from './live-socket.ts'

/** Which tree a session belongs to, of those that someone looks at. */
export type TreeIndex = Map<SessionId, TreeScope>

/** More than a snapshot names; of too many, the one that was quiet for longest is forgotten. */
const keptMax = 2 * contractLimits.runsListMax

export class TreeScope implements Subscribed {
  readonly name: string
  readonly rootId: SessionId
  readonly #deps: LiveDeps
  readonly #index: TreeIndex
  readonly #onEmpty: () => void
  readonly #sockets = new Set<LiveSocket>()
  /** The run of each session of the tree, the one that changed last at the end. */
  readonly #runs = new Map<SessionId, RunId>()
  /** What they were told of: only of these is it news that they are gone. */
  readonly #shown = new Set<RunId>()
  /** What changed and was not told yet, the oldest first: one hint holds only so much. */
  readonly #owed = new Set<SessionId>()
  /** One thing at a time, so that no hint falls between a snapshot's reading and its sending. */
  #last: Promise<void> = Promise.resolve()
  #timer: Cancel | undefined

  constructor(rootId: SessionId, deps: LiveDeps, index: TreeIndex, onEmpty: () => void) {
    this.rootId = rootId
    this.name = `t:${rootId}`
    this.#deps = deps
    this.#index = index
    this.#onEmpty = onEmpty
    index.set(rootId, this)
  }

  async subscribe(socket: LiveSocket): Promise<void> {
    socket.addScope(this)
    this.#sockets.add(socket)
    try {
      await this.#next(() => this.#open(socket))
    } catch (error) {
      this.leave(socket)
      throw error
    }
  }

  leave(socket: LiveSocket): void {
    socket.removeScope(this)
    this.#sockets.delete(socket)
    if (this.#sockets.size > 0) return
    this.close()
    this.#onEmpty()
  }

  close(): void {
    this.#timer?.()
    this.#timer = undefined
    for (const id of [this.rootId, ...this.#runs.keys()]) {
      if (this.#index.get(id) === this) this.#index.delete(id)
    }
  }

  /** Something that is shown of this session has changed. */
  note(sessionId: SessionId): void {
    const runId = this.#runs.get(sessionId)
    if (runId !== undefined) this.noteRun(sessionId, runId)
  }

  noteRun(sessionId: SessionId, runId: RunId): void {
    this.#learn(sessionId, runId)
    this.#owed.add(sessionId)
    this.#hintSoon()
  }

  /** Whoever may no longer read the root is told so, and nothing more. */
  checkSoon(): void {
    this.#hintSoon()
  }

  async recheck(caller: Caller): Promise<void> {
    const { store, sessions } = this.#deps
    if (!(await store.read((r) => sessions.mayRead(r, caller.actor, this.rootId)))) this.#expel(caller)
  }

  has(caller: Caller): boolean {
    return Array.from(this.#sockets).some((socket) => socket.caller === caller)
  }

  #next(task: () => Promise<void>): Promise<void> {
    const mine = this.#last.then(task)
    this.#last = mine.catch(() => undefined)
    return mine
  }

  #hintSoon(): void {
    this.#timer ??= this.#deps.clock.timer(
      this.#deps.limits.liveListHintMs,
      () => void this.#next(() => this.#hint()),
    )
  }

  async #open(socket: LiveSocket): Promise<void> {
    const page = await this.#readPage(socket)
    if (page === undefined || !this.#sockets.has(socket)) return
    const items = page.items.map(runJson)
    const { liveFrameOutBytesMax } = this.#deps.limits
    const { frame, held } = encodeTree(this.name, items, page.next !== undefined, liveFrameOutBytesMax)
    for (const { id } of page.items.slice(0, held)) this.#shown.add(id)
    socket.send(frame)
  }

  /** By the rights of one moment, after which nobody said that they had changed. */
  async #readPage(socket: LiveSocket): Promise<Page<Run> | undefined> {
    const { store, sessions, limits } = this.#deps
    const { caller } = socket
    while (this.#sockets.has(socket)) {
      const { hold } = caller
      await hold?.check
      const page = await store.read((r) =>
        sessions.listRuns(r, caller.actor, this.rootId, 'tree', { limit: limits.runsListMax }),
      )
      await store.durable()
      // What changes in a session that is not known to belong here is not heard: those are read once more.
      const news = page.items.filter(({ sessionId, id }) => this.#learn(sessionId, id))
      if (news.length === 0 && caller.hold === hold) return page
    }
    return undefined
  }

  /** Says whether it is new. */
  #learn(sessionId: SessionId, runId: RunId): boolean {
    const isNew = !this.#runs.delete(sessionId)
    this.#runs.set(sessionId, runId)
    if (this.#sockets.size > 0) this.#index.set(sessionId, this)
    if (this.#runs.size <= keptMax) return isNew
    const [quietest] = this.#runs.keys()
    if (quietest !== undefined) this.#forget(quietest)
    return isNew
  }

  #forget(sessionId: SessionId): void {
    this.#runs.delete(sessionId)
    this.#owed.delete(sessionId)
    if (this.#index.get(sessionId) === this) this.#index.delete(sessionId)
  }

  async #hint(): Promise<void> {
    this.#timer = undefined
    const { store, sessions, limits, log } = this.#deps
    const ids = [...this.#owed].slice(0, limits.hintRunsMax)
    for (const id of ids) this.#owed.delete(id)
    try {
      const { lost, runs } = await store.read(async (r) => ({
        lost: await this.#findLost((actor) => sessions.mayRead(r, actor, this.rootId)),
        runs: await sessions.readRuns(
          r,
          ids.flatMap((id) => this.#runs.get(id) ?? []),
        ),
      }))
      await store.durable()
      for (const caller of lost) this.#expel(caller)
      this.#tell(runs)
    } catch (error) {
      log.error('a change of sub-agents could not be hinted at', { error })
    }
    if (this.#owed.size > 0 && this.#sockets.size > 0) this.#hintSoon()
  }

  async #findLost(mayRead: (actor: Caller['actor']) => Promise<boolean>): Promise<Caller[]> {
    const lost: Caller[] = []
    for (const caller of new Set(Array.from(this.#sockets, (socket) => socket.caller))) {
      if (!(await mayRead(caller.actor))) lost.push(caller)
    }
    return lost
  }

  #tell(runs: readonly Run[]): void {
    const gone = runs.filter(isPutAway)
    const removed = gone.map(({ id }) => id).filter((id) => this.#shown.delete(id))
    for (const { sessionId } of gone) this.#forget(sessionId)
    const there = runs.filter((run) => !isPutAway(run))
    if (there.length + removed.length === 0) return
    const { liveFrameOutBytesMax } = this.#deps.limits
    const { frame, held } = encodeChanges(this.name, there.map(runJson), removed, liveFrameOutBytesMax)
    for (const { id } of there.slice(0, held)) this.#shown.add(id)
    for (const { sessionId } of there.slice(held)) this.#owed.add(sessionId)
    for (const socket of this.#sockets) socket.sendEphemeral(frame)
  }

  #expel(caller: Caller): void {
    const { code, message } = refused('not_found')
    const frame = encodeFrame({ type: 'nak', code, message, scope: this.name })
    for (const socket of this.#sockets) {
      if (socket.caller !== caller) continue
      this.leave(socket)
      socket.send(frame)
    }
  }
}

/** As the list of the tree does not name it any more. */
function isPutAway({ endedAt, sessionState }: Run): boolean {
  return endedAt !== null && sessionState === 'archived'
}
