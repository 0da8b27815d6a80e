// The trees of sub-agents that some part of the page looks at, each followed once, however many look.

import type { RunJson } from '@heddle/contract'
import type { Live } from './live.ts'
import { createRunTree, noTree, type RunTree, type Tree } from './run-tree.ts'

export interface Trees {
  read(rootId: string): Tree
  /** Follows it as long as someone watches. */
  watch(rootId: string, listener: () => void): () => void
  /** The top of the tree in which this session is, if that is looked at just now. */
  rootOf(sessionId: string): string | undefined
}

export interface TreesDeps {
  live: Pick<Live, 'follow'>
  readAll(rootId: string, signal: AbortSignal): Promise<readonly RunJson[]>
}

interface Watched {
  tree: RunTree
  listeners: Set<() => void>
  drop(): void
}

export function createTrees({ live, readAll }: TreesDeps): Trees {
  const watched = new Map<string, Watched>()

  function begin(rootId: string): Watched {
    const listeners = new Set<() => void>()
    const tree = createRunTree(
      (signal) => readAll(rootId, signal),
      () => {
        for (const listener of listeners) listener()
      },
    )
    const one: Watched = { tree, listeners, drop: () => {} }
    watched.set(rootId, one)
    one.drop = live.follow(`t:${rootId}`, {
      hear: tree.hear,
      after: () => undefined,
      refused: tree.refuse,
    })
    return one
  }

  return {
    read: (rootId) => watched.get(rootId)?.tree.read() ?? noTree,
    watch(rootId, listener) {
      const one = watched.get(rootId) ?? begin(rootId)
      one.listeners.add(listener)
      return () => {
        one.listeners.delete(listener)
        if (one.listeners.size > 0 || watched.get(rootId) !== one) return
        watched.delete(rootId)
        one.drop()
        one.tree.close()
      }
    },
    rootOf(sessionId) {
      for (const [rootId, { tree }] of watched) {
        if (rootId === sessionId) return rootId
        for (const run of tree.read().runs.values()) if (run.sessionId === sessionId) return rootId
      }
      return undefined
    },
  }
}
