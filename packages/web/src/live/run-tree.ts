// The sub-agents below one session as they are held here: what a snapshot said, and each hint since. Where a snapshot had
// no room for all of them the rest is read by page; what was hinted at meanwhile is newer than any page. Time and network
// are handed in.

import type { RunJson, ServerFrame } from '@heddle/contract'
import { runsChange, treeOfSnapshot } from './live.at-build.ts'

export interface Tree {
  /** `opening`: nothing is known yet. `refused`: it is not there for this reader. */
  state: 'opening' | 'there' | 'refused'
  runs: ReadonlyMap<string, RunJson>
}

export interface RunTree {
  read(): Tree
  hear(frame: ServerFrame): void
  refuse(): void
  close(): void
}

export const noTree: Tree = { state: 'opening', runs: new Map() }

interface Change {
  items: readonly RunJson[]
  removed: readonly string[]
}

export function createRunTree(
  readAll: (signal: AbortSignal) => Promise<readonly RunJson[]>,
  changed: () => void,
): RunTree {
  let tree = noTree
  /** What was said since the pages were asked for. */
  let meanwhile: Change[] = []
  let reading: AbortController | undefined

  function show(next: Tree): void {
    tree = next
    changed()
  }

  function open(items: readonly RunJson[], isCut: boolean): void {
    reading?.abort()
    reading = undefined
    const runs = new Map(items.map((run) => [run.id, run]))
    // Those that did not fit stay as they were known, until they are read.
    const known = isCut ? new Map([...tree.runs, ...runs]) : runs
    show({ state: 'there', runs: known })
    if (isCut) void readRest()
  }

  async function readRest(): Promise<void> {
    const mine = new AbortController()
    reading = mine
    meanwhile = []
    try {
      const all = await readAll(mine.signal)
      if (reading !== mine) return
      show({ state: 'there', runs: meanwhile.reduce(apply, new Map(all.map((run) => [run.id, run]))) })
    } catch {
      // What is known stays; the next snapshot tries it again.
    } finally {
      if (reading === mine) reading = undefined
    }
  }

  return {
    read: () => tree,
    hear(frame) {
      if (frame.type === 'snap') {
        const { data } = treeOfSnapshot.safeParse(frame.state)
        if (data) open(data.items, data.truncated === true)
        return
      }
      if (frame.type !== 'eph' || frame.kind !== 'runs.changed') return
      const { data } = runsChange.safeParse(frame)
      if (!data) return
      if (reading) meanwhile.push(data)
      show({ ...tree, runs: apply(tree.runs, data) })
    },
    refuse() {
      reading?.abort()
      show({ state: 'refused', runs: new Map() })
    },
    close: () => reading?.abort(),
  }
}

function apply(runs: ReadonlyMap<string, RunJson>, { items, removed }: Change): Map<string, RunJson> {
  const next = new Map(runs)
  for (const run of items) next.set(run.id, run)
  for (const id of removed) next.delete(id)
  return next
}
