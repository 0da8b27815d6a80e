// What people do in the simulated sessions, and how often.

import type { SeededRandom } from '../../time/seeded-random.ts'

export const actKinds = [
  'say',
  'steer',
  'note',
  'command',
  'open',
  'fork',
  'stop',
  'edit',
  'cancel',
  'move',
  'redact',
  'rename',
  'participants',
  'markRead',
  'look',
  'archive',
  'decide',
] as const
export type ActKind = (typeof actKinds)[number]
export type ActMix = Readonly<Record<ActKind, number>>

export function chooseActMix(random: SeededRandom): ActMix {
  const some = (most: number) => (random.chance(0.3) ? 0 : random.between(1, most))
  return {
    say: random.between(6, 12),
    steer: some(6),
    note: some(2),
    command: some(4),
    open: 1,
    stop: some(3),
    edit: some(5),
    cancel: some(3),
    move: some(2),
    redact: some(3),
    rename: some(1),
    participants: some(2),
    markRead: some(2),
    look: some(4),
    archive: random.chance(0.15) ? 1 : 0,
    fork: some(2),
    decide: some(4),
  }
}

/** Around agents that ask much: people who answer, and leave the rest alone but for what meddles with waiting turns. */
export function chooseDecidingMix(random: SeededRandom): ActMix {
  const some = (most: number) => (random.chance(0.4) ? 0 : random.between(1, most))
  return mixOf({
    say: random.between(4, 8),
    steer: some(2),
    stop: some(1),
    redact: some(2),
    fork: random.chance(0.2) ? 1 : 0,
    decide: random.between(10, 20),
  })
}

/** Nothing but these, and what nobody can do without. */
export function mixOf(acts: Partial<ActMix>): ActMix {
  const none = Object.fromEntries(actKinds.map((kind) => [kind, 0])) as ActMix
  return { ...none, say: 6, open: 1, ...acts }
}

export function pickAct(mix: ActMix, random: SeededRandom): ActKind {
  let left = random.below(actKinds.reduce((sum, kind) => sum + mix[kind], 0))
  return actKinds.find((kind) => (left -= mix[kind]) < 0) ?? 'say'
}
