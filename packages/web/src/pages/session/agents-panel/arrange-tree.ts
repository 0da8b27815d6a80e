// A tree of runs as it is drawn: each below the one that spawned it, those at work in the order in which they began, so
// that none changes its place while another goes on, and what has ended with everything below it apart. Pure.

import type { RunJson } from '@heddle/contract'

export interface TreeNode {
  run: RunJson
  /** Those below it that have not ended, at any depth. */
  activeBelow: number
  below: Branch
}

export interface Branch {
  /** At work, or with something at work below. */
  live: readonly TreeNode[]
  /** The last one that ended first. */
  ended: readonly TreeNode[]
}

export function arrangeTree(runs: Iterable<RunJson>, rootId: string): Branch {
  const all = [...runs]
  const sessions = new Set(all.map(({ sessionId }) => sessionId))
  // What spawned it may have been put away: then it stands at the top.
  const byParent = Map.groupBy(all, ({ parentId }) => (sessions.has(parentId) ? parentId : rootId))
  const placed = new Set<string>()
  const branch = (parentId: string): Branch => {
    const nodes = (byParent.get(parentId) ?? []).flatMap((run) => node(run) ?? [])
    return {
      live: nodes.filter(isLive).toSorted((a, b) => compare(a.run, b.run)),
      ended: nodes.filter((one) => !isLive(one)).toSorted(byEnd),
    }
  }
  // A circle would have no end; whoever was drawn is not drawn again.
  const node = (run: RunJson): TreeNode | undefined => {
    if (placed.has(run.id)) return undefined
    placed.add(run.id)
    const below = branch(run.sessionId)
    const activeBelow = below.live.reduce(
      (sum, one) => sum + one.activeBelow + (isActive(one.run) ? 1 : 0),
      0,
    )
    return { run, activeBelow, below }
  }
  return branch(rootId)
}

/** Its run has not ended, or somebody has let it work again. */
export function isActive({ endedAt, isWorking }: Pick<RunJson, 'endedAt' | 'isWorking'>): boolean {
  return endedAt === null || isWorking
}

/** Its last turn failed, and nobody has tried it again. */
export function mayRetry({ state, isWorking, sessionState }: RunJson): boolean {
  return (state === 'failed' || state === 'interrupted') && !isWorking && sessionState !== 'archived'
}

export interface TreeSums {
  active: number
  ended: number
  /** Waiting for somebody's word. */
  asks: number
  tokens: number
  costMicros: number
}

export function sumTree(runs: Iterable<RunJson>): TreeSums {
  const sums: TreeSums = { active: 0, ended: 0, asks: 0, tokens: 0, costMicros: 0 }
  for (const run of runs) {
    if (isActive(run)) sums.active += 1
    else sums.ended += 1
    if (run.waitsFor === 'approval') sums.asks += 1
    sums.tokens += run.usage.inputTokens + run.usage.outputTokens
    sums.costMicros += run.usage.costMicros ?? 0
  }
  return sums
}

export function countNodes({ live, ended }: Branch): number {
  return [...live, ...ended].reduce((sum, { below }) => sum + 1 + countNodes(below), 0)
}

function isLive({ run, activeBelow }: TreeNode): boolean {
  return isActive(run) || activeBelow > 0
}

function compare(a: RunJson, b: RunJson): number {
  return order(a.createdAt, b.createdAt) || order(a.id, b.id)
}

function byEnd(a: TreeNode, b: TreeNode): number {
  return order(b.run.endedAt ?? '', a.run.endedAt ?? '') || compare(b.run, a.run)
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
