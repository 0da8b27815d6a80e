// Puts work on record: a look at something, now or at a time, once for a fact or once for a name.

import type { FactId, FactKind, Facts } from '@heddle/contract'
import type { Reader, Tx } from '../database/store.ts'
import type { Ids } from '../ids.ts'
import type { FactTeller } from './facts.ts'
import type { Lanes } from './lanes.ts'
import type { WorkTaker } from './take-at-once.ts'
import type { NewWork, WorkStore } from './work-store.ts'

export interface WorkItem {
  kind: string
  lane: string
  /** At most one item of a key runs at a time, in the order in which they were put on record. */
  key: string
  /** Which row to look at; never more than that. */
  subject: string
  /** Between whom a fair lane shares its slots. */
  parent?: string
  dueAt?: number
}

/** What a fact sets off. The table of them stands in reactions.ts at the roof. */
export interface ReactionPlan<K extends FactKind = FactKind> {
  /** The kind of work that carries it out; also its name in the log. */
  kind: string
  key(payload: Facts[K]): string
  /** Absent: always. */
  when?(payload: Facts[K]): boolean
  lane?: string | ((payload: Facts[K]) => string)
  /** Between whom a fair lane shares its slots. */
  parent?(payload: Facts[K]): string
  /** It may wait so long for others like it. */
  delayMs?(payload: Facts[K]): number
  /** It touches the database alone, and little of it: done in the transaction that tells the fact, where that can be. */
  isWithFact?: boolean
}

export type ReactionPlans = { readonly [K in FactKind]?: readonly ReactionPlan<K>[] }

export interface WorkQueue extends FactTeller {
  enqueue(t: Tx, item: WorkItem): Promise<void>
  /** Sets a timer by its name: a second call moves it. */
  schedule(t: Tx, name: string, item: WorkItem & { dueAt: number }): Promise<void>
  /** Sets a timer unless it is set already; one that was given up starts afresh. */
  ensure(t: Tx, name: string, item: WorkItem & { dueAt: number }): Promise<void>
  /** Sets a timer that many share: one that stands earlier, or runs and looks for itself when to come again, stays. */
  bringForward(t: Tx, name: string, item: WorkItem & { dueAt: number }): Promise<void>
  /** False when there is no such timer, or it is running. */
  cancel(t: Tx, name: string): Promise<boolean>
  /** Whether somebody works under the key, in this process or another. One that died does so until its lease is over. */
  isKeyHeld(r: Reader, key: string): Promise<boolean>
  /** Called after a commit that put something on record, with its time. The taker is asked first, and may keep it. */
  onRecorded(listener: (dueAt: number) => void, taker?: WorkTaker): void
  /** Called right after the commit of each such fact, in this process alone: never instead of a reaction. */
  onTold<K extends FactKind>(kind: K, listener: (payload: Facts[K]) => void): void
}

export function createWorkQueue(deps: {
  ids: Ids
  lanes: Lanes
  reactions: ReactionPlans
  workStore: WorkStore
}): WorkQueue {
  const { workStore, lanes } = deps
  let recorded: (dueAt: number) => void = () => {}
  let taker: WorkTaker | undefined
  const hearers: { kind: FactKind; hear(payload: Facts[FactKind]): void }[] = []

  async function tell<K extends FactKind>(t: Tx, kind: K, payload: Facts[K]): Promise<FactId> {
    const id = deps.ids.make('fact')
    const text = JSON.stringify(payload)
    await workStore.insertFact(t, { id, kind, payload: text })
    const all: readonly ReactionPlan<K>[] = deps.reactions[kind] ?? []
    const plans = all.filter((plan) => plan.when?.(payload) ?? true)
    for (const plan of plans) {
      const work: NewWork = {
        kind: plan.kind,
        lane: (typeof plan.lane === 'function' ? plan.lane(payload) : plan.lane) ?? 'reactions',
        key: plan.key(payload),
        parent: plan.parent?.(payload) ?? '',
        subject: text,
        factId: id,
        name: null,
        dueAt: t.now + (plan.delayMs?.(payload) ?? 0),
      }
      if (plan.isWithFact && taker?.doWithFact(t, work, () => record(t, work))) continue
      await record(t, work)
    }
    for (const hearer of hearers) if (hearer.kind === kind) t.afterCommit(() => hearer.hear(payload))
    return id
  }

  async function record(t: Tx, work: NewWork): Promise<void> {
    if (await taker?.takeAtOnce(t, work)) return
    await workStore.insert(t, work)
    tellRecorded(t, work.dueAt)
  }

  function tellRecorded(t: Tx, dueAt: number): void {
    t.afterCommit(() => recorded(dueAt))
  }

  function newWork(t: Tx, item: WorkItem, name: string | null): NewWork {
    const lane = lanes[item.lane]
    if (!lane) throw new Error(`there is no lane "${item.lane}"`)
    return {
      kind: item.kind,
      lane: item.lane,
      key: item.key,
      // A fair lane without a parent would put everything under one roof, so each key is its own.
      parent: lane.fair ? (item.parent ?? item.key) : '',
      subject: item.subject,
      factId: null,
      name,
      dueAt: item.dueAt ?? t.now,
    }
  }

  async function schedule(t: Tx, name: string, item: WorkItem & { dueAt: number }): Promise<void> {
    await workStore.upsertNamed(t, newWork(t, item, name))
    // The row may have been a retry that others of its key stood behind.
    const isCalled = await workStore.callNextOfKey(t, item.key)
    tellRecorded(t, isCalled ? t.now : item.dueAt)
  }

  return {
    tell,
    async enqueue(t, item) {
      const work = newWork(t, item, null)
      await workStore.insert(t, work)
      tellRecorded(t, work.dueAt)
    },
    schedule,
    async ensure(t, name, item) {
      const work = newWork(t, item, name)
      if (item.dueAt <= t.now && taker !== undefined && (await workStore.dueOfNamed(t, name)) === undefined) {
        if (await taker.takeAtOnce(t, work)) return
      }
      await workStore.insertNamed(t, work)
      tellRecorded(t, item.dueAt)
    },
    async bringForward(t, name, item) {
      const dueAt = await workStore.dueOfNamed(t, name)
      if (dueAt === undefined || dueAt > item.dueAt) await schedule(t, name, item)
    },
    async cancel(t, name) {
      const key = await workStore.deleteNamed(t, name)
      if (key === undefined) return false
      if (await workStore.callNextOfKey(t, key)) tellRecorded(t, t.now)
      return true
    },
    isKeyHeld: (r, key) => workStore.isKeyHeld(r, key),
    onRecorded(listener, given) {
      taker = given ?? taker
      const before = recorded
      recorded = (dueAt) => {
        before(dueAt)
        listener(dueAt)
      }
    },
    onTold(kind, listener) {
      hearers.push({ kind, hear: listener })
    },
  }
}
