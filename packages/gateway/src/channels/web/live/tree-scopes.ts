// The trees of sub-agents that somebody looks at. What the sessions room tells of any session goes to the tree that it
// belongs to; a session that nobody looks at costs one look into a map.

import { badField, type RunId, type SessionId } from '@heddle/contract'
import type { Reader } from '../../../foundation/database/store.ts'
import type { Actor } from '../../../people/people.ts'
import type { LogEvent, Sessions } from '../../../sessions/sessions.ts'
import type { Caller } from './callers.ts'
import { checkSubscriptions } from './check-subscriptions.ts'
import type { LiveDeps } from './live-deps.ts'
import type { LiveSocket } from './live-socket.ts'
import { type TreeIndex, TreeScope } from './tree-scope.ts'

export class TreeScopes {
  readonly #deps: LiveDeps
  readonly #trees = new Map<SessionId, TreeScope>()
  readonly #index: TreeIndex = new Map()

  constructor(deps: LiveDeps) {
    this.#deps = deps
    deps.sessions.feed.listen({
      appended: (id, events) => this.#appended(id, events),
      listed: (id) => this.#index.get(id)?.note(id),
      accessChanged: (id) => this.#trees.get(id)?.checkSoon(),
    })
  }

  /** `name` is the root's id or key. */
  async subscribe(socket: LiveSocket, name: string): Promise<void> {
    const { store } = this.#deps
    const { caller } = socket
    await caller.hold?.check
    const id = await store.read((r) => findRoot(r, this.#deps.sessions, caller.actor, name))
    if (!socket.isOpen) return
    checkSubscriptions(this.#deps.limits, socket, `t:${id}`)
    await this.#treeOf(id).subscribe(socket)
  }

  async unsubscribe(socket: LiveSocket, name: string): Promise<void> {
    const held = socket.scopes.find((scope) => scope.name === `t:${name}`)
    if (held !== undefined) return held.leave(socket)
    const { store, sessions } = this.#deps
    const { id } = await store.read((r) => sessions.find(r, socket.caller.actor, name))
    const tree = this.#trees.get(id)
    if (tree !== undefined && socket.scopes.includes(tree)) tree.leave(socket)
  }

  /** Whether the caller may still see what they look at. */
  async recheck(caller: Caller): Promise<void> {
    for (const tree of this.#trees.values()) if (tree.has(caller)) await tree.recheck(caller)
  }

  close(): void {
    for (const tree of this.#trees.values()) tree.close()
    this.#trees.clear()
  }

  #treeOf(id: SessionId): TreeScope {
    const known = this.#trees.get(id)
    if (known !== undefined) return known
    const tree = new TreeScope(id, this.#deps, this.#index, () => {
      if (this.#trees.get(id) === tree) this.#trees.delete(id)
    })
    this.#trees.set(id, tree)
    return tree
  }

  #appended(id: SessionId, events: readonly LogEvent[]): void {
    const tree = this.#index.get(id)
    if (tree === undefined) return
    tree.note(id)
    for (const { kind, payload } of events) {
      if (kind !== 'subagent.spawned') continue
      // The edge: the sessions room wrote the ids there.
      tree.noteRun(payload['sessionId'] as SessionId, payload['runId'] as RunId)
    }
  }
}

/** A tree is looked at from its top, so that everybody who does is told the same. */
async function findRoot(r: Reader, sessions: Sessions, actor: Actor, name: string): Promise<SessionId> {
  const asked = await sessions.find(r, actor, name)
  let root = asked
  while (root.parentId !== null) root = await sessions.find(r, actor, root.parentId)
  if (root.id === asked.id) return root.id
  throw badField('scope', 'must name the session at the top of the tree', `t:${root.id}`)
}
