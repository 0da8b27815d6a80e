// Hands the trees of sub-agents to the components of the house.

import { limits, type RunJson } from '@heddle/contract'
import { createContext, type ReactNode, use, useCallback, useState, useSyncExternalStore } from 'react'
import type { Client } from '../api/client.ts'
import { useClient } from '../api/client-context.tsx'
import { useLive } from './live-context.tsx'
import { noTree, type Tree } from './run-tree.ts'
import { createTrees, type Trees } from './trees.ts'

const TreesContext = createContext<Trees | null>(null)

export function TreesProvider({ children }: { children: ReactNode }) {
  const live = useLive()
  const client = useClient()
  const [trees] = useState(() =>
    createTrees({ live, readAll: (rootId, signal) => readAll(client, rootId, signal) }),
  )
  return <TreesContext value={trees}>{children}</TreesContext>
}

/** Outside the house there are none. */
export function useTrees(): Trees | null {
  return use(TreesContext)
}

/** Of no root there is no tree, and nothing is followed. */
export function useTree(rootId: string | undefined): Tree {
  const trees = useTrees()
  const watch = useCallback(
    (listener: () => void) => (rootId === undefined || !trees ? () => {} : trees.watch(rootId, listener)),
    [trees, rootId],
  )
  return useSyncExternalStore(watch, () => (rootId === undefined || !trees ? noTree : trees.read(rootId)))
}

async function readAll(client: Client, id: string, signal: AbortSignal): Promise<readonly RunJson[]> {
  const runs: RunJson[] = []
  let cursor: string | undefined
  do {
    const query = { limit: limits.runsListMax, ...(cursor === undefined ? {} : { cursor }) }
    const page = await client.call('listSubagents', { path: { id }, query, signal })
    runs.push(...page.items)
    cursor = page.next
  } while (cursor !== undefined && runs.length < limits.runsListMax)
  return runs
}
