// What people do around trees of sub-agents, and how often.

import type { SeededRandom } from '../../time/seeded-random.ts'

export const treeActKinds = [
  'say',
  'steer',
  'note',
  'open',
  'look',
  'markRead',
  'talk',
  'steerBelow',
  'lookBelow',
  'spawn',
  'stop',
  'stopBelow',
  'kill',
  'archive',
  'archiveBelow',
  'redact',
] as const
export type TreeActKind = (typeof treeActKinds)[number]
export type TreeMix = Readonly<Record<TreeActKind, number>>

/** `isReadElsewhere`: agents read what was said in other sessions, so that nobody knows where it stands. */
export function chooseTreeMix(random: SeededRandom, isReadElsewhere: boolean): TreeMix {
  const some = (most: number) => (random.chance(0.4) ? 0 : random.between(1, most))
  return {
    say: random.between(6, 12),
    steer: some(3),
    note: some(1),
    open: 1,
    look: some(2),
    markRead: some(1),
    talk: some(5),
    steerBelow: some(3),
    lookBelow: random.between(2, 5),
    spawn: some(4),
    stop: some(3),
    stopBelow: some(2),
    kill: some(3),
    archive: random.chance(0.2) ? 1 : 0,
    archiveBelow: some(1),
    redact: isReadElsewhere ? 0 : some(3),
  }
}

/** Nothing but these, and what nobody can do without. */
export function treeMixOf(acts: Partial<TreeMix>): TreeMix {
  const none = Object.fromEntries(treeActKinds.map((kind) => [kind, 0])) as TreeMix
  return { ...none, say: 8, open: 1, lookBelow: 2, ...acts }
}

export function pickTreeAct(mix: TreeMix, random: SeededRandom): TreeActKind {
  let left = random.below(treeActKinds.reduce((sum, kind) => sum + mix[kind], 0))
  return treeActKinds.find((kind) => (left -= mix[kind]) < 0) ?? 'say'
}
