// Which sub-agents stand below a session in the list: the first few at work, and how many others. Pure.

import type { RunJson } from '@heddle/contract'
import { arrangeTree, isActive, type TreeNode } from '../session/agents-panel/arrange-tree.ts'
import type { Group } from './choose-groups.ts'

export interface BelowRow {
  run: RunJson
  /** How far it is set in. */
  depth: number
}

export interface Below {
  rows: readonly BelowRow[]
  /** At work as well, and not shown. */
  more: number
}

const shownMax = 5
const depthMax = 3
/** So many trees are followed for the list at a time. */
const treesMax = 20

export function chooseBelow(
  runs: Iterable<RunJson>,
  rootId: string,
  /** Sessions that stand in the list already. */
  named: ReadonlySet<string> = new Set(),
): Below {
  const rows = arrangeTree(runs, rootId)
    .live.flatMap((node) => rowsOf(node, 1))
    .filter(({ run }) => !named.has(run.sessionId))
  return { rows: rows.slice(0, shownMax), more: Math.max(0, rows.length - shownMax) }
}

/** The sessions whose sub-agents are wanted: those at the top of the list with some at work. */
export function chooseTrees(groups: readonly Group[]): string[] {
  return groups
    .flatMap(({ rows }) => rows)
    .filter(({ session }) => session.activeBelow > 0)
    .map(({ session }) => session.id)
    .slice(0, treesMax)
}

/** One that has ended stands there only for what works below it. */
function rowsOf(node: TreeNode, depth: number): BelowRow[] {
  const below = node.below.live.flatMap((child) => rowsOf(child, depth + 1))
  if (!isActive(node.run) && below.length === 0) return []
  return [{ run: node.run, depth: Math.min(depth, depthMax) }, ...below]
}
