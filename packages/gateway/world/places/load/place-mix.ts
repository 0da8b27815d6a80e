// What people do in a world of places, and how often.

import type { SeededRandom } from '../../time/seeded-random.ts'

export const placeActKinds = [
  'write',
  'writeInThread',
  'writeDirectly',
  'burst',
  'command',
  'startThread',
  'archiveThread',
  'lockThread',
  'deleteThread',
  'press',
  'intrude',
  'robot',
  'loseEvents',
  'revoke',
  'reload',
  'open',
  'say',
  'sayToFocus',
  'talk',
  'look',
  'lookBelow',
  'spawn',
  'bind',
  'unbind',
  'stop',
  'kill',
  'decide',
  'redact',
  'settle',
] as const
export type PlaceActKind = (typeof placeActKinds)[number]
export type PlaceMix = Readonly<Record<PlaceActKind, number>>

export function choosePlaceMix(random: SeededRandom): PlaceMix {
  const some = (most: number) => (random.chance(0.35) ? 0 : random.between(1, most))
  return {
    write: random.between(4, 8),
    writeInThread: random.between(4, 10),
    writeDirectly: some(4),
    burst: some(3),
    command: random.between(2, 6),
    startThread: some(2),
    archiveThread: some(2),
    lockThread: random.chance(0.3) ? 1 : 0,
    deleteThread: random.chance(0.4) ? 1 : 0,
    press: some(2),
    intrude: some(3),
    robot: some(2),
    loseEvents: 0,
    revoke: random.chance(0.15) ? 1 : 0,
    reload: random.chance(0.2) ? 1 : 0,
    open: 1,
    say: some(4),
    sayToFocus: some(4),
    talk: some(2),
    look: some(2),
    lookBelow: random.between(2, 4),
    spawn: random.between(2, 6),
    bind: random.between(1, 5),
    unbind: some(4),
    stop: some(2),
    kill: some(3),
    decide: random.between(1, 3),
    redact: some(2),
    settle: random.between(1, 2),
  }
}

/** Nothing but these, and what nobody can do without. */
export function placeMixOf(acts: Partial<PlaceMix>): PlaceMix {
  const none = Object.fromEntries(placeActKinds.map((kind) => [kind, 0])) as PlaceMix
  return { ...none, write: 6, writeInThread: 6, open: 1, lookBelow: 2, spawn: 3, ...acts }
}

export function pickPlaceAct(mix: PlaceMix, random: SeededRandom): PlaceActKind {
  let left = random.below(placeActKinds.reduce((sum, kind) => sum + mix[kind], 0))
  return placeActKinds.find((kind) => (left -= mix[kind]) < 0) ?? 'write'
}
