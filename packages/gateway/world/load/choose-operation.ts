// What a client asks for next. All chance is drawn here, before anything is sent: asking again after a lost answer
// asks for exactly the same.

import type { Id, InviteId, PersonId, Role } from '@heddle/contract'
import { roles } from '@heddle/contract'
import type { Tx } from '../../src/foundation/database/store.ts'
import type { WorkQueue } from '../../src/foundation/work/work-queue.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import type { Sometimes } from '../watch/sometimes.ts'
import { ledgerStore } from './ledger-store.ts'
import { choreKeys, keyOfTimer, laneOfKind, people, sharers } from './work-kinds.ts'

export interface Operation {
  kind: OperationKind
  /** Runs in the transaction that also writes the client's ledger entry. */
  apply(t: Tx, queue: WorkQueue): Promise<void>
}

export const operationKinds = [
  'write',
  'revoke',
  'join',
  'promote',
  'chore',
  'poison',
  'share',
  'set-timer',
  'move-timer',
  'cancel-timer',
  'frail-timer',
  'recurring',
  'post',
] as const
export type OperationKind = (typeof operationKinds)[number]

/** How often each kind is asked for, as weights. */
export type OperationMix = Readonly<Record<OperationKind, number>>

export function chooseMix(random: SeededRandom): OperationMix {
  const weights = operationKinds.map(
    (kind) => [kind, random.chance(0.25) ? 0 : random.between(1, kind === 'poison' ? 2 : 6)] as const,
  )
  return { ...(Object.fromEntries(weights) as Record<OperationKind, number>), write: random.between(1, 8) }
}

export function chooseOperation(deps: {
  random: SeededRandom
  mix: OperationMix
  sometimes: Sometimes
  id: string
}): Operation {
  const { random, id } = deps
  const kind = pickWeighted(deps.mix, random)
  switch (kind) {
    case 'write':
      return { kind, apply: async () => undefined }
    case 'revoke':
    case 'join':
    case 'promote':
      return { kind, apply: tellFact(kind, random.pick(people), random.pick(roles), id) }
    case 'chore':
    case 'poison':
      return { kind, apply: putChore(kind, random.pick(choreKeys), random.between(1, 2)) }
    case 'share':
      return { kind, apply: putShares(random.pick(sharers), id, random.between(1, 3)) }
    case 'set-timer':
    case 'move-timer':
      return { kind, apply: setTimer('ring', timerName(random, 'ring'), random, deps.sometimes) }
    case 'frail-timer':
      return { kind, apply: setTimer('frail', timerName(random, 'frail'), random, deps.sometimes) }
    case 'recurring':
      return { kind, apply: setTimer('tick', `tick:${id}`, random, deps.sometimes) }
    case 'cancel-timer':
      return { kind, apply: cancelTimer(timerName(random, 'ring'), deps.sometimes) }
    case 'post':
      return { kind, apply: putPost(id) }
  }
}

function pickWeighted(mix: OperationMix, random: SeededRandom): OperationKind {
  let left = random.below(operationKinds.reduce((sum, kind) => sum + mix[kind], 0))
  for (const kind of operationKinds) {
    left -= mix[kind]
    if (left < 0) return kind
  }
  return 'write'
}

function tellFact(kind: 'revoke' | 'join' | 'promote', person: string, role: Role, id: string) {
  // The ids are made up: no row of the people room stands behind them.
  const personId = person as PersonId
  return async (t: Tx, queue: WorkQueue) => {
    if (kind === 'revoke') await queue.tell(t, 'access_revoked', { personId, what: 'person', id })
    else if (kind === 'join') {
      await queue.tell(t, 'person_joined', { personId, role, inviteId: id as Id<'invite'> as InviteId })
    } else await queue.tell(t, 'role_changed', { personId, from: 'viewer', to: role })
  }
}

function putChore(kind: 'chore' | 'poison', key: string, count: number) {
  return async (t: Tx, queue: WorkQueue) => {
    for (let i = 0; i < (kind === 'poison' ? 1 : count); i++) {
      const what = `${key}#${await ledgerStore.nextNumberOfKey(t, key)}`
      await ledgerStore.addPut(t, { what, kind, key })
      await queue.enqueue(t, { kind, lane: 'chores', key, subject: what })
    }
  }
}

function putShares(parent: string, id: string, count: number) {
  return async (t: Tx, queue: WorkQueue) => {
    // One of them has far more than the others.
    for (let i = 0; i < (parent === sharers[1] ? count * 2 : count); i++) {
      const what = `share:${id}:${i}`
      await ledgerStore.addPut(t, { what, kind: 'share', key: what })
      await queue.enqueue(t, { kind: 'share', lane: 'shares', key: what, parent, subject: what })
    }
  }
}

function putPost(id: string) {
  return async (t: Tx, queue: WorkQueue) => {
    const what = `post:${id}`
    const key = `to-${id.charCodeAt(id.length - 1) % 3}`
    await ledgerStore.addPut(t, { what, kind: 'post', key })
    await queue.enqueue(t, { kind: 'post', lane: 'posts', key, subject: what })
  }
}

function timerName(random: SeededRandom, kind: string): string {
  return `${kind}:${random.below(6)}`
}

function setTimer(kind: 'ring' | 'frail' | 'tick', name: string, random: SeededRandom, sometimes: Sometimes) {
  const inMs = random.chance(0.2) ? 0 : random.between(1, random.chance(0.5) ? 2_000 : 25_000)
  return async (t: Tx, queue: WorkQueue) => {
    const was = await ledgerStore.stateOfNamed(t, name)
    const dueAt = t.now + inMs
    const item = { kind, lane: laneOfKind[kind] ?? 'timers', key: keyOfTimer(name), subject: name, dueAt }
    await queue.schedule(t, name, item)
    await ledgerStore.addTimerEvent(t, { name, event: 'set', dueAt, was })
    if (was === 'running') sometimes.saw('a timer was moved while it ran')
    else if (was === 'ready' || was === 'blocked') sometimes.saw('a timer was moved before it fired')
  }
}

function cancelTimer(name: string, sometimes: Sometimes) {
  return async (t: Tx, queue: WorkQueue) => {
    const was = await ledgerStore.stateOfNamed(t, name)
    const cancelled = await queue.cancel(t, name)
    await ledgerStore.addTimerEvent(t, { name, event: cancelled ? 'cancelled' : 'kept', dueAt: null, was })
    if (cancelled) sometimes.saw('a timer was cancelled')
  }
}
