// Looks over a runner's shoulder: every claim, end and loss of work that a commit makes true, and what may not be.
// It sees only results, so it holds for any implementation of the port.

import type { Tx } from '../../src/foundation/database/store.ts'
import type { ClaimedWork, WorkStore } from '../../src/foundation/work/work-store.ts'
import { ledgerStore } from '../load/ledger-store.ts'
import type { Breaches } from './breach.ts'
import type { FairTurns } from './fair-turns.ts'
import { deadHolder, type GroundTruth } from './ground-truth.ts'
import type { Sometimes } from './sometimes.ts'

export interface ObserverDeps {
  runner: string
  truth: GroundTruth
  breaches: Breaches
  sometimes: Sometimes
  fairTurns: FairTurns
  nowMs(): number
  note(line: string): void
}

export function observeWorkStore(workStore: WorkStore, deps: ObserverDeps): WorkStore {
  const { runner, truth, breaches, sometimes } = deps
  const stoodAside = new Set<number>()

  function claimed(t: Tx, work: ClaimedWork): void {
    deps.note(`${runner} claims ${work.kind} ${work.subject} (${work.id}, fence ${work.fence})`)
    if (work.due_at > t.now) {
      breaches.report('I13', `${work.kind} ${work.subject} was claimed ${work.due_at - t.now} ms too early`)
    }
    const before = truth.holders.get(work.id)
    if (before) {
      breaches.report('I14', `${runner} claimed work ${work.id} while ${before.runner} held it`)
    }
    if (stoodAside.delete(work.id)) sometimes.saw('a row waited for its key and was called back')
    truth.holders.set(work.id, { runner, work })
    deps.fairTurns.claimed(runner, work, t.now)
  }

  function released(id: number, fence: number): void {
    const holder = truth.holders.get(id)
    if (!holder || holder.work.fence !== fence) return
    truth.holders.delete(id)
    truth.lost.set(holder.work.subject, deps.nowMs())
    if (holder.runner !== runner && holder.runner !== deadHolder)
      sometimes.saw('work was taken over from a frozen holder')
  }

  function ended(how: string, id: number, fence: number): void {
    deps.note(`${runner} ${how} ${id} (fence ${fence})`)
    const holder = truth.holders.get(id)
    if (!holder || holder.work.fence !== fence) {
      const now = holder ? `${holder.runner} held it with fence ${holder.work.fence}` : 'nobody held it'
      breaches.report('I14', `${runner} ${how} work ${id} with fence ${fence}, but ${now}`)
    }
    truth.holders.delete(id)
  }

  return {
    ...workStore,
    async lease(t, id, leaseUntil) {
      const work = await workStore.lease(t, id, leaseUntil)
      t.afterCommit(() => claimed(t, work))
      return work
    },
    async insertLeased(t, given, leaseUntil) {
      const work = await workStore.insertLeased(t, given, leaseUntil)
      if (work) t.afterCommit(() => claimed(t, work))
      return work
    },
    async block(t, id) {
      await workStore.block(t, id)
      t.afterCommit(() => {
        deps.note(`${runner} puts ${id} aside`)
        stoodAside.add(id)
      })
    },
    async finish(t, id, fence) {
      const done = await workStore.finish(t, id, fence)
      if (done) t.afterCommit(() => ended('finished', id, fence))
      else sometimes.saw('a frozen holder was fenced')
      return done
    },
    async retry(t, id, fence, next) {
      const done = await workStore.retry(t, id, fence, next)
      if (done) {
        sometimes.saw('work was retried')
        t.afterCommit(() => released(id, fence))
      }
      return done
    },
    async giveUp(t, id, fence, error) {
      const done = await workStore.giveUp(t, id, fence, error)
      if (done) {
        sometimes.saw('work was given up')
        await ledgerStore.noteGivenUp(t, id)
        t.afterCommit(() => ended('gave up', id, fence))
      }
      return done
    },
    async renew(t, id, fence, leaseUntil) {
      const done = await workStore.renew(t, id, fence, leaseUntil)
      if (done) sometimes.saw('a lease was renewed')
      return done
    },
  }
}
